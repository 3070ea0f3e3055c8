"""`python -m benchmarks.models URL`: a small model with and without grammar and gates, beside the embedded reader."""

from __future__ import annotations

import argparse
import json
import os
import statistics
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pandas as pd
from rich.console import Console

import autoviz
from autoviz.analysis import Analysis, opening
from autoviz.errors import AutovizError
from autoviz.evaluation.readings import fields_right
from autoviz.evaluation.suites import Case, load_suite
from autoviz.model.intent import Intent
from autoviz.model.plan import Adaptation, PlanChange
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.pipeline import run_part, through
from autoviz.readers.base import AsksModel
from autoviz.readers.llm.extraction import extracted
from autoviz.registry.catalog import default_catalog
from autoviz.stages.adaptation import apply_changes
from autoviz.stages.base import State
from autoviz.stages.coverage import check
from autoviz.stages.profiling import PROFILING
from autoviz.stages.requirements import template_for

ROOT = Path(__file__).parent.parent
SUITE = ROOT / "tests" / "regression" / "questions.jsonl"
PAGE = ROOT / "docs" / "models.md"
WAYS: dict[str, dict[str, Any]] = {
    "model, grammar": {"reader": "llm"},
    "model, no grammar": {"reader": "llm", "model_grammar": False},
    "embedded reader": {"reader": "embedded"},
}


@dataclass(frozen=True)
class Taken:
    """What one question came to in one way of asking."""

    way: str
    model: str
    question: str
    right: bool
    fields: float
    said_right: bool
    """Whether the model's first reply, taken as it stands, was right."""
    said_fields: float
    steps: int
    unjustified: int
    said_steps: int
    """Steps that the model proposed for the right requirements, in its only try."""
    said_unjustified: int
    gated_steps: int
    """Steps of the plan that the gate left of them."""
    gated_unjustified: int
    own: bool
    """Whether no other reader had to take over."""
    tries: int
    tokens: int
    seconds: float
    table: str
    replies: tuple[tuple[str, str], ...] = ()
    """The stage and the text of each reply, from which tests/readers/llm/record.py takes real ones."""


def main() -> None:
    """Ask, keep each result as it comes, and write the page from all that were kept."""
    options = _options()
    console = Console()
    suite = load_suite(SUITE).thinned(every=options.every, limit=options.limit)
    kept: list[Taken] = []
    load = os.getloadavg()[0]
    options.results.parent.mkdir(exist_ok=True)
    for case in suite.cases:
        frame = pd.read_csv(suite.table_path(case))
        for way, settings in WAYS.items():
            kept.append(_taken(way, settings, case, frame, options.url))
            console.print(f"{way}: {case.question}: {kept[-1].seconds:.0f} s, {kept[-1].tries} requests")
        options.results.write_text(json.dumps([asdict(item) for item in kept], indent=1), "utf-8")
        PAGE.write_text(page(kept, load, options.every), "utf-8")
    console.print(f"Written to {PAGE}.")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.models", description=__doc__)
    parser.add_argument("url", help="an OpenAI-compatible server, such as http://127.0.0.1:8000/v1")
    parser.add_argument("--every", type=int, default=1, help="every Nth question of the regression suite only")
    parser.add_argument("--limit", type=int, help="no more questions than this")
    parser.add_argument("--results", type=Path, default=ROOT / "build" / "models.json", help="where each result goes")
    return parser.parse_args()


