"""Speed and density: what two columns tell together where no column says it."""

from __future__ import annotations

import pandas as pd
import pytest

import autoviz

ROUTES = pd.DataFrame({
    "started_on": pd.date_range("2024-01-01", periods=60).astype(str),
    "courier": ["Ann", "Bo", "Cy"] * 20,
    "distance_km": [3.0 + (place * 7) % 23 for place in range(60)],
    "duration_min": [11 + (place * 13) % 47 for place in range(60)],
})  # fmt: skip
ISLANDS = pd.DataFrame({
    "island": ["Arn", "Bly", "Coe", "Dun", "Eda", "Fyr"],
    "region": ["north", "south"] * 3,
    "inhabitants": [9100, 420, 33000, 1250, 7700, 15800],
    "area_km2": [41.0, 12.5, 300.2, 77.0, 19.3, 120.8],
})  # fmt: skip
DENSITY = ISLANDS["inhabitants"] / ISLANDS["area_km2"]


def _speed(rows):
    return rows["distance_km"].sum() / rows["duration_min"].sum() * 60


def test_a_speed_is_the_distance_by_the_hours_that_it_took():
    asked = autoviz.ask(ROUTES, "average speed by courier", reader="embedded")
    expected = {name: _speed(rows) for name, rows in ROUTES.groupby("courier")}
    assert dict(asked.table.itertuples(index=False)) == pytest.approx(expected)
    assert "km/h" in asked.answer and asked.requirements.not_found == ()
    assert "speed is distance_km by duration_min, in hours." in asked.assumed


def test_a_bound_on_a_speed_is_none_on_the_distance():
    asked = autoviz.ask(ROUTES, "routes with a speed above 30", reader="embedded")
    speeds = ROUTES["distance_km"] / (ROUTES["duration_min"] / 60)
    assert len(asked.table) == (speeds > 30).sum()
    assert asked.table["speed"].min() > 30
    longer = autoviz.ask(ROUTES, "average speed of routes with a distance above 10", reader="embedded")
    assert longer.table.iloc[0, 0] == pytest.approx(_speed(ROUTES[ROUTES["distance_km"] > 10]))


@pytest.mark.parametrize("question", ["population density by island", "density of inhabitants by island"])
def test_a_density_is_what_is_counted_by_the_area(question):
    found = autoviz.ask(ISLANDS, question, reader="embedded").table
    assert dict(found.itertuples(index=False)) == pytest.approx(dict(zip(ISLANDS["island"], DENSITY, strict=True)))


def test_the_first_by_density():
    asked = autoviz.ask(ISLANDS, "top 2 islands by population density", reader="embedded")
    first = ISLANDS.assign(density=DENSITY).nlargest(2, "density")
    assert list(asked.table.iloc[:, 0]) == list(first["island"])


def test_a_speed_that_the_table_does_not_tell_is_told_to_be_missed():
    asked = autoviz.ask(ROUTES.drop(columns="duration_min"), "average speed by courier", reader="embedded")
    assert "speed" in asked.requirements.not_found or asked.clarification is not None


def test_a_density_plot_is_a_way_to_draw():
    asked = autoviz.ask(ISLANDS, "density plot of inhabitants", reader="embedded")
    assert asked.requirements.not_found == () and "area_km2" not in str(asked.query)


def test_a_column_of_that_name_is_taken():
    told = ISLANDS.assign(density=[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    asked = autoviz.ask(told, "average density by region", reader="embedded")
    assert set(asked.table.iloc[:, -1]) == {3.0, 4.0}


def test_per_capita_is_by_the_number_of_people():
    grown = ISLANDS.assign(income_eur=[92e6, 8.4e6, 33e6, 50e6, 7.7e6, 15.8e6])
    asked = autoviz.ask(grown, "top 2 islands by income per capita", reader="embedded")
    assert set(asked.table.iloc[:, 0]) == {"Bly", "Dun"}
    bound = autoviz.ask(grown, "islands with an income per head above 10000", reader="embedded")
    assert set(bound.table["island"]) == {"Bly", "Dun", "Arn"}


def test_what_is_told_for_each_of_many_people_already_is_not_divided_again():
    told = ISLANDS.assign(bags=[3.1, 2.2, 4.0, 1.9, 2.7, 3.3])
    asked = autoviz.ask(told, "which island has the most bags per head", reader="embedded")
    assert "inhabitants" not in str(asked.query) and asked.requirements.not_found == ("head",)


MAILINGS = pd.DataFrame({
    "sent_on": pd.date_range("2024-03-01", periods=48).astype(str),
    "newsletter": ["Garden", "Kitchen", "Travel", "Kids"] * 12,
    "impressions": [900 + (place * 37) % 411 for place in range(48)],
    "clicks": [20 + (place * 11) % 53 for place in range(48)],
    "spend_eur": [5.5 + (place * 3) % 17 for place in range(48)],
    "orders": [1 + (place * 5) % 9 for place in range(48)],
})  # fmt: skip


@pytest.mark.parametrize(("question", "over", "under"), [
    ("click-through rate by newsletter", "clicks", "impressions"),
    ("ctr by newsletter", "clicks", "impressions"),
    ("cpc by newsletter", "spend_eur", "clicks"),
    ("conversion rate by newsletter", "orders", "clicks"),
])  # fmt: skip
def test_a_rate_of_advertising_is_one_count_by_the_other(question, over, under):
    asked = autoviz.ask(MAILINGS, question, reader="embedded")
    totals = MAILINGS.groupby("newsletter")[[over, under]].sum()
    assert dict(asked.table.itertuples(index=False)) == pytest.approx(dict(totals[over] / totals[under]))
    assert any(f"is {over} by {under}." in told for told in asked.assumed)


def test_a_rate_that_a_column_tells_is_that_column():
    told = MAILINGS.assign(conversion_rate=[0.01 * (place % 7) for place in range(48)])
    asked = autoviz.ask(told, "average conversion rate by newsletter", reader="embedded")
    assert dict(asked.table.itertuples(index=False)) == pytest.approx(
        dict(told.groupby("newsletter")["conversion_rate"].mean())
    )
