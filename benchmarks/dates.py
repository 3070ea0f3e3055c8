"""Reading dates: the format found and every value read, beside pandas that is told the format."""

from __future__ import annotations

import pandas as pd

from autoviz.frames import open_frame
from autoviz.registry.catalog import default_catalog
from autoviz.table import Table
from benchmarks.contest import Contender, Contest
from benchmarks.data import date_texts


def by_hand(df: pd.DataFrame) -> pd.DataFrame:
    """With the format known beforehand."""
    return df.assign(date=pd.to_datetime(df["date"], format="%d.%m.%Y"))


def by_evidence(df: pd.DataFrame) -> pd.DataFrame:
    """With nothing known beforehand."""
    catalog = default_catalog()
    params = catalog.validated("parse_datetime", {"column": "date"})
    outcome = catalog.functions["parse_datetime"](Table(open_frame(df)), **params)
    assert outcome.table is not None
    return outcome.table.pandas()


CONTESTS = (
    Contest(
        title="Read dates written as 31.12.2021",
        section="dates",
        contenders={
            "pd.to_datetime with the format": Contender(date_texts, by_hand),
            "autoviz, format found": Contender(date_texts, by_evidence),
        },
        sizes=(1_000_000,),
        targets={("autoviz, format found", 1_000_000): 1.1},
    ),
)
