"""`autoviz demo`: one question about the bundled table, with its plan diff, its coverage and its answer."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from rich.markup import escape

if TYPE_CHECKING:
    from rich.console import Console

    from autoviz.model.coverage import Coverage
    from autoviz.model.plan import PlanDiff

SUMMARY = "ask the bundled sales table a question and show how it was answered"
QUESTION = "get revenue totals by region and product type over time"

_SIGNS = {"added": "[green]+[/]", "removed": "[red]-[/]", "changed": "[yellow]~[/]", "unchanged": " "}


def arguments(parser: ArgumentParser) -> None:
    """A question of the user's own may be given."""
    parser.add_argument("question", nargs="?", default=QUESTION, help=f"by default: {QUESTION!r}")


def run(options: Namespace) -> int:
    """Ask and print; the chart itself is shown in a notebook, see `make demo` and `make lab`."""
    from rich.console import Console

    import autoviz
    from autoviz.samples import load_sales

    console = Console(highlight=False, soft_wrap=True)
    _title(console, "Question", options.question)
    analysis = autoviz.ask(load_sales(), options.question)
    _diff(console, analysis.diff)
    _coverage(console, analysis.coverage)
    _title(console, "Answer", str(analysis.answer))
    return 0


def _title(console: Console, title: str, text: str = "") -> None:
    console.print(f"\n[bold cyan]{title}[/]")
    if text:
        console.print(f"  {escape(text)}")


def _diff(console: Console, diff: PlanDiff) -> None:
    _title(console, "Plan, against the template", diff.base)
    for step in diff.steps:
        because = f"  because of {', '.join(step.because)}" if step.because else ""
        params = _params(step.after if step.after is not None else step.before)
        line = escape(f"{step.step_id}: {step.tool}({params})")
        console.print(f"  {_SIGNS[step.action]} {line}[dim]{escape(because)}[/]")


def _params(step: dict[str, Any] | None) -> str:
    return ", ".join(f"{name}={value!r}" for name, value in (step or {}).items())


def _coverage(console: Console, coverage: Coverage) -> None:
    _title(console, "Coverage", "every requirement is served" if coverage.complete else "not everything is served")
    for key, steps in coverage.served.items():
        console.print(f"  {'[green]✓[/]' if steps else '[red]✗[/]'} {escape(key)}  [dim]{escape(', '.join(steps))}[/]")
    for line in (*(gap.message for gap in coverage.gaps), *coverage.not_done):
        console.print(f"  [red]✗[/] {escape(line)}")
