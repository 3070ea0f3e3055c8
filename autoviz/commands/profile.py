"""`autoviz profile`: what is known of a file's columns, keys and series, before any question."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from autoviz.published.places import KINDS, placed

if TYPE_CHECKING:
    from rich.console import Console

    from autoviz.model.profile import DatasetProfile

SUMMARY = "show what each column of a file or table means, its keys, series and warnings"


def arguments(parser: ArgumentParser) -> None:
    """The file, and the form."""
    parser.add_argument("data", help=KINDS)
    parser.add_argument("--json", action="store_true", help="print the whole profile as JSON")


def run(options: Namespace) -> int:
    """Profile and show; what autoviz.yaml says of columns goes before what is found."""
    from autoviz.aliases import load_project
    from autoviz.export.profile_table import as_dict
    from autoviz.frames.files import name_of
    from autoviz.profile import profile
    from autoviz.terminal import console

    found = profile(placed(options.data), name_of(options.data), descriptions=load_project().columns)
    if options.json:
        json.dump(as_dict(found), sys.stdout, default=str, ensure_ascii=False)
        sys.stdout.write("\n")
    else:
        _show(found, console())
    return 0


def _show(found: DatasetProfile, out: Console) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.markup import escape
    from rich.table import Table

    from autoviz.export.profile_table import HEAD, headline, remarks, rows_of, warnings

    listed = Table(title=escape(headline(found)), title_justify="left", title_style="bold", box=SIMPLE_HEAD)
    for name in HEAD:
        listed.add_column(name, overflow="fold")
    for row in rows_of(found):
        listed.add_row(*map(escape, row))
    out.print(listed, soft_wrap=False)
    for line in remarks(found):
        out.print(escape(line))
    for line in warnings(found):
        out.print(f"[yellow]![/] {escape(line)}")
