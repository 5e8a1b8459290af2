// Replaced by the dialect's tests.
