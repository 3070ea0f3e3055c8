"""A Query becomes steps by what tools say that they serve: swap the registry, and the plan is another."""

from __future__ import annotations

from dataclasses import replace

import faiss
import numpy as np
import pandas as pd
import pytest

import autoviz
from autoviz.analysis import opening
from autoviz.errors import ExecutionError
from autoviz.evaluation.gold import told_table
from autoviz.model.requirements import ChartWish, Requirements, Time
from autoviz.pipeline import run
from autoviz.planning.charting import chart_view
from autoviz.planning.clauses import road_of
from autoviz.planning.drafting import draft
from autoviz.planning.evidence import stated_chart
from autoviz.planning.serving import filled, serving
from autoviz.profile import profile
from autoviz.query.sql import from_sql
from autoviz.readers.default import default_encoder
from autoviz.registry.catalog import default_catalog
from autoviz.registry.index import ToolIndex, tool_index
from tests.planning.conftest import with_catalog

BY_REGION = 'SELECT "region", sum("amount") AS amount FROM t GROUP BY 1'


def tools(part):
    return [step.tool for step in part.plan.steps]


def without(*names):
    kept = {name: tool for name, tool in default_catalog().tools.items() if name not in names}
    return lambda state: with_catalog(state, tools=kept)


def test_a_simple_sum_takes_the_simple_tool_and_a_formula_the_general_one(orders, carried_out):
    assert tools(carried_out(orders, BY_REGION)) == ["aggregate"]
    formula = 'SELECT "region", sum("amount") / sum("cost") AS margin FROM t GROUP BY 1'
    assert tools(carried_out(orders, formula)) == ["summarise"]


def test_rows_as_they_stand_are_shown_and_proven(orders, carried_out):
    part = carried_out(orders, "SELECT * FROM t")
    assert tools(part) == ["show_table"] and part.coverage.complete
    assert part.proof.verdict == "proven" and part.proof.rows == len(orders)
    pd.testing.assert_frame_equal(told_table(part), orders)


def test_a_tool_taken_out_is_replaced_by_another_that_serves_the_same(orders, carried_out):
    part = carried_out(orders, 'SELECT * FROM t ORDER BY "units" DESC LIMIT 3')
    assert tools(part) == ["top_k"]
    part = carried_out(orders, 'SELECT * FROM t ORDER BY "units" DESC LIMIT 3', without("top_k"))
    assert "top_k" not in tools(part)
    assert list(part.outcomes[part.plan.steps[-1].id].table.pandas()["units"]) == [9, 8, 7]


def test_the_first_of_each_group_takes_two_steps_where_no_tool_does_it_in_one(orders, carried_out):
    sql = 'SELECT "region", "units" FROM t QUALIFY row_number() OVER (PARTITION BY "region" ORDER BY "units") <= 1'
    one, two = carried_out(orders, sql), carried_out(orders, sql, without("top_within"))
    assert tools(one)[0] == "top_within" and tools(two)[:2] == ["compute_columns", "filter_by"]
    assert one.coverage.complete and two.coverage.complete
    assert two.proof.verdict == "proven"


def test_what_no_tool_serves_is_not_done_and_says_why(orders, carried_out):
    sql = 'SELECT * FROM t WHERE "amount" > "cost" ORDER BY "units"'
    part = carried_out(orders, sql, without("filter_by"))
    assert "filter_by" not in tools(part)
    assert part.coverage.not_done
    assert "not done, because" in part.coverage.not_done[0]


@pytest.mark.parametrize(("missing", "runs"), [((), 3), (("filter_by",), 1)])
def test_a_question_has_three_tries_whether_planning_or_running_takes_them(orders, carried_out, missing, runs):
    seen = []

    def refuses(df, **params):
        seen.append(params)
        raise ExecutionError("not with these rows", retryable=True)

    def change(state):
        functions = dict.fromkeys(("sort_rows", "order_rows"), refuses)
        return with_catalog(without(*missing)(state), functions={**default_catalog().functions, **functions})

    with pytest.raises(ExecutionError, match="not with these rows"):
        carried_out(orders, 'SELECT * FROM t WHERE "amount" > "cost" ORDER BY "units"', change)
    assert len(seen) == runs


