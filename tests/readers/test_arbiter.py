"""Which of two readings is taken: by how sure each is, how much is left open, and what is left out."""

from __future__ import annotations

import pandas as pd
import pytest

from autoviz.model.intent import Intent
from autoviz.model.reading import Alternative, Reading
from autoviz.model.requirements import Aggregation, ChartWish, Filter, Link, Requirements
from autoviz.model.requirements import Sort as Order
from autoviz.profile import profile
from autoviz.query.language import Aggregate, Call, Column, Constant, Limit, Named, Query, Sort
from autoviz.readers.embedded.arbiter import (
    features,
    likelier,
    of_things,
    open_words,
    preferred,
    read_alike,
)
from autoviz.readers.embedded.asking import by_years, spelled_out

INTENT = Intent(primary="comparative_analysis", confidence=0.9, reasoning="")
SOLD = profile(pd.DataFrame({"region": list("NSNWNS"), "order_id": [1, 1, 2, 2, 3, 3], "units": [4, 8, 1, 3, 9, 2]}))
ROWS, UNITS = Aggregate(func="count"), Aggregate(func="sum", args=(Column(name="units"),))
BY_REGION = Query(
    by=(Named(name="region", expr=Column(name="region")),), measures=(Named(name="units", expr=UNITS),)
)
RANKED = Order(by="y", order="desc")
COUNTED = BY_REGION.replaced(measures=(Named(name="count", expr=ROWS),))


def read_by_heads(confidence: float, linked: tuple[str, ...] = (), **asked: object) -> Reading:
    links = tuple(Link(phrase=word, target=word, kind="name", score=1.0) for word in linked)
    needs = Requirements(outputs=("chart",), group_by=("region",), links=links, **asked)  # type: ignore[arg-type]
    return Reading(requirements=needs, intent=INTENT, confidence=confidence)


def read_by_decoder(confidence: float, unused: tuple[str, ...] = (), query: Query = BY_REGION) -> Reading:
    needs = Requirements(outputs=("table",), query=query, unused=unused)
    other = Alternative(requirements=needs.replaced(query=BY_REGION.replaced(by=())), confidence=confidence / 2)
    return Reading(requirements=needs, intent=INTENT, confidence=confidence, alternatives=(other,))


def chosen(text: str, heads: Reading, decoder: Reading) -> Reading:
    return likelier(text, heads, decoder, SOLD)


def test_the_surer_reading_is_taken_with_its_alternatives_as_far_behind():
    sure, unsure = read_by_decoder(0.9), read_by_heads(0.3)
    taken = chosen("orders of each region", unsure, sure)
    assert taken.requirements == sure.requirements
    assert taken.alternatives[0].confidence == pytest.approx(taken.confidence / 2)
    other = chosen("orders of each region", read_by_heads(0.99, ("region",)), read_by_decoder(0.05))
    assert other.requirements.query is None


def test_words_that_the_heads_leave_open_speak_against_them():
    text = "which region wins the trophy of returning customers"
    closed, opened = read_by_heads(0.9, tuple(text.split())), read_by_heads(0.9)
    assert open_words(text, closed) == 0 < open_words(text, opened)
    decoded = read_by_decoder(0.01)
    assert chosen(text, closed, decoded).confidence > chosen(text, opened, decoded).confidence


def test_a_reading_that_does_not_read_a_linked_column_gives_way():
    heads, text = read_by_heads(0.9, ("region", "order_id")), "orders of each region"
    both = BY_REGION.replaced(where=Call(op=">", args=(Column(name="order_id"), Constant(value=0))))
    seen = [features(text, heads, read_by_decoder(0.5, query=query))["unread"] for query in (both, BY_REGION)]
    assert seen == [0.0, 1.0]


def test_where_both_say_the_same_it_is_told_in_fields():
    taken = chosen("rows by region", read_by_heads(0.3), read_by_decoder(0.95, query=COUNTED))
    assert taken.requirements.query is None
    apart = chosen("rows by region", read_by_heads(0.3), read_by_decoder(0.95))
    assert taken.confidence > apart.confidence, "what both say is surer"
    stated = read_by_heads(0.3, constraints=(ChartWish(mark="bar"),))
    assert chosen("bar chart of rows by region", stated, read_by_decoder(0.95, query=COUNTED)).confidence > 0.6
    other = COUNTED.replaced(where=Call(op=">", args=(Column(name="units"), Constant(value=2))))
    assert chosen("rows by region", read_by_heads(0.3), read_by_decoder(0.95, query=other)).requirements.query


def test_what_no_query_says_stays_with_the_heads():
    sized = read_by_heads(0.05, constraints=(ChartWish(mark="scatter", size="units"),))
    assert chosen("region by size of units", sized, read_by_decoder(0.9)).requirements == sized.requirements
    look = read_by_heads(0.5, analysis=("summary",))
    assert chosen("hmm", look, read_by_decoder(0.1)).requirements == look.requirements
    surer = look.replaced(confidence=0.95)
    assert chosen("what does this table hold", surer, read_by_decoder(0.7)).requirements == look.requirements


