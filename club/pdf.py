"""Paper: a template becomes a PDF. Layout is the style sheets' business (`templates/documents/*.css`).

Fonts come from Python packages, so that a bare machine prints the same; nothing else is ever fetched, whatever a
name on the paper may say. Never inside a transaction: a print takes seconds, and everybody else would wait for it.
"""

from __future__ import annotations

import atexit
import threading
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.template.loader import render_to_string

if TYPE_CHECKING:
    from weasyprint import CSS
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcher

# Pango's font map, shared by all prints of this process, is not made for several threads at once.
_ONE_AT_A_TIME = threading.Lock()


def render(template: str, context: Mapping[str, Any]) -> bytes:
    """The PDF of a template of `documents/`; its `<title>` becomes the title of the document.

    WeasyPrint is loaded with the first print, since that alone takes half a second and 40 MB.
    """
    html = render_to_string(template, dict(context))
    with _ONE_AT_A_TIME:
        from weasyprint import HTML

        stylesheets, fonts = _stylesheets()
        document = HTML(string=html, base_url=None, url_fetcher=_fetcher())
        pdf: bytes = document.write_pdf(stylesheets=list(stylesheets), font_config=fonts)
    return pdf


@cache
def _stylesheets() -> tuple[tuple[CSS, ...], FontConfiguration]:
    """All style sheets of paper, parsed once, and the fonts that they name: fresh ones would leak with each print."""
    from weasyprint import CSS
    from weasyprint.text.fonts import FontConfiguration

    fonts = FontConfiguration()
    files = sorted((settings.ROOT / "templates" / "documents").glob("*.css"))
    sheets = (CSS(string=file.read_text(encoding="utf-8"), font_config=fonts, url_fetcher=_fetcher()) for file in files)
    atexit.register(_stylesheets.cache_clear)  # fonts are given back while Python still stands
    return tuple(sheets), fonts


@cache
def _fetcher() -> URLFetcher:
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class OnlyFonts(URLFetcher):  # type: ignore[misc]
        """Answers `font:SourceSerifPro-Bold` with the packaged file and refuses every other address."""

        def fetch(self, url: str, headers: Mapping[str, str] | None = None) -> URLFetcherResponse:
            file = _font_files().get(url.removeprefix("font:")) if url.startswith("font:") else None
            if file is None:
                raise ValueError(f"a print fetches nothing, also not {url!r}")
            return URLFetcherResponse(url, file.read_bytes(), {"Content-Type": "font/otf"})

    return OnlyFonts()


@cache
def _font_files() -> Mapping[str, Path]:
    """The packaged fonts by the name of their file."""
    import font_source_sans_pro
    import font_source_serif_pro

    folders = (font_source_sans_pro.font_directory, font_source_serif_pro.font_directory)
    return {file.stem: file for folder in folders for file in Path(folder).glob("*.otf")}
