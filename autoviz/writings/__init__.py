"""Writings: numbers and durations as people write them in text, found by evidence and read on every engine."""

from __future__ import annotations

from autoviz.writings.casts import pandas_numbers, read_numbers
from autoviz.writings.finding import FoundNumbers, find_numbers
from autoviz.writings.writing import Writing, writing_of

__all__ = ["FoundNumbers", "Writing", "find_numbers", "pandas_numbers", "read_numbers", "writing_of"]