def _taken(way: str, settings: dict[str, Any], case: Case, frame: pd.DataFrame, url: str) -> Taken:
    patient = {"model_cache": False, "model_timeout": 60.0, "model_budget": 150.0, "model_url": url}
    brief = {stage: {"max_tokens": 200} for stage in ("intent", "requirements", "adaptation")}
    start = time.perf_counter()
    try:
        found = autoviz.ask(frame, case.question, model_stages=brief, **patient, **settings)
    except AutovizError:
        return _nothing(way, case, time.perf_counter() - start)
    if found.clarification:
        found = found.choose(1)
    seconds = time.perf_counter() - start
    fields = fields_right(found.requirements, case)
    said = _first(found, "requirements")
    said_fields = fields_right(_requirements(said, found), case) if said is not None else {}
    steps, wrong = _unjustified(found)
    alone = _planned_alone(settings, case, frame, url) if settings["reader"] == "llm" else (0, 0, 0, 0)
    calls = found.provenance.calls
    return Taken(
        way=way,
        model=calls[0].model if calls else "",
        question=case.question,
        right=all(fields.values()),
        fields=statistics.mean(fields.values()),
        said_right=bool(said_fields) and all(said_fields.values()),
        said_fields=statistics.mean(said_fields.values()) if said_fields else 0.0,
        steps=steps,
        unjustified=wrong,
        said_steps=alone[0],
        said_unjustified=alone[1],
        gated_steps=alone[2],
        gated_unjustified=alone[3],
        own=not any("took over" in note for note in found.record.notes),
        tries=len(calls),
        tokens=found.metrics.tokens,
        seconds=seconds,
        table=case.table,
        replies=tuple((call.stage, call.reply) for call in calls),
    )


def _nothing(way: str, case: Case, seconds: float) -> Taken:
    return Taken(way, "", case.question, False, 0.0, False, 0.0, 0, 0, 0, 0, 0, 0, False, 0, 0, seconds, case.table)


def _first(found: Analysis, stage: str) -> dict[str, Any] | None:
    """The first reply of a stage, where it can be read at all."""
    for call in found.provenance.calls:
        if call.stage == stage:
            try:
                return extracted(call.reply)
            except ValueError:
                return None
    return None


def _requirements(said: dict[str, Any], found: Analysis) -> Requirements:
    try:
        return Requirements.model_validate(said)
    except ValueError:
        return Requirements()


def _unjustified(found: Analysis) -> tuple[int, int]:
    """Steps of the plans that ran, and how many of them the coverage would refuse."""
    catalog = default_catalog()
    checked = [check(part.plan, part.requirements, found.record.profile, catalog) for part in found.record.parts]
    wrong = sum(gap.kind == "unjustified" for coverage in checked for gap in coverage.gaps)
    return sum(len(part.plan.steps) for part in found.record.parts), wrong


def _planned_alone(settings: dict[str, Any], case: Case, frame: pd.DataFrame, url: str) -> tuple[int, int, int, int]:
    """The model's plan for the right requirements: its own steps as it proposed them, and what the gate left."""
    alone = {"model_only": True, "tries": 1, "model_cache": False, "model_timeout": 60.0, "model_url": url}
    brief = {"adaptation": {"max_tokens": 200}}
    state = through((PROFILING,), opening(frame, case.question, model_stages=brief, **alone, **settings))
    assert case.requirements is not None
    asked = case.requirements if case.requirements.outputs else case.requirements.replaced(outputs=("chart",))
    reading = Reading(requirements=asked, intent=_fitting(asked), confidence=1.0)
    try:
        plan = run_part(state, reading, only_plan=True).plan
    except AutovizError:
        plan = None
    replies = [call.reply for call in state.reader.calls] if isinstance(state.reader, AsksModel) else []
    left = check(plan, asked, state.profile, default_catalog()) if plan and state.profile else None
    wrong = sum(gap.kind == "unjustified" for gap in left.gaps) if left else 0
    said = _proposed(replies[0] if replies else "", asked, state)
    return (*said, len(plan.steps) if plan else 0, wrong)


def _fitting(asked: Requirements) -> Intent:
    """The intent whose labels fit these requirements best."""
    entries = default_catalog().intents.values()
    best = max(entries, key=lambda entry: (len(set(entry.analysis) & set(asked.analysis)), entry.priority))
    return Intent(primary=best.label, confidence=1.0, reasoning="")


