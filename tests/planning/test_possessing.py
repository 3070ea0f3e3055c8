"""Things with something are those that have any of it, whether a column says none by 0 or by nothing."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz


@pytest.fixture(scope="module")
def crates() -> pd.DataFrame:
    count = np.arange(240)
    return pd.DataFrame({
        "crate_id": count,
        "packed_on": pd.Timestamp("2024-02-01") + pd.to_timedelta(count, unit="D"),
        "shed": np.array(["North", "Quay", "Mill"])[count % 3],
        "complaints": np.where(count % 7 == 0, count % 5 + 1, 0),
        "surcharge": np.where(count % 4 == 0, 2.0 + count % 9, np.nan),
        "score": np.where(count % 5 > 0, (count * 3 % 11).astype(float), np.nan),
    })  # fmt: skip


def shown(frame: pd.DataFrame, question: str) -> float:
    table = autoviz.ask(frame, question, reader="embedded").table
    assert table.shape == (1, 1)
    return float(table.iloc[0, 0])


def test_none_may_be_said_by_nought(crates):
    any_at_all = crates["complaints"] > 0
    assert shown(crates, "percentage of crates with complaints") == pytest.approx(100 * any_at_all.mean())
    assert shown(crates, "how many crates had complaints") == any_at_all.sum()


def test_none_may_be_said_by_nothing(crates):
    given = crates["surcharge"].notna()
    assert shown(crates, "share of crates with a surcharge") == pytest.approx(100 * given.mean())
    assert shown(crates, "how many crates have a surcharge") == given.sum()


def test_a_score_of_nought_is_one(crates):
    assert shown(crates, "share of crates with a score") == pytest.approx(100 * crates["score"].notna().mean())


def test_groups_and_conditions_stay(crates):
    found = autoviz.ask(crates, "share of crates with a surcharge by shed", reader="embedded").table.set_index("shed")
    share = 100 * crates["surcharge"].notna().groupby(crates["shed"]).mean()
    assert found.iloc[:, 0].to_dict() == pytest.approx(share.to_dict())


def test_what_is_said_of_how_much_is_heard(crates):
    assert shown(crates, "how many crates had a surcharge over 5") == (crates["surcharge"] > 5).sum()
