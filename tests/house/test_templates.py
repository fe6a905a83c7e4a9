"""Templates: nothing inline that the Content-Security-Policy forbids, nothing from another host, no dead file."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = sorted(
    path
    for folder in (ROOT / "templates", *(ROOT / app / "templates" for app in ("club", "scoring", "tournaments")))
    for path in folder.rglob("*")
    if path.suffix in (".html", ".svg")
)
ON_SCREEN = [path for path in TEMPLATES if "documents" not in path.parts]
INLINE = {
    "script without src": re.compile(r"<script(?![^>]*\ssrc=)[^>]*>", re.I),
    "style element": re.compile(r"<style[\s>]", re.I),
    "style attribute": re.compile(r"<[a-z][^>]*\sstyle\s*=", re.I),
    "event attribute": re.compile(r"<[a-z][^>]*\son[a-z]+\s*=", re.I),
    "javascript: address": re.compile(r"javascript:", re.I),
    "htmx code": re.compile(r"\shx-on|\shx-vals\s*=\s*[\"']js:", re.I),
}
ELSEWHERE = re.compile(r"<(?:script|link|img|iframe|source|use)\b[^>]*\b(?:src|href)\s*=\s*[\"']?(?:https?:)?//", re.I)
STATIC = re.compile(r"{%\s*static\s+[\"']([^\"']+)[\"']")


def read(path):
    """The template's text without comments."""
    text = path.read_text(encoding="utf-8")
    return re.sub(r"{#.*?#}|{%\s*comment.*?endcomment\s*%}", "", text, flags=re.S)


def name(path):
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", ON_SCREEN, ids=name)
def test_nothing_is_inline(path):
    assert [what for what, pattern in INLINE.items() if pattern.search(read(path))] == []


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_nothing_comes_from_another_host(path):
    assert ELSEWHERE.findall(read(path)) == []


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_static_files_exist(path):
    assert [file for file in STATIC.findall(read(path)) if not finders.find(file)] == []