def _proposed(reply: str, asked: Requirements, state: State) -> tuple[int, int]:
    """How many steps a reply adds or changes, and how many of them the coverage refuses when taken as they stand."""
    try:
        changes = extracted(reply).get("changes", ())
    except ValueError:
        return 0, 0
    catalog = default_catalog()
    template = template_for(_fitting(asked), asked, catalog)
    steps = wrong = 0
    for place, change in enumerate(changes):
        if not isinstance(change, dict) or change.get("action") == "remove":
            continue
        steps += 1
        try:
            added = PlanChange.model_validate(
                {**change, "action": "add", "step_id": f"said_{place}", "inputs": ("data",)}
            )
            plan = apply_changes(template, Adaptation(changes=(added,), rationale=""), asked, catalog)
            gaps = check(plan, asked, state.profile, catalog).gaps if state.profile else ()
            wrong += any(gap.kind == "unjustified" and gap.key == added.step_id for gap in gaps)
        except (AutovizError, ValueError):
            wrong += 1
    return steps, wrong


def page(taken: list[Taken], load: float, every: int) -> str:
    """The page that docs/models.md holds."""
    by_way = {way: [item for item in taken if item.way == way] for way in WAYS}
    model = next((item.model for item in taken if item.model), "")
    asked = len(by_way["embedded reader"])
    lines = [
        "# Models",
        "",
        f"Written by `python -m benchmarks.models URL --every {every}`: {asked} questions of the regression "
        f"suite, put to `{model}` on vLLM (two CPU cores shared with other work, load {load:.0f} at the start, replies "
        "of at most 200 tokens, 150 s per question) and to the embedded reader. Few questions and a very small model: "
        "the figures show what the gates do, not what a larger model can do; the seconds are those of a busy machine.",
        "",
        "*As it stands* is the model's first reply, taken without any gate; *with the gates* is what the user gets: "
        "replies checked on five levels and sent back, coverage, and the embedded reader where the model fails. A gate "
        "checks form, columns, values and coverage, not sense: requirements that pass it may still be wrong, which is "
        "why a very small model with the gates can do worse than the embedded reader alone.",
        "",
        "| | " + " | ".join(by_way) + " |",
        "|---|" + "---|" * len(by_way),
    ]
    rows: dict[str, Any] = {
        "requirements wholly right, as it stands": lambda items: _share(items, "said_right"),
        "requirements wholly right, with the gates": lambda items: _share(items, "right"),
        "fields of the requirements right, as it stands": lambda items: _mean(items, "said_fields", "{:.0%}"),
        "fields of the requirements right, with the gates": lambda items: _mean(items, "fields", "{:.0%}"),
        "unjustified steps of the answers": lambda items: _rate(items, "unjustified", "steps"),
        "unjustified steps in its plan for the right requirements, as it stands": lambda items: _rate(
            items, "said_unjustified", "said_steps"
        ),
        "the same plan, with the gate": lambda items: _rate(items, "gated_unjustified", "gated_steps"),
        "answered without another reader": lambda items: _share(items, "own"),
        "requests per question": lambda items: _mean(items, "tries", "{:.1f}"),
        "tokens per question": lambda items: _mean(items, "tokens", "{:,.0f}"),
        "seconds per question, median": lambda items: f"{statistics.median(item.seconds for item in items):.1f}",
    }
    for title, cell in rows.items():
        own = "as it stands" in title or "same plan" in title
        cells = [
            "–" if own and way == "embedded reader" else cell(items) if items else "–" for way, items in by_way.items()
        ]
        lines.append(f"| {title} | " + " | ".join(cells) + " |")
    return "\n".join([*lines, ""])


def _share(items: list[Taken], field: str) -> str:
    return f"{sum(getattr(item, field) for item in items)}/{len(items)}"


def _mean(items: list[Taken], field: str, form: str) -> str:
    return form.format(statistics.mean(getattr(item, field) for item in items))


def _rate(items: list[Taken], part: str, whole: str) -> str:
    total = sum(getattr(item, whole) for item in items)
    return f"{sum(getattr(item, part) for item in items)}/{total}"


if __name__ == "__main__":
    main()
