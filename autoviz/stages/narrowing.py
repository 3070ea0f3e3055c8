"""Narrowing: from all tools to the few that one plan may use, each with the reason it is there."""

from __future__ import annotations

from dataclasses import replace

from autoviz.model.coverage import Coverage
from autoviz.model.requirements import Requirements
from autoviz.model.tool import Candidate, Shortlist
from autoviz.registry.catalog import SAFETY_TOOLS, Catalog
from autoviz.stages.base import Stage, State

RETRIEVED = 24
"""How many tools each query brings before the cap is applied."""


def queries(requirements: Requirements, catalog: Catalog) -> dict[str, str]:
    """One retrieval query per requirement key, and all of them combined."""
    single = {key: _query(key, catalog) for key in requirements.keys}
    return {**single, "all": " ".join(single.values())} if single else {"all": _query("analysis.summary", catalog)}


def _query(key: str, catalog: Catalog) -> str:
    """A key in words: its own name and the capabilities that would serve it."""
    needed = ", ".join(sorted(catalog.capabilities.serving(key)))
    return f"{key.replace('.', ' ').replace('_', ' ')}: {needed.replace('_', ' ')}"


def narrow(state: State) -> State:
    """Template tools and what the requirements need, then retrieved ones up to the cap, then the safety set."""
    assert state.reading is not None and state.template is not None
    catalog, cap = state.context.catalog, state.context.settings.shortlist_cap
    curated = [
        Candidate(tool=name, origin="template", reason=f"curated for {state.template.name}")
        for name in state.template.tools
    ]
    retrieved = _retrieved(state, taken=set(state.template.tools))
    needed = [*curated, *_widened(catalog, state.coverage, {item.tool for item in curated})]
    needed += _able(retrieved, state, {item.tool for item in needed})
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


def _retrieved(state: State, taken: set[str]) -> list[Candidate]:
    """Each tool's best score over all queries, best first, with the requirement that brought it."""
    assert state.reading is not None
    asked = queries(state.reading.requirements, state.context.catalog)
    vectors = state.embed(list(asked.values()))
    best: dict[str, tuple[float, str]] = {}
    for key, found in zip(asked, state.index().search(vectors, RETRIEVED), strict=True):
        for name, score in found:
            if name not in taken and score > best.get(name, (-2.0, ""))[0]:
                best[name] = (score, key)
    ordered = sorted(best.items(), key=lambda item: (-item[1][0], item[0]))
    return [
        Candidate(tool=name, origin="retrieved", score=round(score, 4), reason=f"near to {key}")
        for name, (score, key) in ordered
    ]


def _able(retrieved: list[Candidate], state: State, taken: set[str]) -> list[Candidate]:
    """The nearest tool that can serve each requirement which none of those taken can serve."""
    assert state.reading is not None
    catalog = state.context.catalog
    able: dict[str, Candidate] = {}
    for key in state.reading.requirements.keys:
        if any(catalog.serves(name, key) for name in (*taken, *able)):
            continue
        found = next((item for item in retrieved if catalog.serves(item.tool, key)), None)
        name = found.tool if found else next(iter(catalog.tools_serving(key)), None)
        if name is not None:
            score = found.score if found else None
            able[name] = Candidate(tool=name, origin="retrieved", score=score, reason=f"serves {key}")
    return list(able.values())


def _widened(catalog: Catalog, coverage: Coverage | None, taken: set[str]) -> list[Candidate]:
    """The tools that serve what the try before was missing, and nothing else."""
    if coverage is None:
        return []
    found: dict[str, Candidate] = {}
    for key in coverage.payload()["missing"]:
        for name in catalog.tools_serving(key):
            if name not in taken and name not in found:
                found[name] = Candidate(tool=name, origin="widened", reason=f"serves {key}, which was missing")
    return list(found.values())[: 3 * max(1, len(coverage.gaps))]


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
    needs=("reading", "template"),
    promises=("shortlist",),
    summary=lambda state: (
        f"{len(state.shortlist.tools)} of {len(state.context.catalog.tools)} tools" if state.shortlist else ""
    ),
    reason=lambda state: (
        ", ".join(f"{item.tool}: {item.reason}" for item in state.shortlist.tools) if state.shortlist else ""
    ),
    may_retry=True,
)
