"""Narrowing: from all tools to the few that one plan may use, each with the reason it is there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from autoviz.model.requirements import Requirements
from autoviz.model.tool import Candidate, Shortlist
from autoviz.planning.clauses import road_of
from autoviz.planning.compiling import dated_text, drawing
from autoviz.planning.defaults import suiting
from autoviz.planning.drafting import draft
from autoviz.planning.serving import doable, first_serving
from autoviz.planning.text_numbers import number_text, number_views
from autoviz.planning.views import View
from autoviz.registry.catalog import SAFETY_TOOLS, Catalog
from autoviz.stages.base import Stage, State

RETRIEVED = 24
"""How many tools each query brings before the cap is applied."""
WIDENED = 3
"""How many more come for each requirement that a try was missing."""
Wanted = list[tuple[View, ...]]
"""What is to be done, each in the views in which a tool may serve it."""
NEAR = 0.2
"""From this likeness on a tool is near to what is asked; texts that have nothing in common stay below it."""


def queries(
    requirements: Requirements, catalog: Catalog, question: str = "", to_be_done: Sequence[str] = ()
) -> dict[str, str]:
    """One retrieval query per requirement key with the question's own words for it, and all of them combined.

    What has to be done for them is asked for too: no question says that its dates are to be read from text.
    """
    single = {key: _query(key, catalog, _words(key, requirements)) for key in requirements.keys}
    done = {kind: _query(kind, catalog) for kind in to_be_done}
    if not single:
        return {**done, "all": f"{_query('analysis.summary', catalog)} {question}".strip()}
    return {**single, **done, "all": f"{' '.join(_query(key, catalog) for key in single)} {question}".strip()}


def _query(key: str, catalog: Catalog, words: str = "") -> str:
    """A key in words: its own name, the capabilities that would serve it, and what the question calls it."""
    needed = ", ".join(sorted(catalog.capabilities.serving(key) or _capabilities(key, catalog)))
    told = f"{key.replace('.', ' ').replace('_', ' ')}: {needed.replace('_', ' ')}"
    return f"{told}. {words}" if words else told


def _capabilities(kind: str, catalog: Catalog) -> set[str]:
    """What the tools can do that say they serve a view."""
    return {name for tool in _serving_view(kind, catalog) for name in catalog.capabilities_of(tool)}


def _words(key: str, requirements: Requirements) -> str:
    """The phrases of the question that a requirement was read from."""
    columns = {"metrics": requirements.metrics, "group_by": requirements.group_by}.get(key, ())
    if key == "time" and requirements.time:
        columns = (requirements.time.column,)
    cells = key in ("constraints.filter", "constraints.any_of")
    phrases = [
        link.phrase
        for link in requirements.links
        if (link.value is not None if cells else link.value is None and link.target in columns)
    ]
    return ", ".join(dict.fromkeys(phrases))


def narrow(state: State) -> State:
    """Template tools and what the requirements need, then retrieved ones up to the cap, then the safety set."""
    assert state.reading is not None and state.template is not None
    cap = state.context.settings.shortlist_cap
    curated = [
        Candidate(tool=name, origin="template", reason=f"curated for {state.template.name}")
        for name in state.template.tools
    ]
    wanted = _to_be_done(state)
    retrieved = _retrieved(state, wanted, taken=set(state.template.tools))
    needed = [*curated, *_widened(state, taken={item.tool for item in curated})]
    needed += _able(retrieved, wanted, {item.tool for item in needed}, state.context.catalog)
    names = {item.tool for item in needed}
    room = max(cap - len(needed), 0)
    listed = [*needed, *[item for item in retrieved if item.tool not in names][:room]]
    names = {item.tool for item in listed}
    safety = [
        Candidate(tool=name, origin="safety", reason="always within reach")
        for name in SAFETY_TOOLS
        if name not in names
    ]
    kept = _capped([*listed, *safety], cap, {item.tool for item in needed})
    left_out = [item for item in retrieved if item.tool not in {entry.tool for entry in kept}]
    return replace(state, shortlist=Shortlist(tools=tuple(kept), left_out=tuple(left_out[:10]), cap=cap))


def _retrieved(state: State, wanted: Wanted, taken: set[str]) -> list[Candidate]:
    """Each tool's best score over all queries, best first, with the requirement that brought it."""
    assert state.reading is not None
    catalog = state.context.catalog
    unserved = [views[0].kind for views in wanted if first_serving(views, tuple(taken), catalog) is None]
    asked = queries(state.reading.requirements, catalog, state.question.normalised, unserved)
    vectors = state.embed(list(asked.values()))
    best: dict[str, tuple[float, str]] = {}
    for key, found in zip(asked, state.index().search(vectors, RETRIEVED), strict=True):
        for name, score in found:
            if name in catalog.tools and name not in taken and score > best.get(name, (NEAR, ""))[0]:
                best[name] = (score, key)
    ordered = sorted(best.items(), key=lambda item: (-item[1][0], item[0]))
    return [
        Candidate(tool=name, origin="retrieved", score=round(score, 4), reason=f"near to {key}")
        for name, (score, key) in ordered
    ]


