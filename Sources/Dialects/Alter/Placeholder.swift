// Replaced by the dialect.
