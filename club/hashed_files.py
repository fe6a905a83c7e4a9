"""Static files under names that carry a hash of their content, so that browsers may keep them for good."""

import re
from collections.abc import Callable, Iterable, Iterator

from whitenoise.storage import CompressedManifestStaticFilesStorage

OWN_FOLDERS = ("club/", "scoring/", "tournaments/")


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Also rewrites what one ES module of ours imports from another; packages' scripts stay as they came."""

    support_js_module_import_aggregation = True

    def url_converter(
        self, name: str, hashed_files: dict[str, str], template: str | None = None
    ) -> Callable[[re.Match[str]], str]:
        """What replaces an address found in the file `name`."""
        if name.endswith((".js", ".mjs")) and not name.startswith(OWN_FOLDERS):
            return lambda match: match["matched"]
        converter: Callable[[re.Match[str]], str] = super().url_converter(name, hashed_files, template)
        return converter

    def compress_files(self, names: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Compress what pages load: our own files and the packages' minified ones."""
        loaded = [name for name in names if name.startswith(OWN_FOLDERS) or (".min." in name and ".rtl." not in name)]
        yield from super().compress_files(loaded)
