"""The condition of a Query as typed filters, as far as they can say it."""

from __future__ import annotations

from typing import Any

from autoviz.model.query_views import test_view
from autoviz.model.requirements import AnyOf, Filter
from autoviz.query.language import conjuncts


def filters_of(condition: Any) -> tuple[Filter | AnyOf, ...] | None:
    """A condition as typed filters; None where it says more than they can."""
    views = [test_view(test) for test in conjuncts(condition)]
    found = [_noun(view) for view in views if view is not None]
    return tuple(found) if len(found) == len(views) else None


def _noun(view: dict[str, Any]) -> Filter | AnyOf:
    return AnyOf.model_validate(view) if view["kind"] == "any_of" else Filter.model_validate(view)
