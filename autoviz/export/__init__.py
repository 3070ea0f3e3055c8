"""Ways out: plain code, lock files and reports."""
