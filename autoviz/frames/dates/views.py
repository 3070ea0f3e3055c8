"""What the decision about a column's dates needs to know of it, on pandas and on the lazy engines alike."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import narwhals.stable.v2 as nw

from autoviz.frames.dates.dialects import TEXT, with_dates
from autoviz.frames.dates.shapes import in_utc

_SAMPLE = 1000
_VALUE = "value"
_DOUBLES = 20
"""How often a value that is not read may come back before different ones are missed among the failures."""


class Tally(NamedTuple):
    """How many values a format reads, and how many it fails on."""

    parsed: int
    failed: int


class Column(Protocol):
    """A column of text or numbers that may hold dates."""

    numeric: bool

    def sample(self) -> list[Any]:
        """Some values, none of them null."""

    def tally(self, specs: Sequence[str]) -> list[Tally]:
        """For each format how many values of the whole column it reads and how many it fails on."""

    def failed(self, spec: str, count: int) -> list[str]:
        """Some different values that the format does not read."""

    def differ(self, one: str, other: str) -> bool:
        """Whether two readings disagree anywhere."""

    def mixed_offsets(self, spec: str) -> bool:
        """Whether values carry different offsets from UTC."""


class LazyColumn:
    """A column of a lazy frame; each question about it is one query."""

    def __init__(self, frame: nw.LazyFrame[Any], column: str, numeric: bool) -> None:
        self.frame = frame.select(nw.col(column).alias(_VALUE))
        self.numeric = numeric
        self._tallies: dict[str, Tally] = {}

    def sample(self) -> list[Any]:
        rows = self.frame.filter(~nw.col(_VALUE).is_null()).head(_SAMPLE)
        listed = _collected(rows)[_VALUE].to_list()
        return [value for value in listed if not self.numeric or math.isfinite(value)]

    def tally(self, specs: Sequence[str]) -> list[Tally]:
        wanted = {f"read_{number}": spec for number, spec in enumerate(specs) if spec not in self._tallies}
        if wanted:
            read = with_dates(self.frame, _VALUE, wanted, self.numeric)
            counts = _collected(read.select(nw.col(TEXT, *wanted).count())).row(0)
            total = int(counts[0])
            for spec, parsed in zip(wanted.values(), counts[1:], strict=True):
                self._tallies[spec] = Tally(int(parsed), total - int(parsed))
        return [self._tallies[spec] for spec in specs]

    def failed(self, spec: str, count: int) -> list[str]:
        read = with_dates(self.frame, _VALUE, {"read": spec}, self.numeric)
        rows = read.filter(nw.col("read").is_null() & ~nw.col(TEXT).is_null())
        # Doubles are dropped here: a lazy `unique` before `head` fails on some versions of Polars.
        return sorted(set(_collected(rows.select(TEXT).head(count * _DOUBLES))[TEXT].to_list()))[:count]

    def differ(self, one: str, other: str) -> bool:
        read = with_dates(self.frame, _VALUE, {"one": one, "other": other}, self.numeric)
        return len(_collected(read.filter(nw.col("one") != nw.col("other")).select("one").head(1))) > 0

    def mixed_offsets(self, spec: str) -> bool:
        wanted = {"written": spec, "utc": in_utc(spec)}
        read = with_dates(self.frame, _VALUE, wanted, self.numeric)
        shifts = read.select(shift=nw.col("written") - nw.col("utc")).filter(~nw.col("shift").is_null())
        shortest, longest = _collected(shifts.select(a=nw.col("shift").min(), b=nw.col("shift").max())).row(0)
        return bool(shortest != longest)


def _collected(frame: nw.LazyFrame[Any]) -> nw.DataFrame[Any]:
    return frame.collect("pyarrow")
