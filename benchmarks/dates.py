"""Reading dates: the format found and every value read, beside pandas that is told the format."""

from __future__ import annotations

from functools import partial

import pandas as pd

from autoviz.frames import open_frame
from autoviz.registry.catalog import default_catalog
from autoviz.table import Table
from benchmarks.contest import Contender, Contest
from benchmarks.data import date_texts

WRITTEN = {
    "31.12.2021": "%d.%m.%Y",
    "31.12.2021 23:59:58": "%d.%m.%Y %H:%M:%S",
    "2021-12-31": "%Y-%m-%d",
    "2021-12-31 23:59:58": "%Y-%m-%d %H:%M:%S",
}
"""Days repeat, moments hardly ever do; pandas reads the ISO form ten times as quickly as any other."""
DTYPES = ("str", "object")


def by_hand(df: pd.DataFrame, form: str) -> pd.DataFrame:
    """With the format known beforehand."""
    return df.assign(date=pd.to_datetime(df["date"], format=form))


def by_evidence(df: pd.DataFrame) -> pd.DataFrame:
    """With nothing known beforehand."""
    catalog = default_catalog()
    params = catalog.validated("parse_datetime", {"column": "date"})
    outcome = catalog.functions["parse_datetime"](Table(open_frame(df)), **params)
    assert outcome.table is not None
    return outcome.table.pandas()


def _contest(example: str, form: str, dtype: str) -> Contest:
    texts = partial(date_texts, form=form, dtype=dtype)
    return Contest(
        title=f"Read dates written as {example}, a column of type {dtype}",
        section="dates",
        contenders={
            "pd.to_datetime with the format": Contender(texts, partial(by_hand, form=form)),
            "autoviz, format found": Contender(texts, by_evidence),
        },
        sizes=(1_000_000,),
        targets={("autoviz, format found", 1_000_000): 1.1},
    )


CONTESTS = tuple(_contest(example, form, dtype) for example, form in WRITTEN.items() for dtype in DTYPES)
