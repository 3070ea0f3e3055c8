"""Rendering: four styles over the same facts, complete up to the limit, and each passes the check of an answer."""

from __future__ import annotations

import pytest

from autoviz.answering.checking import Asked, problems
from autoviz.answering.rendering import Finding, rendered, style_for
from autoviz.linking.lexicon import common_words
from autoviz.model.fact import Fact
from autoviz.model.profile import DatasetProfile
from autoviz.model.requirements import Requirements
from autoviz.model.settings import Settings
from autoviz.registry.wording import wording

STYLES = ("short", "bullets", "grouped", "table")


def finding(count, **extra):
    facts = tuple(
        Fact(name="sum", value=1000.0 * number, metric="revenue", group={"region": f"R{number}", **extra}, step_id="a")
        for number in range(1, count + 1)
    )
    return Finding("total revenue", facts, rows=count)


NESTED = Finding(
    "total revenue",
    tuple(
        Fact(name="sum", value=float(place), metric="revenue", group={"region": region, "product": item}, step_id="a")
        for place, (region, item) in enumerate(
            ((r, p) for r in ("West", "East", "North", "South", "Mid") for p in ("Toys", "Food")), start=1
        )
    ),
)
COURSE = Finding(
    "total revenue",
    tuple(
        Fact(name="sum", value=value, metric="revenue", group={"region": region}, period=period, step_id="a")
        for region in ("West", "East")
        for value, period in ((10.0, "Jan 2023"), (12.5, "Feb 2023"), (30.0, "Mar 2023"))
    ),
)


def text(given, style, **settings):
    return "\n".join(rendered([given], style, Settings(**settings)))


def test_short_is_a_sentence():
    assert text(finding(2), "short") == "Total revenue: R1: 1,000 and R2: 2,000."
    assert text(COURSE, "short") == (
        "Total revenue: West from 10 in Jan 2023 to 30 in Mar 2023; East from 10 in Jan 2023 to 30 in Mar 2023."
    )


def test_bullets_are_lines():
    assert text(finding(2), "bullets") == "Total revenue:\n- R1: 1,000\n- R2: 2,000"


def test_groups_within_groups_have_a_line_each():
    told = text(NESTED, "grouped")
    assert told.splitlines()[:2] == ["Total revenue:", "- West: Toys 1 and Food 2"]
    assert "more" not in told, "a single one is not worth hiding"
    assert text(NESTED, "grouped", max_groups=2).splitlines()[-1] == "- 3 more"


def test_a_table_has_a_column_per_group():
    head, rule, first, *_ = text(NESTED, "table").splitlines()
    assert head == "| region | product | total revenue |"
    assert rule == "| --- | --- | --- |"
    assert first == "| West | Toys | 1 |"


@pytest.mark.parametrize("style", STYLES)
def test_a_list_is_complete_up_to_the_limit(style):
    told = text(finding(10), style)
    assert all(f"R{number}" in told for number in range(1, 11)) and "more" not in told


@pytest.mark.parametrize("style", STYLES)
def test_beyond_the_limit_it_says_how_many_more(style):
    told = text(finding(13), style)
    assert "R10" in told and "R11" not in told and "3 more" in told
    assert "8 more" in text(finding(13), style, max_items=5)
    assert "R11" in text(finding(11), style) and "more" not in text(finding(11), style), "one more is named"


def test_paragraphs_are_limited():
    told = rendered([finding(1)] * 6, "short", Settings(max_paragraphs=4))
    assert len(told) == 5 and told[-1] == "2 more."


def test_the_style_follows_from_the_facts_unless_it_is_set():
    assert style_for([finding(3)], "auto")[0] == "short"
    assert style_for([NESTED], "auto")[0] == "grouped"
    assert style_for([NESTED], "table")[0] == "table"


def test_the_only_one_asked_for_is_called_so():
    fact = Fact(name="largest", value=5.0, metric="revenue", group={"region": "West"}, step_id="a")
    assert text(Finding("total revenue", (fact,)), "short") == "West has the highest total revenue: 5."


def test_years_and_missing_groups_are_named_as_they_are():
    years = (2023, 2024.0, None)
    facts = tuple(Fact(name="sum", value=5.0, metric="revenue", group={"year": year}, step_id="a") for year in years)
    assert text(Finding("total revenue", facts), "short") == "Total revenue: 2023: 5, 2024: 5 and (missing) 5."


@pytest.mark.parametrize("style", ("short", "bullets", "grouped"))
@pytest.mark.parametrize("given", (finding(3), finding(13), NESTED, COURSE), ids=("few", "many", "nested", "course"))
def test_our_own_text_passes_our_own_check(given, style):
    asked = Asked(
        question="revenue by region and product over time",
        requirements=Requirements(metrics=("revenue",), group_by=("region",), analysis=("trend",)),
        profile=DatasetProfile(engine="pandas", rows=1, columns=(), fingerprint="x"),
        facts=given.facts,
        measures=(given.what,),
        wording=wording(),
        common=common_words(),
    )
    told = rendered([given], style, Settings(max_groups=5))
    assert [item for item in problems(told, asked) if "left out" not in item] == []


@pytest.mark.parametrize(("value", "said"), [("True", "watered True"), ("N", "watered N"), ("loam", "loam")])
def test_a_yes_or_a_no_is_told_with_what_it_is_of(value, said):
    facts = tuple(
        Fact(name="mean", value=5.0, metric="yield", group={"watered": value}, period=year, step_id="a")
        for year in ("2023", "2024")
    )
    assert text(Finding("average yield", facts), "short") == f"Average yield: {said} from 5 in 2023 to 5 in 2024."
