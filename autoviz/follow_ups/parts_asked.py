"""Parts asked: whether what was measured can be told as parts of a whole, and what to say where it cannot."""

from __future__ import annotations

from autoviz.errors import QuestionError
from autoviz.follow_ups import editing
from autoviz.model.profile import DatasetProfile
from autoviz.model.requirements import Requirements
from autoviz.planning.defaults import meant_queries
from autoviz.query.language import Aggregate, parts_of

_ADDING = ("sum", "count", "distinct")


def refuse_shares(base: Requirements, profile: DatasetProfile) -> None:
    """Say so where parts are asked of what has none: of averages, or of one value of all rows."""
    for query in meant_queries(base, profile)[:1]:
        funcs = [item.func for item in parts_of(Aggregate, editing.measures_of(query))]
        odd = next((func for func in funcs if func not in _ADDING), None)
        if odd is not None:
            raise QuestionError(
                f"A {odd} is no part of a whole, so it is no percentage of one",
                "Ask for the total or the number of rows in percent; or for the change against another period.",
            )
        if query.measures and not query.by and query.source is None and query.where is None:
            hint = "Say which part you mean, for example by a group or in a year."
            raise QuestionError("It is the whole already, 100% of itself", hint)
