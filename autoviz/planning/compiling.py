"""Compiling: the road of a Query as steps, each by a tool of the shortlist that says it serves the Clause."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from autoviz.columns import free_name
from autoviz.model.base import Value
from autoviz.model.plan import SOURCE, Adaptation, Step, Template
from autoviz.model.profile import DatasetProfile
from autoviz.model.requirements import ChartWish, Requirements
from autoviz.model.tool import Shortlist
from autoviz.planning.adapting import changes_to
from autoviz.planning.charting import chart_view
from autoviz.planning.clauses import Clause, Road, road_of
from autoviz.planning.serving import doable, first_serving, serving
from autoviz.planning.text_numbers import TEXT_OPERATIONS, number_text, number_views
from autoviz.planning.views import View
from autoviz.query.language import (
    COMPARISONS,
    Aggregate,
    Call,
    Moment,
    Query,
    Sort,
    Window,
    columns_of,
    parts_of,
    plain_names,
)
from autoviz.query.stations import station_key
from autoviz.registry.catalog import Catalog

DATE_OPERATIONS = ("period", "date part", "date name", "time between", "later")


def compiled(
    requirements: Requirements,
    query: Query,
    template: Template,
    shortlist: Shortlist,
    profile: DatasetProfile,
    catalog: Catalog,
    refused: frozenset[str] = frozenset(),
) -> Adaptation:
    """The changes that make the template a plan for the Query and its chart, by tools of the shortlist alone."""
    draft = Compiled(catalog, shortlist.names)
    drawn = drawing(requirements, query, profile)
    dates = dict.fromkeys((*dated_text(query, profile), *_along_dates(drawn, query, profile)))
    start = draft.read_numbers(query, profile, draft.read_dates(tuple(dates)))
    end = draft.along(road_of(query, profile.names), start)
    if drawn is not None:
        draft.draw(drawn, end, refused)
    if not draft.steps and not draft.lacking:
        draft.show(end)
    return changes_to(template, draft.steps).replaced(lacking=tuple(draft.lacking))


def dated_text(query: Query, profile: DatasetProfile) -> tuple[str, ...]:
    """The columns whose cells are dates in text that the Query takes for dates as they are."""
    held = {item.name for item in profile.columns if item.dates is not None}
    calls = list(parts_of(Call, query))
    as_dates = {name for call in calls if _takes_dates(call) for name in plain_names(call.args)}
    as_text = {name for call in calls if call.op in TEXT_OPERATIONS for name in plain_names(call.args)}
    jumbled = {item.name for item in profile.of_kind("temporal") if item.dates is not None and not item.dates.in_order}
    needed = as_dates | (jumbled & set(_put_in_order(query)))
    return tuple(name for name in columns_of(query) if name in held & needed - as_text)


def _put_in_order(query: Query) -> Iterator[str]:
    """The columns of which a Query asks what comes first or last, or before something else."""
    yield from plain_names(item.expr for item in parts_of(Sort, query))
    ends: list[Aggregate | Window] = [*parts_of(Aggregate, query), *parts_of(Window, query)]
    for item in ends:
        if item.func in ("min", "max", "at min", "at max"):
            yield from plain_names(item.args[-1:])
    for call in parts_of(Call, query):
        if call.op in ("<", "<=", ">", ">=", "least", "greatest"):
            yield from plain_names(call.args)


def _along_dates(drawn: View | None, query: Query, profile: DatasetProfile) -> tuple[str, ...]:
    """The column of dates in text that a line runs along, where the Query does nothing to its text."""
    if drawn is None or drawn.kind not in ("draw line", "draw area"):
        return ()
    entry = profile.by_name.get(str(drawn.slots.get("x")))
    if entry is None or entry.kind != "temporal" or entry.dates is None or entry.meaning == "year":
        return ()
    done = {name for call in parts_of(Call, query) for name in plain_names(call.args)}
    return (entry.name,) if entry.name in set(columns_of(query)) - done else ()


def _takes_dates(call: Call) -> bool:
    compared = call.op in COMPARISONS and any(map(_is_moment, call.args))
    return call.op in DATE_OPERATIONS or compared


def _is_moment(expr: Any) -> bool:
    """Whether something is a moment: stated, read from text, or so long after another."""
    return isinstance(expr, Moment) or (isinstance(expr, Call) and expr.op in ("period", "later", "as date", "as time"))


def drawing(requirements: Requirements, query: Query, profile: DatasetProfile) -> View | None:
    """The chart of a Query's result, where one is wanted and suits it."""
    if "chart" not in requirements.outputs:
        return None
    wish = requirements.constraint(ChartWish) or ChartWish()
    return chart_view(query, wish, profile, requirements.usual_chart)


