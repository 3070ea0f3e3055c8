"""Two measures lie along the axes in the order in which the question names them."""

from __future__ import annotations

import pandas as pd
import pytest

from autoviz.model.profile import DatasetProfile
from autoviz.model.requirements import ChartWish, Link, Requirements
from autoviz.planning.charting import chart_view
from autoviz.planning.pairing import axes_as_named
from autoviz.profile import profile
from autoviz.query.sql import from_sql

LINKS = (
    Link(phrase="income", target="gdpPercap", kind="synonym", score=0.9),
    Link(phrase="life expectancy", target="lifeExp", kind="abbreviation", score=0.9),
)


@pytest.fixture(scope="module")
def countries() -> DatasetProfile:
    return profile(pd.DataFrame({"gdpPercap": [100.5, 220.0, 90.1], "lifeExp": [70.2, 80.1, 60.0]}))


@pytest.mark.parametrize(("question", "x", "y"), [
    ("income and life expectancy", "gdpPercap", "lifeExp"),
    ("what is the correlation between life expectancy and income?", "lifeExp", "gdpPercap"),
    ("life expectancy against income", "gdpPercap", "lifeExp"),
    ("does life expectancy go up with income?", "gdpPercap", "lifeExp"),
    ("income vs. life expectancy", "lifeExp", "gdpPercap"),
    ("how does lifeExp depend on gdpPercap?", "gdpPercap", "lifeExp"),
    ("the effect of income on life expectancy", "gdpPercap", "lifeExp"),
])  # fmt: skip
def test_what_is_named_first_lies_along_x_and_what_is_set_against_it_goes_up(countries, question, x, y):
    for metrics in (("gdpPercap", "lifeExp"), ("lifeExp", "gdpPercap")):
        asked = Requirements(metrics=metrics, analysis=("correlation",), outputs=("chart",), links=LINKS)
        assert axes_as_named(asked, countries, question).metrics == (x, y)
        wished = asked.replaced(constraints=(ChartWish(mark="scatter", x=metrics[0], y=metrics[1]),))
        wish = axes_as_named(wished, countries, question).constraint(ChartWish)
        assert (wish.x, wish.y) == (x, y)


@pytest.mark.parametrize("question", ["income on the y axis, life expectancy on x", "how are they related?"])
def test_axes_that_are_named_or_measures_that_are_not_stay_as_they_were_read(countries, question):
    asked = Requirements(metrics=("lifeExp", "gdpPercap"), analysis=("correlation",), outputs=("chart",), links=LINKS)
    assert axes_as_named(asked, countries, question) == asked


def test_a_query_is_drawn_in_the_order_named_too(countries):
    query = from_sql('SELECT "lifeExp", "gdpPercap" FROM t', ["gdpPercap", "lifeExp"])
    asked = Requirements(query=query, outputs=("chart",), constraints=(ChartWish(mark="scatter"),))
    wish = axes_as_named(asked, countries, "scatter plot of lifeExp against gdpPercap").constraint(ChartWish)
    assert chart_view(query, wish, countries).slots == {"x": "gdpPercap", "y": "lifeExp"}


def test_an_id_names_rows_and_is_no_height():
    deals = profile(pd.DataFrame({"deal_id": range(1000, 1040), "land": ["a", "b"] * 20, "worth": [2.5, 7.25] * 20}))
    query = from_sql("SELECT deal_id, land, worth FROM t ORDER BY worth DESC LIMIT 9", list(deals.names))
    view = chart_view(query, ChartWish(mark="bar"), deals)
    assert (view.slots["x"], view.slots["y"]) == ("deal_id", "worth") and not view.slots.get("more_y")
