"""Serving: which tool of a shortlist carries out a Clause, by what the tools themselves say that they serve."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from autoviz.errors import ParameterError
from autoviz.model.tool import Tool
from autoviz.planning.clauses import Clause
from autoviz.planning.views import View
from autoviz.registry.catalog import Catalog


@dataclass(frozen=True)
class Served:
    """A tool and the params with which it carries out a Clause."""

    tool: str
    params: Mapping[str, Any]


def serving(clause: Clause, tools: Sequence[str], catalog: Catalog) -> Served | None:
    """The first of these tools that serves the most particular view that any serves; None where none does."""
    return first_serving(clause.views, tools, catalog)


def doable(clause: Clause, tools: Sequence[str], catalog: Catalog) -> tuple[Clause, ...]:
    """The Clause, or the several that come to the same where none of these tools does it in one."""
    return (clause,) if not clause.instead or serving(clause, tools, catalog) else clause.instead


def first_serving(views: Sequence[View], tools: Sequence[str], catalog: Catalog) -> Served | None:
    """The same for a Clause that is told in these views: the closest fit, and of equal ones the first tool."""
    for view in views:
        for name in tools:
            params = filled(catalog.tools[name], view, catalog)
            if params is not None:
                return Served(name, params)
    return None


def filled(tool: Tool, view: View, catalog: Catalog) -> dict[str, Any] | None:
    """The params of a tool for one view; None where it does not take every slot, or not with these values.

    What a preset fixes must be asked for, or it would do more than that.
    """
    taken = tool.serves.get(view.kind)
    if taken is None or not set(view.slots) <= set(taken.values()):
        return None
    if any(view.slots.get(taken[param]) != value for param, value in tool.fixed.items() if param in taken):
        return None
    free = {param: slot for param, slot in taken.items() if param not in tool.fixed}
    params = {param: view.slots[slot] for param, slot in free.items() if slot in view.slots}
    try:
        catalog.validated(tool.name, params)
    except ParameterError:
        return None
    return params
