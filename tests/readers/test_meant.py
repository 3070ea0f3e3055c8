"""What is meant by questions whose words and columns do not simply match: rates, things, gaps, what is not there."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

import autoviz
from autoviz.linking.candidates import candidates
from autoviz.model.requirements import Requirements
from autoviz.profile import profile
from autoviz.readers.embedded.accounting import is_left_unused
from autoviz.readers.embedded.asking import _counts_nothing
from autoviz.readers.embedded.network import shipped


@pytest.fixture(scope="module")
def lines() -> pd.DataFrame:
    """Lines of orders: about three lines an order, several orders a customer."""
    rng = np.random.default_rng(5)
    rows = 600
    orders = np.sort(rng.integers(1, 201, rows))
    customer = rng.integers(1, 41, 201)
    days = pd.Timestamp("2022-01-03") + pd.to_timedelta(np.sort(rng.integers(0, 1000, 201)), unit="D")
    revenue = rng.gamma(2.0, 40.0, rows).round(2)
    return pd.DataFrame(
        {
            "order_id": [f"O{number:04}" for number in orders],
            "customer_id": [f"C{customer[number]:03}" for number in orders],
            "segment": rng.choice(["Consumer", "Corporate"], rows),
            "category": rng.choice(["Beauty", "Electronics", "Home"], rows),
            "order_date": [days[number] for number in orders],
            "ship_date": [days[number] + pd.Timedelta(days=40) for number in orders],
            "revenue": revenue,
            "profit": (revenue * rng.uniform(-0.1, 0.4, rows)).round(2),
            "returned": rng.choice(["Yes", "No"], rows, p=[0.2, 0.8]),
            "rating": np.where(rng.random(rows) < 0.2, np.nan, rng.integers(1, 6, rows)),
        }
    )


def value(analysis: autoviz.Analysis) -> Any:
    """The only number of an answer."""
    assert analysis.table is not None
    return analysis.table.iloc[0, -1]


def by_group(analysis: autoviz.Analysis, group: str, metric: str) -> dict[str, float]:
    assert analysis.table is not None
    return dict(zip(analysis.table[group], analysis.table[metric], strict=True))


@pytest.mark.parametrize(
    "question",
    ["how many orders were not returned?", "number of orders that were not returned", "how many non-returned orders?"],
)
def test_a_negation_is_heard_once(lines: pd.DataFrame, question: str) -> None:
    kept = lines[lines["returned"] == "No"]
    assert value(autoviz.ask(lines, question)) == kept["order_id"].nunique()


def test_a_rate_is_the_share_of_yes_and_told_in_percent(lines: pd.DataFrame) -> None:
    analysis = autoviz.ask(lines, "return rate by category")
    wanted = (lines["returned"] == "Yes").groupby(lines["category"]).mean()
    told = analysis.table.set_index("category").iloc[:, 0]
    assert (told / told.max()).to_dict() == pytest.approx((wanted / wanted.max()).to_dict())
    assert f"{wanted['Home'] * 100:.1f}" in analysis.answer


def test_a_ratio_of_groups_is_one_of_their_totals(lines: pd.DataFrame) -> None:
    analysis = autoviz.ask(lines, "profit divided by revenue by category")
    sums = lines.groupby("category")[["profit", "revenue"]].sum()
    wanted = (sums["profit"] / sums["revenue"]).to_dict()
    assert by_group(analysis, "category", "total_profit_per_total_revenue") == pytest.approx(wanted)
    assert analysis.coverage is not None and analysis.coverage.complete


def test_an_average_ratio_is_one_of_rows(lines: pd.DataFrame) -> None:
    analysis = autoviz.ask(lines, "average ratio of profit to revenue by segment")
    wanted = (lines["profit"] / lines["revenue"]).groupby(lines["segment"]).mean().to_dict()
    assert by_group(analysis, "segment", "profit per revenue") == pytest.approx(wanted)


def test_things_that_have_several_rows_are_counted_once(lines: pd.DataFrame) -> None:
    assert value(autoviz.ask(lines, "How many customers do we have?")) == lines["customer_id"].nunique()
    analysis = autoviz.ask(lines, "number of orders by segment")
    assert by_group(analysis, "segment", "order_id") == lines.groupby("segment")["order_id"].nunique().to_dict()
    analysis = autoviz.ask(lines, "how many orders per month in 2023?")
    assert analysis.requirements.metrics == ("order_id",)


def test_things_that_are_rows_are_counted_as_rows(lines: pd.DataFrame) -> None:
    once = lines.drop_duplicates("order_id")
    analysis = autoviz.ask(once, "number of orders by segment")
    assert by_group(analysis, "segment", "count") == once["segment"].value_counts().to_dict()


def test_a_year_without_a_name_is_one_of_the_first_dates(lines: pd.DataFrame) -> None:
    analysis = autoviz.ask(lines, "total revenue in 2023")
    ordered = lines[lines["order_date"].dt.year == 2023]
    assert value(analysis) == pytest.approx(ordered["revenue"].sum())
    assert "Rows where order date from 2023-01-01 to 2023-12-31." in analysis.record.notes


def test_missing_values_are_counted_by_group(lines: pd.DataFrame) -> None:
    analysis = autoviz.ask(lines, "how many ratings are missing by category?")
    wanted = lines["rating"].isna().groupby(lines["category"]).sum().to_dict()
    assert by_group(analysis, "category", "count") == wanted


def test_both_sides_of_a_flag_are_compared(lines: pd.DataFrame) -> None:
    analysis = autoviz.ask(lines, "average rating of returned vs non-returned orders")
    wanted = lines.groupby("returned")["rating"].mean().to_dict()
    assert by_group(analysis, "returned", "rating") == pytest.approx(wanted)


def test_one_percentile_is_that_percentile(lines: pd.DataFrame) -> None:
    assert value(autoviz.ask(lines, "90th percentile of revenue")) == pytest.approx(lines["revenue"].quantile(0.9))


def test_what_the_table_lacks_is_asked_back(lines: pd.DataFrame) -> None:
    analysis = autoviz.ask(lines, "average humidity by category")
    assert analysis.clarification is not None
    assert "Nothing was found for 'humidity'" in analysis.clarification.text
    chosen = analysis.choose(1)
    assert chosen.clarification is None
    assert "Left out, because nothing could be made of it: 'humidity'." in chosen.record.notes


def test_dates_that_narrow_nothing_down_are_told(lines: pd.DataFrame) -> None:
    analysis = autoviz.ask(lines, "revenue on 1 November and 24 December by year")
    assert set(analysis.requirements.not_found) == {"1 November", "24 December"}
    told = analysis.clarification.text if analysis.clarification else " ".join(analysis.record.notes)
    assert "'1 November'" in told and "'24 December'" in told


def test_months_of_every_year_are_kept(lines: pd.DataFrame) -> None:
    analysis = autoviz.ask(lines, "revenue in November and December by year")
    kept = lines[lines["order_date"].dt.month >= 11]
    wanted = kept.groupby(kept["order_date"].dt.year)["revenue"].sum()
    assert analysis.table.iloc[:, -1].tolist() == pytest.approx(wanted.tolist())


def test_a_bound_on_things_that_have_several_rows_is_kept_or_told(lines: pd.DataFrame) -> None:
    analysis = autoviz.ask(lines, "How many customers placed more than 20 orders?")
    wanted = (lines.groupby("customer_id")["order_id"].nunique() > 20).sum()
    left = (*analysis.requirements.not_found, *analysis.requirements.unused)
    assert value(analysis) == wanted or (set(left) & {"> 20", "orders"} and (analysis.confidence or 0) < 0.5)


def test_a_guess_is_called_one(lines: pd.DataFrame) -> None:
    told = autoviz.ask(lines, "revenue by segment", confidence_threshold=1.0).record.notes
    assert any("It was read as:" in note and "revenue by segment" in note for note in told)
    assert not autoviz.ask(lines, "revenue by segment").record.notes


def test_a_text_is_embedded_alike_whatever_goes_with_it() -> None:
    texts = ["attendance", "a much longer text about the hours that students spend in lectures", "price"]
    together = shipped().encode(texts)
    assert all(np.array_equal(together[at], shipped().encode([text])[0]) for at, text in enumerate(texts))


def test_a_total_of_amounts_adds_them_up_for_the_group_that_is_named() -> None:
    rng = np.random.default_rng(2)
    rows = 200
    loans = pd.DataFrame(
        {
            "loan_no": np.arange(rows) + 1,
            "member": [f"M{number:03}" for number in rng.integers(0, 50, rows)],
            "mbr_type": rng.choice(["Adult", "Junior", "Senior"], rows),
            "fine_gbp": rng.gamma(1.0, 2.0, rows).round(2),
            "fine_paid": rng.choice(["Y", "N"], rows),
        }
    )
    analysis = autoviz.ask(loans, "total fines by member type")
    wanted = loans.groupby("mbr_type")["fine_gbp"].sum().to_dict()
    assert by_group(analysis, "mbr_type", "fine_gbp") == pytest.approx(wanted)


def test_words_for_the_rows_and_for_what_is_read_are_not_told_as_unused():
    rentals = pd.DataFrame({
        "Rental #": [f"R-{number}" for number in range(60)],
        "insured": ["Yes", "No", "Yes"] * 20,
        "Donor Type": ["private", "firm"] * 30,
        "charge": range(60),
    })  # fmt: skip
    read = Requirements(group_by=("Donor Type",))
    told = [is_left_unused(word, "rentals by donor type and charge", read, profile(rentals))
            for word in ("rentals", "donor", "charge", "amt usd")]  # fmt: skip
    assert told == [False, False, True, False]


@pytest.mark.parametrize(("question", "unused"), [
    ("median days per service, slowest first", False), ("days and charge by service, all in one table", False),
    ("days by service from the largest to the smallest one in three charts", True),
])  # fmt: skip
def test_words_for_numbers_that_only_order_or_hold_together_are_not_told_as_unused(question, unused):
    parcels = pd.DataFrame({
        "service": ["ECO", "STD", "INT"] * 30, "days": [place % 9 for place in range(90)], "charge": range(90),
    })  # fmt: skip
    found = candidates(question, profile(parcels))
    assert any(not _counts_nothing(one, question) for one in found.numbers) is unused
