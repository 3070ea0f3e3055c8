"""A tool family from another package."""
