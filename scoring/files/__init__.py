"""The sheet file, version 1, and what tournament files share with it."""