def test_another_index_gives_another_plan_where_several_tools_serve_the_same(orders, carried_out):
    catalog = default_catalog()
    twins = {name: catalog.tools["top_k"].replaced(name=name, function=name) for name in ("best_first", "best_last")}
    listed = {**{name: tool for name, tool in catalog.tools.items() if name != "top_k"}, **twins}
    functions = {**catalog.functions, **dict.fromkeys(twins, catalog.functions["top_k"])}

    class Fixed(ToolIndex):
        """An index in which one tool is always nearest."""

        def __init__(self, nearest):
            self.nearest = nearest

        def search(self, vectors, count):
            return [[(self.nearest, 0.9)] for _ in np.asarray(vectors)]

    def nearest(name):
        def change(state):
            return replace(with_catalog(state, tools=listed, functions=functions), index=lambda: Fixed(name))

        return change

    sql = 'SELECT * FROM t ORDER BY "units" DESC LIMIT 3'
    assert tools(carried_out(orders, sql, nearest("best_first"))) == ["best_first"]
    assert tools(carried_out(orders, sql, nearest("best_last"))) == ["best_last"]


def junk(state):
    """An index in which no tool lies near to anything: its vectors say nothing of the tools."""
    names, size = tuple(state.context.catalog.tools), state.embed(["x"]).shape[1]
    vectors = np.random.default_rng(7).normal(size=(len(names), size)).astype(np.float32)
    index = faiss.IndexFlatIP(size)
    index.add(vectors / np.linalg.norm(vectors, axis=1, keepdims=True))
    return replace(state, index=lambda: ToolIndex(names, index, from_cache=False))


@pytest.mark.parametrize(
    "sql",
    [
        'SELECT * FROM t WHERE "amount" > "cost" ORDER BY "units"',
        'SELECT "region", sum("amount") / sum("cost") AS margin FROM t GROUP BY 1',
        'SELECT "region", "units" FROM t QUALIFY row_number() OVER (PARTITION BY "region" ORDER BY "units") <= 1',
    ],
)
def test_with_an_index_that_finds_nothing_only_what_the_template_has_is_done(orders, carried_out, sql):
    found, lost = carried_out(orders, sql), carried_out(orders, sql, junk)
    assert found.coverage.complete and found.proof.verdict == "proven"
    assert tools(lost) != tools(found)
    assert any("not done, because" in told for told in lost.coverage.not_done)
    assert lost.proof.verdict != "proven"


def test_a_tool_of_a_plugin_is_planned_by_the_default_reader(orders, tmp_path):
    """The default reader asks for the two largest; a tool that only the plugin brings and no template names does it."""
    catalog = default_catalog()
    described = {"name": "best_few", "function": "best_few", "description": "The best few rows by a metric."}
    plugin = catalog.tools["top_k"].replaced(**described)
    listed = {**{name: tool for name, tool in catalog.tools.items() if name != "top_k"}, "best_few": plugin}
    functions = {**catalog.functions, "best_few": catalog.functions["top_k"]}
    ranking = catalog.templates["ranking"]
    first, _, last = ranking.steps
    unaware = ranking.replaced(tools=("aggregate", "plot_bar"), steps=(first, last.replaced(inputs=(first.id,))))
    templates = {**catalog.templates, "ranking": unaware}
    state = opening(orders, "top 2 regions by total amount")
    changed = with_catalog(state, tools=listed, functions=functions, templates=templates)
    index = tool_index(changed.context.catalog, default_encoder("autoviz-reader"), tmp_path)
    part = run(replace(changed, index=lambda: index)).parts[0]
    (found,) = [item for item in part.shortlist.tools if item.tool == "best_few"]
    assert found.origin == "retrieved"
    assert "best_few" in tools(part)
    assert part.coverage.complete


def test_charts_are_known_by_the_marks_that_tools_serve_and_not_by_their_names(orders):
    """Another package draws areas: where its own checks refuse them, lines take their place as they do for ours."""
    found = default_catalog()
    areas = found.tools["plot_area"].replaced(name="mountains", function="mountains")
    others = {name: tool for name, tool in found.tools.items() if name != "plot_area"}
    catalog = replace(found, tools={**others, "mountains": areas})
    asked = Requirements(
        metrics=("amount",), time=Time(column="day", grain="month"), analysis=("trend",), outputs=("chart",),
        constraints=(ChartWish(mark="area"),),
    )  # fmt: skip
    known = profile(orders)

    def drawn(*refused):
        made = draft(asked, known, catalog, lambda name: "sum", refused=frozenset(refused))
        return made.steps[-1]

    assert drawn().tool == "mountains" and stated_chart(drawn(), asked, catalog)
    assert drawn("mountains").tool == "plot_line"


