"""Heard: one Query that was made of a question, with the probability of all the ways in which it was said."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from autoviz.linking.candidates import Candidates
from autoviz.query.language import Call, Column, Constant
from autoviz.query.rewriting import rewritten
from autoviz.readers.embedded.dated import Dated
from autoviz.readers.embedded.writing import Written


@dataclass(frozen=True)
class Heard:
    """One Query with all the ways in which the beam says it."""

    best: Written
    probability: float

    def during(self, span: Dated) -> Heard:
        """The same of a span of time."""
        query = self.best.query
        return replace(self, best=replace(self.best, query=query and span.kept(query)))

    def by_parts(self, found: Candidates) -> Heard:
        """The same with what no cell is, but some contain, looked for inside of them."""
        query = self.best.query
        whole = {(one.column, one.value) for one in found.texts if one.how != "part"}
        parts = {(one.column, one.value) for one in found.texts if one.how == "part"} - whole

        def contained(part: Any) -> Any:
            match part:
                case Call(op="=" | "!=", args=(Column(name=name), Constant(value=str() as text))) if (
                    (name, text) in parts
                ):
                    lowered = Call(op="lower", args=(Column(name=name),))
                    inside = Call(op="contains", args=(lowered, Constant(value=text.lower())))
                    return inside if part.op == "=" else Call(op="not", args=(inside,))
            return None

        if query is None or not parts:
            return self
        return replace(self, best=replace(self.best, query=query.replaced(where=rewritten(query.where, contained))))
