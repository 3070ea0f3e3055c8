"""Draft: a question in the making, with the table it is about and the target that grows with it."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from training.grammar import CLOSE, OPEN, expand, phrases, pick
from training.tables import Table
from training.target import Target
from training.wording import called, plural

COUNTABLE = ["number of {ys}", "how many {ys}", "total number of {ys}", "the number of {ys}", "{ys} count", "# of {ys}"]
"""Words for the sum of what can be counted: goals, hours, visits."""


@dataclass(frozen=True)
class Body:
    """The heart of a question: a noun phrase, or a whole question of its own."""

    text: str
    whole: bool


@dataclass
class Draft:
    """One question in the making."""

    table: Table
    rng: random.Random
    target: Target = field(default_factory=lambda: Target("group", "bar"))
    marked: list[tuple[str, str, str | None]] = field(default_factory=list)
    """Use, operator and column of each marked value."""
    said: set[tuple[str, str]] = field(default_factory=set)
    """Phrases and the columns that they stand for."""

    def __post_init__(self) -> None:
        columns = self.table.profile.by_name
        kinds = {name: columns[name].kind for name in self.table.concepts}
        concepts = self.table.concepts
        self.measures = [name for name in kinds if concepts[name].kind in "+~#" and kinds[name] == "numeric"]
        self.ordinals = [name for name in kinds if concepts[name].kind == "#" and kinds[name] == "ordinal"]
        self.times = [name for name in kinds if kinds[name] == "temporal" and concepts[name].kind in "ty"]
        self.names = [name for name in kinds if concepts[name].kind == "n" and kinds[name] != "identifier"]
        self.keys = [name for name in kinds if concepts[name].kind == "id"]
        grouping = ("categorical", "geographic", "boolean", "ordinal")
        self.flags = [name for name in kinds if concepts[name].kind == "b" and kinds[name] in grouping]
        self.categories = [name for name in kinds if concepts[name].kind in "cg" and kinds[name] in grouping]
        self.categories += [name for name in self.flags if self.rng.random() < 0.3]

    def fresh(self, pool: list[str]) -> str | None:
        """A column of the pool that plays no part yet."""
        target = self.target
        used = {target.x, target.color, target.facet, target.size, *target.metrics, *target.filters}
        free = [name for name in pool if name not in used]
        return self.rng.choice(free) if free else None

    def say(self, column: str) -> str:
        return self._noted(called(self.table, column, self.rng), column)

    def says(self, column: str) -> str:
        said = self.say(column)
        return said if self.table.concepts[column].kind == "b" else self._noted(plural(said), column)

    def _noted(self, phrase: str, column: str) -> str:
        self.said.add((phrase.lower(), column))
        return phrase

    def rows(self) -> str:
        """A word for the rows that names no column: where sales is a metric, it does not count orders."""
        roll = self.rng.random()
        if roll < 0.1:
            return self.rng.choice(("records", "rows", "entries", "cases"))
        words = [word for word in (self.table.rows[0], *self.table.rows[2:]) if not self.table.taken(word, "")]
        if not words:
            return "rows"
        return words[0] if roll < 0.65 else self.rng.choice(words)

    def row(self) -> str:
        return self.table.rows[1]

    def mark(self, text: str, use: str, operator: str = "=", column: str | None = None) -> str:
        """A value wrapped in marks that give its place away later."""
        self.marked.append((use, operator, column))
        return f"{OPEN}{chr(0xE100 + len(self.marked) - 1)}{text}{CLOSE}"

    def measure(self, column: str, func: str) -> str:
        """A metric with the words for its aggregate; the aggregate is noted in the target."""
        if func == "quantile":
            share = self.rng.choice((5, 10, 25, 75, 90, 95, 99))
            self.target.aggregates[column] = func
            return f"{self.mark(f'{share}th', 'quantile', '=', column)} percentile of {self.say(column)}"
        if func != "none":
            self.target.aggregates[column] = func
        words = phrases("phrases")["aggregate"][func]
        if func == "mean" and not self.names and self.chance(0.1):
            return f"{self.say(column)} per {self.row()}"
        if func == "sum" and self.table.concepts[column].words.endswith("s") and self.chance(0.45):
            words = COUNTABLE
        return pick(words, self.rng, y=self.say(column), ys=self.says(column), rows=self.rows(), row=self.row())

    def function(self, column: str) -> str:
        """A likely aggregate for a metric."""
        if self.table.concepts[column].kind in "+#":
            options, weights = (
                ("sum", "mean", "none", "max", "min", "median", "quantile", "std"),
                (40, 18, 28, 5, 4, 3, 1, 1),
            )
        else:
            options, weights = (
                ("mean", "none", "max", "min", "median", "sum", "std", "quantile"),
                (48, 32, 6, 5, 4, 2, 2, 1),
            )
        return self.rng.choices(options, weights)[0]

    def counted(self) -> str:
        """Words for the number of rows; the reading is noted in the target."""
        self.target.flags.add("count_rows")
        return pick(phrases("phrases")["count"], self.rng, rows=self.rows(), row=self.row())

    def body(self, name: str, whole_share: float = 0.4, **slots: str) -> Body:
        """A noun phrase or a whole question of this form."""
        forms = phrases("phrases")[name]
        whole = self.rng.random() < whole_share
        return Body(pick(forms["whole" if whole else "noun"], self.rng, **self._common(), **slots), whole)

    def _common(self) -> dict[str, str]:
        return {"rows": self.rows(), "row": self.row()}

    def pattern(self, patterns: list[str], **slots: str) -> str:
        return pick(patterns, self.rng, **{**self._common(), **slots})

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def expanded(self, pattern: str) -> str:
        return expand(pattern, self.rng)
