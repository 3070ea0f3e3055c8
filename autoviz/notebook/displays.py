"""Displays: the subcommands that show something of the latest answer, of the session or of the settings."""

from __future__ import annotations

from textwrap import shorten
from typing import Any

from autoviz.answering.requirement_words import requirement_words
from autoviz.export import sections
from autoviz.export.markup import code, joined, shown, table, tag
from autoviz.listing import counted
from autoviz.notebook.subcommand import Magic, show_html

LONGEST_ANSWER = 160
"""How many letters of an answer the history tells."""


def show_plan(magic: Magic, words: str) -> None:
    """The steps, their params and what each serves."""
    analysis = magic.need_latest().analysis
    for part in analysis.record.parts:
        rows = [
            (
                tag("b", step.id),
                code(step.tool),
                _params(step.params),
                ", ".join(step.inputs),
                ", ".join(map(requirement_words, step.satisfies)),
            )
            for step in part.plan.steps
        ]
        plain = "\n".join(f"{step.id}: {step.tool}({_params(step.params)})" for step in part.plan.steps)
        show_html(table(("Step", "Tool", "Params", "Reads from", "Serves"), rows), plain)


def _params(params: dict[str, Any]) -> str:
    return ", ".join(f"{name}={shown(value)}" for name, value in params.items())


def show_diff(magic: Magic, words: str) -> None:
    """The plan against its template."""
    for part in magic.need_latest().analysis.record.parts:
        show_html(sections.plan(part, opened=True), "\n".join(sections.diff_lines(part.diff)))


def show_why(magic: Magic, words: str) -> None:
    """How the words were read, what serves what, which tools were considered, and what each step did."""
    record = magic.need_latest().analysis.record
    for part in record.parts:
        body = (
            sections.reading(part, opened=True),
            sections.coverage(part, opened=True),
            sections.tools(part.shortlist, opened=True),
        )
        lines = [f"{link.phrase} → {link.target} ({link.kind}, {link.score:.2f})" for link in part.requirements.links]
        show_html(joined(body), "\n".join((*lines, sections.coverage_digest(part.coverage))))
    show_html(sections.provenance(record, opened=True), "\n".join(record.notes))


def put_code(magic: Magic, words: str) -> None:
    """Put the pandas and plotly script into the next cell."""
    magic.shell.set_next_input(magic.need_latest().analysis.code())


def show_metrics(magic: Magic, words: str) -> None:
    """How the questions of this session went; `autoviz metrics` in a terminal tells it of all sessions."""
    from autoviz.export.metrics_table import HEAD, metric_rows

    magic.conversations.need_latest()
    rows = metric_rows(magic.conversations.metrics)
    plain = "\n".join(f"{name}: {value} ({over})" for name, value, over in rows)
    show_html(table(HEAD, rows, numeric=frozenset({1})), plain)


def show_config(magic: Magic, words: str) -> None:
    """The settings and their values."""
    rows = magic.settings_told()
    plain = "\n".join(f"AutoViz.{name} = {value!r}" for name, value, _ in rows)
    cells = [(code(f"AutoViz.{name}"), code(repr(value)), words) for name, value, words in rows]
    show_html(
        table(("Setting", "Value", "What it does"), cells, caption="Change one: %config AutoViz.name = value"), plain
    )


def show_history(magic: Magic, words: str) -> None:
    """Every question of the session, and where it stands."""
    session = magic.conversations.need_latest()
    turns, at = session.history, session.current
    rows = [
        (
            "→" if turn is at else "",
            str(turn.number),
            str(turn.parent or "–"),
            turn.question,
            turn.kind,
            shorten(turn.answer, LONGEST_ANSWER, placeholder=" …")
            or ("asked back" if turn.clarification else "planned"),
        )
        for turn in turns
    ]
    reuse = session.reuse
    caption = (
        f"An earlier plan served {reuse.reused_questions} of {counted(reuse.questions, 'question')}, "
        f"an earlier result {reuse.reused_steps} of {counted(reuse.steps, 'step')}."
    )
    plain = "\n".join(f"{'→' if turn is at else ' '} {turn}" for turn in turns)
    show_html(table(("", "No.", "After", "Question", "How", "Answer"), rows, caption=caption), plain)


def freeze(magic: Magic, words: str) -> None:
    """Take the live bar away."""
    magic.need_latest().freeze()
