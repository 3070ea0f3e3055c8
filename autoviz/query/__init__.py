"""The query language: what may be asked of a table, checked against a profile, written as SQL and read back."""