def test_years_are_drawn_on_a_time_axis():
    days = profile(pd.DataFrame({"day": pd.date_range("2021-03-01", periods=9, freq="MS"), "year": range(2001, 2010)}))
    parts = [Call(op="date part", args=(Constant(value=part), Column(name="day"))) for part in ("year", "month")]
    asked = Query(by=tuple(Named(name=f"key_{at}", expr=part) for at, part in enumerate(parts)))
    assert [key.expr.op for key in by_years(asked, days).by] == ["period", "date part"]


def test_things_with_several_rows_are_counted_once():
    heads = read_by_heads(0.9, metrics=("order_id",), constraints=(Aggregation(metric="order_id", func="nunique"),))
    counted = of_things(read_by_decoder(0.5, query=COUNTED), heads).requirements.query
    assert counted is not None
    assert counted.measures[0].expr == Aggregate(func="distinct", args=(Column(name="order_id"),))
    assert of_things(read_by_decoder(0.5, query=COUNTED), read_by_heads(0.9)).requirements.query == COUNTED
    grouped = Query(source=Query(by=(Named(name="region", expr=Column(name="region")),)), measures=COUNTED.measures)
    assert of_things(read_by_decoder(0.5, query=grouped), heads).requirements.query == grouped, "groups are counted"
    keys = Named(name="orders", expr=Aggregate(func="sum", args=(Column(name="order_id"),)))
    added = of_things(read_by_decoder(0.5, query=BY_REGION.replaced(measures=(keys,))), heads).requirements.query
    assert added is not None and added.measures[0].expr == counted.measures[0].expr, "keys are not added up"


def test_words_of_a_project_are_spelled_out():
    meant = {"turnover": "net_revenue", "west coast": {"region": "West"}, "west": {"region": "Western"}}
    told = spelled_out("Turnover on the west coast, turnovers apart", SOLD, meant)
    assert told == "net revenue on the West, turnovers apart"


def test_a_misspelt_name_is_spelled_right_and_words_of_their_own_are_kept():
    assert spelled_out("untis by regoin", SOLD, {}) == "units by region"
    assert spelled_out("unity of the regions", SOLD, {}) == "unity of the regions"


ITS_OWN = ("heads", "chart stated", "open words", "as rows", "tens of words", "bias")
WEIGHTS = {"decoder": 1.0, **dict.fromkeys(ITS_OWN, 0.0)}


def test_the_better_reader_is_believed_even_where_the_other_is_sure():
    embedded, planned = read_by_heads(0.95, ("region",)), read_by_decoder(0.6)
    taken = preferred("orders of each region", embedded, planned, SOLD, WEIGHTS)
    assert taken.requirements == planned.requirements
    assert taken.confidence == pytest.approx(0.6)


def test_what_no_query_says_stays_with_the_embedded_reader():
    sized = read_by_heads(0.2, constraints=(ChartWish(mark="scatter", size="units"),))
    assert preferred("bubbles by units", sized, read_by_decoder(0.9), SOLD, WEIGHTS) == sized


def test_what_two_readers_agree_on_is_told_in_fields_and_not_asked_about():
    total = (Aggregation(metric="units", func="sum"),)
    embedded = read_by_heads(0.4, metrics=("units",), analysis=("compare",), constraints=total)
    taken = preferred("units of each region", embedded, read_by_decoder(0.7), SOLD, WEIGHTS)
    assert taken.requirements == embedded.requirements
    assert taken.confidence == pytest.approx(0.7)


def test_readings_are_alike_only_where_all_that_decides_the_numbers_is():
    known = profile(pd.DataFrame({"region": ["a", "b"] * 20, "units": range(40), "revenue": range(100, 140)}))
    total = Aggregate(func="sum", args=(Column(name="revenue"),))
    by = (Named(name="region", expr=Column(name="region")),)
    plain = Query(by=by, measures=(Named(name="revenue", expr=total),))
    renamed = Query(by=by, measures=(Named(name="total_revenue", expr=total),))
    west = plain.narrowed(Call(op="=", args=(Column(name="region"), Constant(value="a"))))
    first = plain.replaced(order=(Sort(expr=Column(name="revenue")),), limit=Limit(n=1))
    last = plain.replaced(order=(Sort(expr=Column(name="revenue"), descending=True),), limit=Limit(n=1))

    def alike(one: Query, other: Query) -> bool:
        return read_alike(Requirements(query=one), Requirements(query=other), known)

    assert alike(plain, renamed) and alike(first, first)
    assert not alike(plain, west) and not alike(first, last) and not alike(plain, first)
    spread = Requirements(metrics=("revenue",), analysis=("distribution",))
    narrowed = spread.replaced(constraints=(Filter(column="region", op="=", value="a"),))
    assert read_alike(spread, spread, known) and not read_alike(spread, narrowed, known)


