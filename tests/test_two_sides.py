"""Two sides: groups that one bound makes, held apart or tested, and how common something is in each of two groups."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import autoviz
from autoviz.answering.numerals import shown
from autoviz.linking.two_sides import one_sided
from autoviz.model.intent import Intent
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.planning.decades import by_decades
from autoviz.profile import profile
from autoviz.query.language import COUNT_ROWS


@pytest.fixture(scope="module")
def boats() -> pd.DataFrame:
    """Boats of six decades that were let by boatyards or on the web; some have no length."""
    random = np.random.default_rng(4)
    built = random.integers(1960, 2020, 300)
    channel = random.choice(["web", "yard", "phone"], 300)
    length = random.normal(9, 1, 300).round(1) + (built >= 1990)
    length[::20] = np.nan
    cancelled = random.random(300) < np.where(channel == "web", 0.3, 0.1)
    return pd.DataFrame({
        "boat": [f"Boat {number}" for number in range(300)], "built": built, "channel": channel, "length_m": length,
        "skipper": random.choice(["male", "female"], 300), "price": random.normal(80, 9, 300).round(2),
        "cancelled": cancelled.astype(int),
    })  # fmt: skip


@pytest.mark.parametrize(("question", "read"), [
    ("price of boats built before 1990 vs 1990 and later", "price of boats built before 1990 vs the rest"),
    ("are boats built before 1990 longer than those built in 1990 or later?",
     "are boats built before 1990 longer than the rest?"),
    ("boats under 9 meters or over 9 meters: which cost more", "boats under 9 meters vs the rest: which cost more"),
    ("price up to 1989 compared with from 1990 on", "price up to 1989 compared with the rest"),
    ("average price of 10+ against less than 10", "average price of 10+ against the rest"),
    ("boats built after 1980 and before 1990", ""),
    ("boats with more than 5 berths and less than 5 cabins", ""),
    ("boats built between 1980 and 1990", ""),
])  # fmt: skip
def test_the_second_side_of_a_bound_is_the_rest(boats: pd.DataFrame, question: str, read: str) -> None:
    assert one_sided(question, profile(boats)) == (read or question)


def test_a_claim_about_two_sides_of_a_year(boats: pd.DataFrame) -> None:
    told = autoviz.ask(boats, "are boats built before 1990 longer than those built in 1990 and later?").answer
    early = boats["built"] < 1990
    averages = [boats["length_m"][side].mean() for side in (early, ~early)]
    assert told.startswith("No: average length is ") and "before 1990" in told and "for 1990 and later" in told
    assert all(f"{value:.2f}" in told for value in averages)


def test_two_sides_of_a_year_are_tested(boats: pd.DataFrame) -> None:
    question = "is there a significant difference in length between boats from before 1990 and boats from 1990 on"
    told = autoviz.ask(boats, question).answer
    early = boats["built"] < 1990
    sides = [boats["length_m"][side].dropna() for side in (early, ~early)]
    assert stats.ttest_ind(*sides, equal_var=False).pvalue < 0.001
    assert told.startswith("Yes: average length is significantly higher for 1990 and later") and "p < 0.001" in told


def test_what_has_no_value_lies_on_neither_side(boats: pd.DataFrame) -> None:
    told = autoviz.ask(boats, "average price of boats with a length under 9 vs 9 and above").answer
    below = boats["price"][boats["length_m"] < 9].mean()
    above = boats["price"][boats["length_m"] >= 9].mean()
    assert f"{below:.2f} for length below 9 and {above:.2f} for length 9 or more" in told
    assert f"Where length is missing: {boats['price'][boats['length_m'].isna()].mean():.2f}." in told


def test_what_is_more_common_is_told_by_its_share(boats: pd.DataFrame) -> None:
    shares = boats.groupby("channel")["cancelled"].mean()
    told = autoviz.ask(boats, "are cancellations more common on the web than in the yard?").answer
    assert told.startswith("Yes: ")
    assert f"{shares['web']:.1%} for web and {shares['yard']:.1%} for yard" in told and "phone" not in told
    assert f"{boats['cancelled'].mean():.1%}"[:-1] in autoviz.ask(boats, "what's the cancellation rate overall").answer


def test_both_ends_are_told_with_how_far_they_lie_apart(boats: pd.DataFrame) -> None:
    averages = boats.groupby("channel")["price"].mean().sort_values()
    told = autoviz.ask(boats, "which channel has the highest and which the lowest average price").answer
    assert told.startswith(f"{averages.index[-1].capitalize()} has the highest average price, {averages.iloc[-1]:.2f}")
    assert f"and {averages.index[0]} the lowest, {averages.iloc[0]:.2f}: " in told


def test_all_functions_that_are_named_are_told_and_no_others(boats: pd.DataFrame) -> None:
    mean, spread = (shown(boats["price"].agg(name)) for name in ("mean", "std"))
    told = autoviz.ask(boats, "what's the mean and standard deviation of price").answer
    assert told == f"Average price is {mean} and standard deviation of price {spread}."
    told = autoviz.ask(boats, "mean and sd of price by channel").answer
    assert told.startswith("Average price and standard deviation of price: ")


def test_what_only_looks_around_counts_the_rows_of_each_decade(boats: pd.DataFrame) -> None:
    table = profile(boats.rename(columns={"built": "year"}))
    around = Requirements(analysis=("summary",), outputs=("table",))
    intent = Intent(primary="general_eda", confidence=1.0, reasoning="it looks around")
    reading = Reading(requirements=around, intent=intent, confidence=0.4)
    query = by_decades("boats per decade", reading, table).requirements.query
    assert query is not None and [item.name for item in query.by] == ["decade"]
    assert [item.expr for item in query.measures] == [COUNT_ROWS]
    assert by_decades("what is this about", reading, table) == reading


def test_a_claim_is_about_the_group_that_other_words_name_first(boats: pd.DataFrame) -> None:
    dearer = boats.assign(price=boats["price"] + 20 * (boats["skipper"] == "male"))
    assert autoviz.ask(dearer, "do men pay a higher price than women").answer.startswith("Yes: average price is ")
    assert autoviz.ask(dearer, "do women pay a higher price than men").answer.startswith("No: average price is ")