def test_another_template_gives_another_diff(orders):
    one, other = autoviz.ask(orders, "total amount by region"), autoviz.ask(orders, "share of amount by region")
    assert one.diff.base != other.diff.base
    assert [step.tool for step in one.plan.steps] != [step.tool for step in other.plan.steps]


def test_another_template_gives_another_plan_where_several_tools_serve_the_same(orders, carried_out):
    """The same Query, registry and index; only what the templates curate is another."""
    catalog = default_catalog()
    twins = {name: catalog.tools["top_k"].replaced(name=name, function=name) for name in ("best_first", "best_last")}
    listed = {**{name: tool for name, tool in catalog.tools.items() if name != "top_k"}, **twins}
    functions = {**catalog.functions, **dict.fromkeys(twins, catalog.functions["top_k"])}

    def curating(name):
        templates = {key: item.replaced(tools=(*item.tools, name)) for key, item in catalog.templates.items()}
        return lambda state: with_catalog(state, tools=listed, functions=functions, templates=templates)

    for name in twins:
        part = carried_out(orders, 'SELECT * FROM t ORDER BY "units" DESC LIMIT 3', curating(name))
        assert tools(part) == [name] and part.coverage.complete
        (chosen,) = [item for item in part.shortlist.tools if item.tool == name]
        assert chosen.origin == "template"


@pytest.mark.parametrize(
    ("question", "usual", "chart"),
    [
        ("total amount by region", "bar", "pie"),
        ("total amount by month", "line", "area"),
    ],
)
def test_a_template_decides_what_a_question_leaves_open_and_nothing_else(orders, question, usual, chart):
    """Its chart and the params that nobody stated are its own; what was asked and what is told of it are the same."""
    titles = {f"plot_{chart}": {"title": "From the template"}, f"plot_{usual}": {"title": "Asked for"}}
    changes = {"chart": chart, "defaults": titles}
    templates = {key: item.replaced(**changes) for key, item in default_catalog().templates.items()}

    def planned(text, **changed):
        part = run(with_catalog(opening(orders, text), **changed)).parts[0]
        assert part.coverage.complete and part.proof.verdict == "proven"
        return part.plan.steps

    before, after = planned(question), planned(question, templates=templates)
    assert before[-1].tool == f"plot_{usual}" and after[-1].tool == f"plot_{chart}"
    assert after[-1].params["title"] == "From the template" and after[-1].params["x"] == before[-1].params["x"]
    assert before[:-1] == after[:-1]
    asked = planned(f"{question} as a {usual} chart", templates=templates)[-1]
    assert asked.tool == f"plot_{usual}" and asked.params["title"] == "Asked for"


@pytest.mark.parametrize(("chart", "drawn"), [("area", "draw area"), ("table", None), ("box", "draw bar")])
def test_a_template_draws_groups_of_a_query_by_its_own_chart_where_it_shows_groups(orders, chart, drawn):
    query = from_sql(BY_REGION, list(orders.columns))
    view = chart_view(query, ChartWish(), profile(orders), chart)
    assert (view.kind if view else None) == drawn
    assert chart_view(query, ChartWish(mark="pie"), profile(orders), chart).kind == "draw pie"