def test_the_first_of_all_groups_in_order_is_the_same_as_the_first_alone():
    ranked = read_by_heads(0.9, ("region", "units"), metrics=("units",), analysis=("rank",), constraints=(RANKED,))
    first = BY_REGION.replaced(order=(Sort(expr=Column(name="units"), descending=True),), limit=Limit(n=1))
    taken = chosen("which region has the most units", ranked, read_by_decoder(0.9, query=first))
    assert taken.requirements.query is None
    last = first.replaced(order=(Sort(expr=Column(name="units")),))
    other = chosen("which region has the most units", ranked, read_by_decoder(0.99, query=last))
    assert other.requirements.query == last


def test_a_chart_that_is_named_is_drawn_whoever_reads_the_rest():
    stated = read_by_heads(0.02, constraints=(ChartWish(mark="line"),))
    needs = Requirements(outputs=("chart", "table"), query=COUNTED, constraints=(ChartWish(mark="bar"),))
    decoded = Reading(requirements=needs.replaced(query=BY_REGION), intent=INTENT, confidence=0.99)
    taken = chosen("draw a line of how many pieces went where", stated, decoded)
    assert taken.requirements.query == BY_REGION
    assert taken.requirements.constraint(ChartWish) == ChartWish(mark="line")


def test_a_column_that_is_named_is_not_passed_over_where_every_word_is_known():
    heads, less = read_by_heads(0.3, ("region", "units")), read_by_decoder(0.65, query=COUNTED.replaced(by=()))
    assert chosen("units of each region", heads, less).requirements == heads.requirements
    assert chosen("units of each region beside a harbour", heads, less).requirements == less.requirements
    sure = read_by_decoder(0.99, query=COUNTED.replaced(by=()))
    assert chosen("units of each region", heads, sure).requirements == sure.requirements


def test_rows_are_counted_in_all_groups_that_are_named():
    views = pd.DataFrame({"view": ["good", "bad", "none"] * 20, "region": ["N", "S"] * 30})
    links = tuple(Link(phrase=word, target=word, kind="name", score=1.0) for word in ("view", "region"))
    stated = (Aggregation(func="count"),)
    needs = Requirements(outputs=("chart",), group_by=("view", "region"), links=links, constraints=stated)
    heads = Reading(requirements=needs, intent=INTENT, confidence=0.7)
    less, sure = read_by_decoder(0.3, query=COUNTED), read_by_decoder(0.8, query=COUNTED)
    assert likelier("view by region", heads, less, profile(views)).requirements == needs
    assert likelier("view by region", heads, sure, profile(views)).requirements == sure.requirements


def test_rows_of_one_thing_of_a_panel_tell_its_course():
    lands = [
        (land, year, at + year / 9) for at, land in enumerate(("Arda", "Brid", "Cors")) for year in range(2000, 2020)
    ]
    found = profile(pd.DataFrame(lands, columns=["land", "year", "span"]))
    query = Query(where=Call(op="=", args=(Column(name="land"), Constant(value="Brid"))), shown=("year", "span"))
    links = (Link(phrase="span", target="span", kind="name", score=1.0),)
    needs = Requirements(outputs=("chart",), group_by=("land",), metrics=("span",), links=links)
    heads = Reading(requirements=needs, intent=INTENT, confidence=0.65)
    assert likelier("how did span in Brid change", heads, read_by_decoder(0.67, query=query), found).requirements.query
    everywhere = query.replaced(where=None)
    taken = likelier("show the span", heads, read_by_decoder(0.67, query=everywhere), found)
    assert taken.requirements == needs


def test_who_has_the_most_of_one_kind_puts_no_kinds_in_order():
    kept = Call(op="=", args=(Column(name="region"), Constant(value="N")))
    query = Query(
        where=kept, by=(Named(name="order_id", expr=Column(name="order_id")),),
        measures=(Named(name="units", expr=UNITS),), order=(Sort(expr=Column(name="units"), descending=True),),
        limit=Limit(n=1),
    )  # fmt: skip
    heads = read_by_heads(0.95, (), analysis=("rank",), constraints=(Aggregation(func="count"), RANKED))
    assert chosen("which order is the most N", heads, read_by_decoder(0.2, query=query)).requirements.query == query


def test_yes_that_rows_are_kept_by_is_no_thing_to_count():
    """How many smokers are the rows of smokers, and not the one value that says so."""
    kept = Call(op="=", args=(Column(name="region"), Constant(value="N")))
    query = Query(where=kept, measures=(Named(name="count", expr=ROWS),))
    decoder = read_by_decoder(0.9, query=query)
    heads = read_by_heads(0.5, constraints=(Aggregation(metric="region", func="nunique"),))
    assert of_things(decoder, heads) == decoder


@pytest.mark.parametrize(
    ("text", "decoded"), [("regions with units over 4", True), ("regions with 7 units over 4", False)]
)
def test_who_alone_reads_every_number_is_believed(text, decoded):
    bounded = BY_REGION.replaced(where=Call(op=">", args=(Column(name="units"), Constant(value=4))))
    taken = chosen(text, read_by_heads(0.99, ("region", "units")), read_by_decoder(0.05, query=bounded))
    assert (taken.requirements.query is not None) is decoded
