"""Covering: a plan held against the Query that was asked, part by part, whoever made the plan."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

from autoviz.model.coverage import Coverage, Gap
from autoviz.model.plan import Plan, Step
from autoviz.model.profile import DatasetProfile
from autoviz.planning.clauses import road_of
from autoviz.planning.meaning import Part, asked_parts, done_parts
from autoviz.planning.telling import told
from autoviz.query.language import Query
from autoviz.query.stations import station_key, stations_of
from autoviz.registry.catalog import Catalog


def cover(plan: Plan, query: Query, profile: DatasetProfile, catalog: Catalog) -> Coverage:
    """Which steps serve which station, what is asked and not done, and what is done and not asked."""
    ends = _ends(plan, catalog)
    done_by = {end: done_parts(plan, end, catalog, profile) for end in ends}
    end = min(ends, key=lambda name: _distance(_asked(query, profile, done_by[name]), done_by[name]), default=None)
    done = done_by[end] if end else []
    asked = _asked(query, profile, done)
    gaps = [*_missing(asked, done), *_surplus(asked, done), *_misordered(asked, done), *_idle(plan, end, catalog)]
    return Coverage(served=_served(query, asked, done), gaps=tuple(gaps))


def held_against(plan: Plan, queries: Sequence[Query], profile: DatasetProfile, catalog: Catalog) -> tuple[Gap, ...]:
    """What the plan's tables lack or do beyond these Queries, one for each chart, or for each table at an end."""
    gaps: list[Gap] = []
    for query, end in zip(queries, _ends(plan, catalog), strict=False):
        done = done_parts(plan, end, catalog, profile)
        asked = _asked(query, profile, done)
        gaps += [*_missing(asked, done), *_surplus(asked, done), *_misordered(asked, done)]
    return tuple(gaps)


def _draws(step: Step, catalog: Catalog) -> bool:
    return step.tool in catalog.tools and "chart" in catalog.tools[step.tool].outputs


def _gives(step: Step, catalog: Catalog) -> bool:
    return step.tool in catalog.tools and "df" in catalog.tools[step.tool].outputs


def _shows(step: Step, catalog: Catalog) -> bool:
    """Whether a step only shows or saves what it reads."""
    return step.tool in catalog.tools and bool({"table", "save"} & set(catalog.tools[step.tool].serves))


def _asked(query: Query, profile: DatasetProfile, done: list[Part]) -> list[Part]:
    """What is asked, taken in one or in several as the plan does it."""
    road = road_of(query, profile.names)
    told = [asked_parts(road, profile, apart=apart) for apart in (False, True)]
    return min(told, key=lambda parts: _distance(parts, done))


def _ends(plan: Plan, catalog: Catalog) -> list[str]:
    """The tables that may be the result: what charts draw, or else those that no further step reads."""
    drawn = [step.inputs[0] for step in plan.steps if _draws(step, catalog)]
    read = {name for step in plan.steps for name in step.inputs if not _shows(step, catalog)}
    last = [step.inputs[0] if _shows(step, catalog) else step.id for step in plan.steps if _gives(step, catalog)]
    return drawn or [name for name in last if name not in read]


def _distance(asked: list[Part], done: list[Part]) -> int:
    return len(_difference(asked, done)) + len(_difference(done, asked))


def _missing(asked: list[Part], done: list[Part]) -> list[Gap]:
    lacking = _difference(asked, done)
    return [
        Gap(kind="missing", key=station_key(item.owner), message=f"no step does this: {told(item)}", of_cells=True)
        for item in lacking
    ]


def _surplus(asked: list[Part], done: list[Part]) -> list[Gap]:
    return [
        Gap(kind="unjustified", key=item.owner, message=f"nobody asked for this: {told(item)}", of_cells=True)
        for item in _difference(done, asked)
    ]


def _difference(these: Iterable[Part], those: Iterable[Part]) -> list[Part]:
    """The parts of the first that the second lacks, counted."""
    left = Counter(repr(item.essence) for item in those)
    found = []
    for item in these:
        essence = repr(item.essence)
        if left[essence]:
            left[essence] -= 1
        else:
            found.append(item)
    return found


def _misordered(asked: list[Part], done: list[Part]) -> list[Gap]:
    """The same parts in another order of stations are something else: a bound on groups is none on rows."""
    if _difference(asked, done) or _difference(done, asked):
        return []
    wanted, had = _blocks(asked), _blocks(done)
    wrong = next((place for place, (one, other) in enumerate(zip(wanted, had, strict=False)) if one != other), None)
    if wrong is None and len(wanted) == len(had):
        return []
    place = min(wrong or 0, len(done) - 1)
    message = "the steps do what was asked, but in another order"
    return [Gap(kind="misordered", key=done[place].owner, message=message)]


def _blocks(parts: list[Part]) -> list[tuple[str, frozenset[str]]]:
    """Neighbouring parts of one kind belong together, in whatever order; keys and measures are one grouping."""
    return [
        (kind, frozenset(repr(item.essence) for item in block))
        for kind, block in groupby(parts, key=lambda item: "group" if item.kind in ("key", "measure") else item.kind)
    ]


def _idle(plan: Plan, end: str | None, catalog: Catalog) -> list[Gap]:
    """Steps that neither lead to the result nor show it."""
    if end is None:
        return []
    used = {end, *plan.feeding(end)}
    shows = {step.id for step in plan.steps if end in step.inputs or (step.inputs and step.inputs[0] in used)}
    output = {
        step.id for step in plan.steps
        if step.tool in catalog.tools and catalog.capabilities_of(step.tool) & {"plot", "table", "save"}
    }  # fmt: skip
    return [
        Gap(kind="unjustified", key=step.id, message=f"{step.tool} serves nothing that was asked")
        for step in plan.steps
        if step.id not in used and not (step.id in shows and step.id in output)
    ]


def _served(query: Query, asked: list[Part], done: list[Part]) -> dict[str, tuple[str, ...]]:
    """Station → the steps that do a part of it."""
    doing: dict[str, list[str]] = {}
    for item in done:
        doing.setdefault(repr(item.essence), []).append(item.owner)
    served: dict[str, tuple[str, ...]] = {station_key(station): () for station in stations_of(query)}
    for item in asked:
        key = station_key(item.owner)
        steps = doing.get(repr(item.essence), ())
        served[key] = tuple(dict.fromkeys((*served.get(key, ()), *steps)))
    return served
