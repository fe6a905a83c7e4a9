"""Pages of the app tournaments, one module for each kind of reader or task."""