def _able(retrieved: list[Candidate], wanted: Wanted, taken: set[str], catalog: Catalog) -> list[Candidate]:
    """The nearest of the retrieved tools that serves each thing to be done which none of those taken serves."""
    scores = {item.tool: item.score for item in retrieved}
    able: dict[str, Candidate] = {}
    for views in wanted:
        if first_serving(views, (*taken, *able), catalog) is not None:
            continue
        served = first_serving(views, list(scores), catalog)
        if served is not None:
            candidate = Candidate(
                tool=served.tool, origin="retrieved", score=scores[served.tool], reason=f"serves {views[0].kind}"
            )
            able[served.tool] = candidate
    return list(able.values())


def _to_be_done(state: State) -> Wanted:
    """What the requirements come to, each in the views in which a tool may serve it."""
    assert state.reading is not None and state.profile is not None
    requirements, profile, catalog = state.reading.requirements, state.profile, state.context.catalog
    if requirements.query is not None:
        clauses = road_of(requirements.query, profile.names).all()
        parts = [part.views for clause in clauses for part in doable(clause, tuple(catalog.tools), catalog)]
        dates = [(View("dates", column=name),) for name in dated_text(requirements.query, profile)]
        numbers = [(view,) for view in number_views(number_text(requirements.query, profile), profile)]
        drawn = drawing(requirements, requirements.query, profile)
        return [*dates, *numbers, *parts, *([(drawn,)] if drawn is not None else [])] or [(View("table"),)]
    refused = frozenset(state.coverage.payload()["refused"]) if state.coverage else frozenset()
    suits = suiting(profile)
    return draft(requirements, profile, catalog, suits, joined=state.context.joined, refused=refused).asked


def _widened(state: State, taken: set[str]) -> list[Candidate]:
    """The nearest of all tools that serve what the try before was missing, and nothing else."""
    keys = _missing(state)
    if not keys:
        return []
    catalog = state.context.catalog
    vectors = state.embed([_query(key, catalog) for key in keys])
    found: dict[str, Candidate] = {}
    for key, near in zip(keys, state.index().search(vectors, len(catalog.tools)), strict=True):
        able = {*catalog.tools_serving(key), *_serving_view(key, catalog)} - taken - set(found)
        for name, score in [item for item in near if item[0] in able and item[1] > NEAR][:WIDENED]:
            reason = f"serves {key}, which was missing"
            found[name] = Candidate(tool=name, origin="widened", score=round(score, 4), reason=reason)
    return list(found.values())


def _missing(state: State) -> list[str]:
    """What the try before lacked, in every view in which a tool may serve it."""
    lacked = state.coverage.payload()["missing"] if state.coverage else []
    views = [view.kind for item in _to_be_done(state) if item[0].kind in lacked for view in item] if lacked else []
    return list(dict.fromkeys((*lacked, *views)))


def _serving_view(key: str, catalog: Catalog) -> tuple[str, ...]:
    """The tools that say they serve what a key names."""
    return tuple(name for name, tool in catalog.tools.items() if key in tool.serves)


def _capped(listed: list[Candidate], cap: int, needed: set[str]) -> list[Candidate]:
    """Over the cap by more than two, the lowest-scoring retrieved tools go; what is needed and safety never do."""
    surplus = len(listed) - (cap + 2)
    if surplus <= 0:
        return listed
    spare = [item for item in listed if item.origin == "retrieved" and item.tool not in needed]
    dropped = {item.tool for item in sorted(spare, key=lambda item: item.score or 0.0)[:surplus]}
    return [item for item in listed if item.tool not in dropped]


NARROWING = Stage(
    name="narrowing",
    run=narrow,
    needs=("reading", "template", "profile"),
    promises=("shortlist",),
    summary=lambda state: (
        f"{len(state.shortlist.tools)} of {len(state.context.catalog.tools)} tools" if state.shortlist else ""
    ),
    reason=lambda state: (
        ", ".join(f"{item.tool}: {item.reason}" for item in state.shortlist.tools) if state.shortlist else ""
    ),
    may_retry=True,
)
