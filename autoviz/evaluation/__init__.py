"""Suites of questions and the measures over them."""
