"""Django's settings. What a club may choose comes from the environment (README, "Settings")."""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from csp.constants import NONE, SELF

from club import environment

ROOT = Path(__file__).resolve().parent.parent
VAR = ROOT / "var"

# What comes from the environment.
SECRET_KEY = environment.read_secret_key("SECRET_KEY", VAR / "secret_key")
DEBUG = environment.read_flag("DEBUG", default=False)
PORT = environment.read_port("PORT", 8000)
BASE_URL = environment.read_base_url("BASE_URL", f"http://127.0.0.1:{PORT}")
ALLOWED_HOSTS = environment.read_hosts("ALLOWED_HOSTS", BASE_URL)
CSRF_TRUSTED_ORIGINS = environment.read_origins("CSRF_TRUSTED_ORIGINS")
DATABASES = {"default": environment.read_database("DATABASE_URL", ROOT)}
TIME_ZONE = environment.read_time_zone("TIME_ZONE", "Europe/Berlin")
LANGUAGES = [("de", "Deutsch"), ("en", "English")]
LANGUAGE_CODE = environment.read_choice("LANGUAGE_CODE", "de", dict(LANGUAGES))
vars().update(environment.read_email("EMAIL_URL"))

INSTALLED_APPS = [
    "club",
    "scoring",
    "tournaments",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "axes",
    "crispy_forms",
    "crispy_bootstrap5",
    "csp",
    "django_htmx",
    "django_tables2",
    "js_lib_bootstrap5",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "club.access.AccessMarkMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "club.urls"
WSGI_APPLICATION = "club.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]
CRISPY_ALLOWED_TEMPLATE_PACKS = "bootstrap5"
CRISPY_TEMPLATE_PACK = "bootstrap5"

# Words, numbers, times. Numbers are formatted by the templates' own filters.
USE_I18N = True
USE_TZ = True
USE_THOUSAND_SEPARATOR = False
LOCALE_PATHS = [ROOT / "locale"]

# Accounts; after ten wrong passwords from one address for one name that name waits a quarter of an hour there.
AUTH_USER_MODEL = "club.Account"
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "/willkommen/"
LOGOUT_REDIRECT_URL = "/"
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = 0.25
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_TEMPLATE = "429.html"
AXES_VERBOSE = False

# Static files: collected once, under names that carry a hash of their content.
STATIC_URL = "/static/"
STATIC_ROOT = VAR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage" if DEBUG else "club.hashed_files.HashedFiles"
    },
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = ["map", "png", "webp", "woff", "woff2", "gz", "br"]
MEDIA_ROOT = VAR / "media"

CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

# What a browser may load, and how it treats the pages.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],  # Bootstrap's style sheet draws its small icons as data:
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    }
}
CSRF_FAILURE_VIEW = "club.error_pages.csrf_failure"
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30
SESSION_COOKIE_SAMESITE = "Lax"
if urlsplit(BASE_URL).scheme == "https":
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 30
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
# The proxy in front redirects to https; HSTS for sub-domains is for their owner to decide.
SILENCED_SYSTEM_CHECKS = ["security.W004", "security.W005", "security.W008", "security.W021"]

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"mask_tokens": {"()": "club.masking.MaskTokens"}},
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {
        "terminal": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["mask_tokens"]},
    },
    "root": {"handlers": ["terminal"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": ["terminal"], "level": "WARNING", "propagate": False},
        # an address that does not exist is no event; errors are
        "django.request": {"level": "ERROR"},
        # DEBUG's own server prints each request's address
        "django.server": {"handlers": ["terminal"], "level": "INFO", "propagate": False},
        "fontTools": {"level": "ERROR"},
        "weasyprint": {"level": "ERROR"},
    },
}
