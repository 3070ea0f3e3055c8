"""Sketches: tables told in a few lines, with written questions and the SQL that answers each.

A file holds many of them, each in the form of `documents.py`; `python -m training.reading sketches FILES` tells what
in them cannot be learned from, and why.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import duckdb

from autoviz.errors import AutovizError
from autoviz.linking.candidates import candidates
from autoviz.profile import profile
from autoviz.readers.embedded.sheet import pieces, sheet
from autoviz.readers.planner.prompt import LACKING, reading_of
from training.reading.coded_sets import new_coder
from training.reading.coding import KNOWN, reading
from training.reading.documents import REPLY
from training.reading.invented_tables import asked_of, invented, names_of, parts_of_document

_BETWEEN = re.compile(r"^(?=# )", re.MULTILINE)


def sketches_in(paths: Iterable[Path]) -> list[str]:
    """The sketches of these files, in order."""
    return [text for path in paths for text in _BETWEEN.split(path.read_text("utf-8")) if text.startswith("# ")]


def faults(text: str, seed: int) -> Iterator[str]:
    """What of a sketch cannot be learned from, a line each."""
    head, parts = parts_of_document(text)
    title = text.splitlines()[0]
    strange = [line for line in head.splitlines()[2:] if line.strip() and not names_of([line])]
    if strange:
        yield f"{title}: no column can be read in {strange}"
    made = invented(text, random.Random(seed))
    if made is None:
        yield f"{title}: the table or all its questions cannot be read"
        return
    names, found, coder = list(made.rows.columns), profile(made.rows), new_coder()
    connection = duckdb.connect()
    connection.register("t", made.rows)
    for part in parts:
        question, _, reply = part.partition(f"\n{REPLY}")
        said = f"{title}: {question.strip()}"
        try:
            one = asked_of(part, names)
        except (AutovizError, ArithmeticError, RecursionError) as error:
            yield f"{said}\n    {error}"
            continue
        if one is None:
            yield f"{said}\n    no kind, chart and SELECT that are known in {reply.strip()!r}"
            continue
        _, kind, charts, query = one
        if kind != LACKING:
            sql = reading_of(reply.partition("\n")[0])[2]
            try:
                if not connection.execute(sql).fetchall():
                    yield f"{said}\n    the SELECT gives no row"
            except duckdb.Error as error:
                yield f"{said}\n    {str(error).splitlines()[0]}"
        shown = pieces(sheet(question, found, candidates(question, found), range(len(names))), coder.tokenizer)
        if unfound := [word for word in reading(kind, charts, query, names) if word not in KNOWN | set(shown.tokens)]:
            yield f"{said}\n    not found in the question or the table: {', '.join(unfound)}"
