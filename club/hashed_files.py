"""Static files under names that carry a hash of their content, so that browsers may keep them for good."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Also rewrites what one ES module imports from another."""

    support_js_module_import_aggregation = True