@pytest.mark.parametrize("mark", ["line", "area"])
def test_rows_of_a_panel_are_drawn_along_time_in_the_colours_of_its_things(mark):
    miles = pd.DataFrame({"state": ["CA", "TX"] * 6, "year": [2000 + place // 2 for place in range(12)]})
    miles["miles"] = range(100, 112)
    sql = """SELECT "year", "state", "miles" FROM t WHERE "state" IN ('CA', 'TX') ORDER BY 2, 1"""
    view = chart_view(from_sql(sql, list(miles.columns)), ChartWish(mark=mark), profile(miles))
    assert view is not None and view.kind == f"draw {mark}"
    assert (view.slots["x"], view.slots["y"], view.slots["color"]) == ("year", "miles", "state")


def test_only_tools_of_the_shortlist_are_planned(orders, carried_out):
    for sql in (BY_REGION, 'SELECT "region" FROM t WHERE "amount" > (SELECT avg("amount") FROM t)'):
        part = carried_out(orders, sql)
        assert set(tools(part)) <= set(part.shortlist.names)


@pytest.mark.parametrize(
    ("sql", "kinds"),
    [
        (BY_REGION, ["group"]),
        ('SELECT "region" FROM t WHERE "units" > 3', ["where", "shown"]),
        ('SELECT count(*) AS n FROM t WHERE "amount" > (SELECT avg("amount") FROM t)',
         ["group", "value", "where", "group"]),
        ('SELECT * FROM t ORDER BY "units" LIMIT 2', ["best"]),
        ('SELECT "region", "units" FROM t QUALIFY row_number() OVER (PARTITION BY "region" ORDER BY "units") <= 1',
         ["within", "shown"]),
        ('SELECT DISTINCT "region" FROM t', ["group"]),
    ],
)  # fmt: skip
def test_a_query_is_a_road_of_clauses(orders, sql, kinds):
    road = road_of(from_sql(sql, list(orders.columns)), list(orders.columns))
    assert [clause.kind for clause in road.all()] == kinds


def test_a_tool_that_would_lose_a_slot_does_not_serve(orders):
    catalog = default_catalog()
    road = road_of(from_sql('SELECT * FROM t ORDER BY "units" LIMIT 2', list(orders.columns)), list(orders.columns))
    (clause,) = road.clauses
    assert filled(catalog.tools["sort_rows"], clause.views[0], catalog) is None
    assert serving(clause, ["sort_rows", "top_k"], catalog).tool == "top_k"


@pytest.mark.parametrize(
    ("sql", "cast"),
    [
        ('SELECT "age", sum("n") AS n FROM t GROUP BY 1 ORDER BY 1', False),
        ('SELECT count(*) AS n FROM t WHERE "station" IS NULL', False),
        ('SELECT count(DISTINCT "age") AS n FROM t', False),
        ('SELECT avg("age") AS age FROM t', True),
        ('SELECT * FROM t ORDER BY "age" DESC', True),
        ('SELECT "digits", sum("n") AS n FROM t GROUP BY 1 ORDER BY 1', True),
    ],
)
def test_text_is_read_as_numbers_only_where_numbers_are_needed(carried_out, sql, cast):
    """A label such as <38 names a group as it is written; digits alone may be sorted as the numbers that they are."""
    cells = {"age": ["<38", ">38", "40", None] * 5, "digits": ["2", "10", "9", "30"] * 5, "n": range(20)}
    rows = pd.DataFrame({**cells, "station": [*map(str, range(19)), "c168"]})
    part = carried_out(rows, sql)
    assert ("cast_types" in tools(part)) == cast
    assert part.proof.verdict == "proven"


def test_rows_are_sorted_by_what_an_inner_query_names_anew(orders, carried_out):
    inner = 'SELECT "units" AS number, "units" - lag("units") OVER (ORDER BY "units") AS step FROM t'
    running = 'sum("step") OVER (ORDER BY "number") AS running'
    part = carried_out(orders, f'SELECT number, {running} FROM ({inner}) WHERE number > 6 ORDER BY 1')
    assert part.proof.verdict == "proven"
    assert told_table(part).to_dict("list") == {"number": [7, 8, 9], "running": [1, 2, 3]}


def test_what_a_column_lacks_is_counted_even_where_it_lacks_all(orders, carried_out):
    part = carried_out(orders.assign(note=np.nan), 'SELECT count(*) - count("note") AS missing FROM t')
    assert part.outcomes["group"].table.pandas()["missing"].tolist() == [9]
    assert part.proof.verdict == "proven"
    hollow = carried_out(orders.assign(note=np.nan), 'SELECT avg("note") AS note FROM t')
    assert "no values" in hollow.emptied.what


def test_every_tool_says_what_it_serves():
    silent = [name for name, tool in default_catalog().tools.items() if not tool.serves]
    assert silent == []