IN_BARS = ("draw pie", "draw treemap", "draw line", "draw area")
"""What bars can show as well."""


@dataclass
class Compiled:
    """The steps of a road so far, and the Clauses that no tool of the shortlist serves."""

    catalog: Catalog
    tools: Sequence[str]
    steps: list[Step] = field(default_factory=list)
    lacking: list[str] = field(default_factory=list)

    def along(self, road: Road, start: str = SOURCE, stations: tuple[str, ...] = ()) -> str:
        """Add the steps of a road that starts at a step, for these stations or its own; the id of its last one."""
        last = self.along(road.source, start, stations or ("source",)) if road.source else start
        for clause in (part for whole in road.clauses for part in doable(whole, self.tools, self.catalog)):
            served = stations or clause.stations
            beside = (self.along(clause.beside, start, served),) if clause.beside else ()
            last = self._step(clause, (last, *beside), served) or last
        return last

    def read_dates(self, columns: Sequence[str]) -> str:
        """Add a step for each column of text whose dates the Query needs; the id of the last one."""
        last = SOURCE
        for column in columns:
            served = first_serving((View("dates", column=column),), self.tools, self.catalog)
            if served is None:
                self.lacking.append("dates")
                continue
            step_id = self._free("parse")
            self.steps.append(
                Step(id=step_id, tool=served.tool, params=dict(served.params), inputs=(last,), when="not_typed")
            )
            last = step_id
        return last

    def read_numbers(self, query: Query, profile: DatasetProfile, last: str) -> str:
        """Add a step for the columns of text whose numbers the Query needs; the id of the last one."""
        for view in number_views(number_text(query, profile), profile):
            served = first_serving((view,), self.tools, self.catalog)
            if served is None:
                self.lacking.append(view.kind)
                continue
            step = Step(id=self._free("cast"), tool=served.tool, params=plain(dict(served.params)), inputs=(last,))
            self.steps.append(step)
            last = step.id
        return last

    def draw(self, view: View, end: str, refused: frozenset[str]) -> None:
        """Add the chart; bars for a pie or a line that its own checks refused, and none where those are refused."""
        bars = View("draw bar", **{name: view.slots[name] for name in ("x", "y", "color") if name in view.slots})
        views = (view, bars) if refused and view.kind in IN_BARS else (view,)
        served = first_serving(views, [name for name in self.tools if name not in refused], self.catalog)
        if served is not None:
            params = {name: plain(value) for name, value in served.params.items()}
            cited = ("outputs.chart",)
            self.steps.append(Step(id="plot", tool=served.tool, params=params, inputs=(end,), satisfies=cited))
        elif not refused:
            self.lacking.append(view.kind)

    def show(self, end: str) -> None:
        """Add the table of a Query that asks for the rows as they stand, which no other step gives."""
        view = View("table")
        served = first_serving((view,), self.tools, self.catalog)
        if served is None:
            self.lacking.append(view.kind)
        else:
            self.steps.append(Step(id="table", tool=served.tool, inputs=(end,), satisfies=("outputs.table",)))

    def _step(self, clause: Clause, inputs: tuple[str, ...], stations: tuple[str, ...]) -> str | None:
        served = serving(clause, self.tools, self.catalog)
        if served is None:
            self.lacking.append(clause.views[0].kind)
            return None
        params = {name: plain(value) for name, value in served.params.items()}
        cited = tuple(map(station_key, stations))
        step = Step(id=self._free(clause.kind), tool=served.tool, params=params, inputs=inputs, satisfies=cited)
        self.steps.append(step)
        return step.id

    def _free(self, step_id: str) -> str:
        return free_name(step_id, [step.id for step in self.steps])


def plain(value: Any) -> Any:
    """A param as plain data, as a plan keeps it."""
    if isinstance(value, Value):
        return value.model_dump(mode="json")
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, (list, tuple)) else value
