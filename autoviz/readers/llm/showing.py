"""Showing: the examples of the registry that come nearest to a question, as turns that go before it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from autoviz.embedding import Encoder
from autoviz.model.plan import Adaptation, Step, Template
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.model.question import Question
from autoviz.model.requirements import Requirements
from autoviz.planning.adapting import changes_to
from autoviz.planning.drafting import draft
from autoviz.readers.base import Context
from autoviz.readers.llm import telling
from autoviz.readers.llm.prompts import Example, Names
from autoviz.readers.llm.querying import shown_sql
from autoviz.registry.blanks import filled_steps
from autoviz.registry.examples import ExampleEntry, examples

EMPTY: dict[str, Any] = {
    "metrics": [], "group_by": [], "time": None, "analysis": [], "outputs": [], "constraints": [], "sql": None
}  # fmt: skip


def nearest(question: str, texts: Sequence[str], count: int, encoder: Encoder) -> list[int]:
    """The places of the texts nearest in meaning; the nearest last, where a model heeds it most."""
    if not texts or not count:
        return []
    vectors = encoder.encode([question, *texts])
    order = np.argsort(-(vectors[1:] @ vectors[0]), kind="stable")
    return [int(place) for place in order[:count]][::-1]


def intent_examples(question: Question, context: Context, encoder: Encoder) -> list[Example]:
    """Questions of the registry with their labels."""
    labelled = [(entry.label, text) for entry in context.catalog.intents.values() for text in entry.examples]
    chosen = nearest(question.normalised, [text for _, text in labelled], context.settings.model_examples, encoder)
    return [
        Example(
            {"question": labelled[place][1]},
            {"primary": labelled[place][0], "confidence": 0.9, "reasoning": "It reads like one."},
        )
        for place in chosen
    ]


def requirement_examples(question: Question, context: Context, encoder: Encoder) -> list[Example]:
    """Questions of the registry with what they ask for."""
    known = (*context.liked, *examples())
    chosen = nearest(question.normalised, [item.question for item in known], context.settings.model_examples, encoder)
    return [_requirement_example(known[place]) for place in chosen]


def _requirement_example(entry: ExampleEntry) -> Example:
    stated = entry.requirements.model_dump(mode="json", exclude={"links", "not_found", "query"}, exclude_unset=True)
    columns = telling.example_columns(dict(entry.columns))
    asked = entry.requirements.query
    sql = shown_sql(asked, Names(tuple(entry.columns))) if asked else entry.sql
    return Example({"columns": columns, "question": entry.question}, {**EMPTY, **stated, "sql": sql})


def adaptation_examples(
    template: Template, requirements: Requirements, context: Context, encoder: Encoder
) -> list[Example]:
    """One example on the same template: what the embedded reader would change for the nearest requirements."""
    if not context.settings.model_examples:
        return []
    fitting = [item for item in examples() if _fits(item.requirements, template, context)]
    words = " ".join(requirements.keys)
    chosen = nearest(words, [" ".join(item.requirements.keys) for item in fitting], 1, encoder)
    return [_adaptation_example(fitting[place], template, context) for place in chosen]


def _fits(requirements: Requirements, template: Template, context: Context) -> bool:
    labels = {label for name in template.intents for label in context.catalog.intents[name].analysis[:2]}
    return all(getattr(requirements, need) for need in template.needs) and bool(labels & set(requirements.analysis))


def _adaptation_example(entry: ExampleEntry, template: Template, context: Context) -> Example:
    asked = entry.requirements
    before = filled_steps(template, asked)
    drafted = draft(asked, _made_up(entry), context.catalog, lambda column: "sum").steps
    names = Names(tuple(entry.columns))
    values = {
        "requirements": telling.requirements_text(asked, names),
        "steps": telling.steps_text(before.values(), names),
    }
    changes = _essential(changes_to(template, drafted), before)
    return Example(values, {"changes": changes, "rationale": "Only what was asked."})


def _made_up(entry: ExampleEntry) -> DatasetProfile:
    """A profile of the example's table, which has no rows."""
    columns = tuple(
        ColumnProfile(name=name, dtype="", kind=kind, rows=100, distinct=4, metric=kind == "numeric")
        for name, kind in entry.columns.items()
    )
    return DatasetProfile(name="example", engine="pandas", rows=100, columns=columns, fingerprint="")


def _essential(adaptation: Adaptation, before: dict[str, Step]) -> list[dict[str, Any]]:
    """The changes without those that only say what stands there already."""
    told = []
    for change in adaptation.changes:
        params = {name: value for name, value in change.params.items() if value is not None}
        step = before.get(change.step_id)
        same = step is not None and change.action == "modify" and step.tool == change.tool and step.params == params
        if not same:
            known = step.params if step is not None and step.tool == change.tool else {}
            kept = {name: value for name, value in params.items() if known.get(name) != value}
            told.append(
                {
                    "action": change.action,
                    "step_id": change.step_id,
                    "tool": change.tool,
                    "description": "asked for" if change.action != "remove" else "not asked for",
                    "params": kept if change.action != "remove" else {},
                    "satisfies": list(change.satisfies),
                }
            )
    return told
