"""Keeps secrets out of the log: an address that opens a table's sheet is a key to it."""

import logging
import re
import traceback

TOKEN_IN_PATH = re.compile(r"(/s/)[^/?#\s'\"<>]+")


def mask_tokens(text: str) -> str:
    """`text` with each token in a path replaced: `/s/abc123/rounds` becomes `/s/…/rounds`."""
    return TOKEN_IN_PATH.sub(r"\1…", text)


class MaskTokens(logging.Filter):
    """Masks a record's message and traceback; never drops one."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Rewrite the record in place."""
        record.msg = mask_tokens(record.getMessage())
        record.args = None
        if record.exc_info:
            record.exc_text = mask_tokens("".join(traceback.format_exception(*record.exc_info)).rstrip())
            record.exc_info = None
        return True
