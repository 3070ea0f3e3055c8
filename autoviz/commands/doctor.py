"""`autoviz doctor`: prints what is installed, what is missing and the line that installs it."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from itertools import groupby

from autoviz.doctor import Finding, examine

SUMMARY = "say what is installed, what is missing, and the line that installs it"

FINE = "All that autoviz needs is here; what is marked – is optional. Try it: autoviz demo"
_MARKS = {"ok": "[green]✓[/]", "absent": "[yellow]–[/]", "broken": "[red]✗[/]"}


def arguments(parser: ArgumentParser) -> None:
    """It takes none."""


def run(options: Namespace) -> int:
    """Print the findings; the exit status is 1 where something that autoviz needs is broken."""
    from rich.console import Console
    from rich.markup import escape

    console = Console(highlight=False, soft_wrap=True)
    findings = examine()
    for section, group in groupby(findings, key=lambda finding: finding.section):
        console.print(f"\n[bold]{escape(section)}[/]")
        for finding in group:
            console.print(f"  {_MARKS[finding.state]} {escape(_line(finding))}")
            if finding.fix:
                console.print(f"      {escape(finding.fix)}", style="dim")
    broken = [finding.part for finding in findings if finding.state == "broken"]
    console.print(f"\n{'Broken: ' + ', '.join(broken) if broken else FINE}")
    return 1 if broken else 0


def _line(finding: Finding) -> str:
    return f"{finding.part}  {finding.detail}"
