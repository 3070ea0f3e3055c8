"""Invented tables: domains written as text become small frames in many styles of column names."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import yaml

from autoviz.model.profile import DatasetProfile
from autoviz.profile import profile

FOLDER = Path(__file__).parent
STYLES = ("snake", "snake", "title", "spaced", "camel", "pascal", "upper", "capital_snake", "short", "bare")
_UNIT = re.compile(
    r" (kg|km|mm|cm|m|g|ms|mw|gwh|kwh|gb|mah|ha|mg|ft|ly|sec|min|m3|million|tonnes|minutes|hours|days|months|years)$"
)
TWINS = ("forecast", "target", "last year", "budgeted", "estimate")


@dataclass(frozen=True)
class Concept:
    """What a column is about, whatever it is called: words, kind, values and other words for it."""

    words: str
    kind: str
    spec: str
    synonyms: tuple[str, ...] = ()
    short: tuple[str, ...] = ()

    @property
    def nouns(self) -> tuple[str, ...]:
        """The synonyms that can stand where a noun can."""
        return tuple(phrase for phrase in self.synonyms if not phrase.startswith(("how ", "to ", "adj ")))

    @property
    def verbs(self) -> tuple[str, ...]:
        """What a row does by having a value: to cost, to earn."""
        return tuple(phrase.removeprefix("to ") for phrase in self.synonyms if phrase.startswith("to "))

    @property
    def adjectives(self) -> tuple[str, str] | None:
        """The words for much and for little of it: old and young."""
        pairs = [phrase.removeprefix("adj ").split("/") for phrase in self.synonyms if phrase.startswith("adj ")]
        if not pairs:
            usual = places()["adjectives"]
            pairs = [usual[word].split("/") for word in bare_words(self).split()[-1:] if word in usual]
        return (pairs[0][0].strip(), pairs[0][1].strip()) if pairs and len(pairs[0]) == 2 else None

    @property
    def degrees(self) -> tuple[str, ...]:
        """Questions of degree, such as how old."""
        return tuple(phrase for phrase in self.synonyms if phrase.startswith("how "))

    @property
    def measured(self) -> bool:
        return self.kind in "+~"


@dataclass(frozen=True)
class Domain:
    """A subject: what a row is called, and the columns it may have."""

    name: str
    rows: tuple[str, ...]
    concepts: tuple[Concept, ...]


@dataclass(frozen=True)
class Table:
    """One invented table: its profile, what each column means and what its rows are called."""

    name: str
    rows: tuple[str, ...]
    profile: DatasetProfile
    concepts: dict[str, Concept] = field(default_factory=dict)

    def taken(self, phrase: str, column: str) -> bool:
        """Whether a phrase is a name or a synonym of another column too."""
        plain = phrase.lower()
        others = (concept for name, concept in self.concepts.items() if name != column)
        return any(plain in (other.words, *other.synonyms) or plain == bare_words(other) for other in others)


@cache
def places() -> dict[str, Any]:
    """The place and person names of places.yaml."""
    loaded: dict[str, Any] = yaml.safe_load((FOLDER / "places.yaml").read_text())
    return loaded


def domains() -> list[Domain]:
    """Every domain of the text files."""
    found = []
    for path in sorted(FOLDER.glob("domains_*.yaml")):
        for name, entry in yaml.safe_load(path.read_text()).items():
            concepts = tuple(_concept(line) for line in entry["columns"].splitlines() if line.strip())
            found.append(Domain(name, tuple(part.strip() for part in entry["rows"].split(",")), concepts))
    return found


def _concept(line: str) -> Concept:
    words, typed, synonyms, short = (*(part.strip() for part in line.split("|")), "", "")[:4]
    kind, _, spec = typed.partition(" ")
    split = [tuple(item.strip() for item in part.split(",") if item.strip()) for part in (synonyms, short)]
    return Concept(words, kind, spec.strip(), split[0], split[1])


def bare_words(concept: Concept) -> str:
    """The name without its unit: weight for weight kg."""
    return _UNIT.sub("", concept.words)


def styled(words: str, style: str, concept: Concept, rng: random.Random) -> str:
    """A column name in one of the styles that people use."""
    parts = words.split()
    if style == "short" and concept.short and rng.random() < 0.7:
        return rng.choice(concept.short)
    if style == "bare":
        return parts[-1] if len(parts) > 1 and parts[-1].isalpha() and rng.random() < 0.3 else "".join(parts)
    if style == "camel":
        return parts[0] + "".join(part.capitalize() for part in parts[1:])
    joined = {
        "title": " ".join(part.capitalize() for part in parts),
        "spaced": words,
        "upper": "_".join(parts).upper(),
        "pascal": "".join(part.capitalize() for part in parts),
        "capital_snake": "_".join(part.capitalize() for part in parts),
    }
    return joined.get(style, "_".join(parts))


def invent(domain: Domain, rng: random.Random) -> Table:
    """One table of a domain: some of its columns, one style of names, a few traps."""
    style = rng.choice(STYLES)
    chosen = _choose(domain, rng)
    columns: dict[str, Concept] = {}
    for concept in (_renamed(concept, rng) for concept in chosen):
        entity = f"{domain.rows[1]} " if rng.random() < 0.06 and domain.rows[1] not in concept.words else ""
        name = styled(entity + concept.words, style, concept, rng)
        if name.lower() not in {known.lower() for known in columns}:
            columns[name] = concept
    frame = _frame(columns, rng)
    return Table(domain.name, domain.rows, profile(frame, domain.name.replace(" ", "_")), columns)


def wider(domain: Domain, other: Domain, rng: random.Random) -> Domain:
    """A domain with columns of another one beside its own, as wide tables have them."""
    known = {phrase for concept in domain.concepts for phrase in (concept.words, *concept.synonyms)}
    apart = [concept for concept in other.concepts if not known & {concept.words, *concept.synonyms}]
    return Domain(domain.name, domain.rows, (*domain.concepts, *rng.sample(apart, rng.randint(0, len(apart)))))


def _renamed(concept: Concept, rng: random.Random) -> Concept:
    """Often a column goes by one of its synonyms, and its usual name is but a way to say it."""
    names = [phrase for phrase in concept.nouns if len(phrase.split()) <= 3 and phrase[0].isalpha()]
    if not names or rng.random() > 0.35:
        return concept
    name = rng.choice(names)
    others = tuple(phrase for phrase in concept.synonyms if phrase != name)
    return Concept(name, concept.kind, concept.spec, (concept.words, *others))


def _choose(domain: Domain, rng: random.Random) -> list[Concept]:
    concepts = list(domain.concepts)
    rng.shuffle(concepts)
    fewest = 3 if rng.random() < 0.1 else max(5, len(concepts) - 4)
    kept = concepts[: rng.randint(fewest, len(concepts) if fewest > 3 else 5)]
    for needed in ("+~", "c", "ty"):
        if not any(concept.kind in needed for concept in kept):
            kept += [concept for concept in concepts if concept.kind in needed][:1]
    for concept in [item for item in kept if item.measured]:
        if rng.random() < 0.08:
            kept.append(Concept(f"{concept.words} {rng.choice(TWINS)}", concept.kind, concept.spec))
    if rng.random() < 0.3 and not any(concept.kind == "id" for concept in kept):
        kept.insert(0, Concept(f"{domain.rows[1]} id", "id", "", ("id",), ("id",)))
    return kept


def _frame(columns: dict[str, Concept], rng: random.Random) -> pd.DataFrame:
    count = rng.choice((30, 60, 120, 300, 600))
    numbers = np.random.default_rng(rng.randrange(2**32))
    cells = {name: _cells(concept, count, rng, numbers) for name, concept in columns.items()}
    return pd.DataFrame(cells)


def _cells(concept: Concept, count: int, rng: random.Random, numbers: np.random.Generator) -> Any:
    kind, spec = concept.kind, concept.spec
    if kind in "+~":
        return _measures(spec, count, numbers)
    if kind == "#":
        low, high = (int(part) for part in spec.split(".."))
        step = max(1, (high - low) // 12)
        return numbers.choice(np.arange(low, high + 1, step), count)
    if kind in "cg":
        values = [part.strip() for part in spec.split(",")] if kind == "c" else list(places()[spec])
        return [rng.choice(values) for _ in range(count)]
    if kind == "t":
        return _dates(spec, count, rng, numbers)
    if kind == "y":
        low, high = (int(part) for part in spec.split(".."))
        return numbers.integers(low, high + 1, count)
    if kind == "b":
        yes, no = rng.choice(((True, False), ("Yes", "No"), (1, 0), ("Y", "N")))
        return [yes if rng.random() < 0.4 else no for _ in range(count)]
    if kind == "id":
        return np.arange(1, count + 1) + rng.choice((0, 100, 10000))
    return _names(concept, count, rng)


def _measures(spec: str, count: int, numbers: np.random.Generator) -> Any:
    low, high = (float(part) for part in spec.split(".."))
    drawn = low + (high - low) * numbers.beta(1.6, 3.0, count)
    whole = high - low > 60 and numbers.random() < 0.6
    return drawn.astype(int) if whole else np.round(drawn, 2 if high > 5 else 4)


def _dates(spec: str, count: int, rng: random.Random, numbers: np.random.Generator) -> Any:
    grain, years = spec.split()
    first, last = years.split("..")
    days = (int(last) - int(first) + 1) * 365
    start = pd.Timestamp(f"{first}-01-01")
    offset = pd.to_timedelta(np.sort(numbers.integers(0, days * 24, count)), unit="h")
    moments = pd.DatetimeIndex(start + offset)
    if grain != "hour":
        moments = moments.normalize()
    if grain == "month":
        moments = moments.to_period("M").to_timestamp()
    return moments if rng.random() < 0.5 else moments.strftime("%Y-%m-%d %H:%M:%S" if grain == "hour" else "%Y-%m-%d")


def _names(concept: Concept, count: int, rng: random.Random) -> list[str]:
    known = places()
    people = any(word in concept.words for word in PEOPLE)
    first, last = ("names_first", "names_last") if people else ("things", "things")
    pool = [
        f"{rng.choice(known[first])} {rng.choice(known[last])}" for _ in range(max(8, count // rng.choice((1, 3, 8))))
    ]
    return [rng.choice(pool) for _ in range(count)]


PEOPLE = (
    "name",
    "agent",
    "assignee",
    "operator",
    "manager",
    "owner",
    "athlete",
    "sleeper",
    "observer",
    "farm",
    "lecturer",
    "candidate",
    "player",
    "winner",
    "runner",
    "director",
    "artist",
    "author",
    "speaker",
    "host",
)
