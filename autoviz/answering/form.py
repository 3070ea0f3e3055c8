"""Form: what kind of answer the words of a question call for, as far as its Query cannot tell."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, Literal

from autoviz.answering.facts import said_by_flag
from autoviz.answering.nouns import plural
from autoviz.answering.order_words import states_order
from autoviz.writings.unit_words import DIMENSIONS, unit_named


@dataclass(frozen=True)
class Form:
    """The form of a question: how it opens, which way it looks, and what it calls the things that it counts."""

    text: str = ""
    """The question itself, in which the names of groups are looked up."""
    opens: Literal["yes_no", "which", "how", ""] = ""
    direction: int = 0
    """1 where more, higher or rising is meant, -1 where less, 0 where neither is said."""
    judging: bool = False
    """Whether that way is only good or bad: better and worse look up or down by what they are said of."""
    together: int = 0
    """1 where two things are said to lie the same way (older and dearer), -1 where one is high as the other is low."""
    superlative: bool = False
    """Whether one end is asked for: the most, the lowest, the best."""
    both_ends: bool = False
    """Whether the other end is asked for too: the highest and the lowest."""
    comparative: bool = False
    """Whether one thing is held against another: more than, cheaper."""
    changing: bool = False
    """Whether a course is meant: grew, fell, change."""
    universal: bool = False
    """Whether all are meant: every region, always."""
    tested: bool = False
    """Whether only a test decides the claim: significantly, by chance."""
    denies: bool = False
    """Whether something is denied in it: no, not, without."""
    none: bool = False
    """Whether it claims that there is none: did nobody, are there no."""
    asks_for_any: bool = False
    """Whether it asks if there are such: are there, does anybody, is it true that some."""
    things: str = ""
    """What is counted, in the question's own word."""
    bounds: tuple[float, ...] = ()
    """Numbers that a claim may be held against: more than half, over 100."""
    bounds_up: bool = True
    """Whether the claim is to lie above that number."""
    factor: float = 1.0
    """How many times as much the claim is about: twice, three times."""
    called: tuple[tuple[str, int], ...] = ()
    """Values of the table that the question has other words for, and where: men for male, online for web."""
    sides: tuple[tuple[str, Any, str], ...] = ()
    """What it calls the yes and the no of a column: the column, its value and the word."""
    numbers: frozenset[float] = frozenset()
    """The numbers that it says, in figures or in words."""
    hastens: bool = False
    """Whether the way that it looks is one of speed: faster, slower."""

    @property
    def alike(self) -> bool:
        """Whether things are claimed to be the same."""
        return re.search(r"\b(?:the same|equal|alike)\b", self.text, re.IGNORECASE) is not None

    def of_any(self, some: bool) -> str:
        """The word for whether there are any."""
        return "Yes" if some != self.none else "No"

    @property
    def there(self) -> str:
        """How it is said that there are none: 'No, there', or 'There' where no yes or no is asked for."""
        return f"{self.of_any(False)}, there" if self.opens == "yes_no" else "There"

    @property
    def orders(self) -> bool:
        """Whether it says in which order the rows are to stand."""
        return states_order(self.text)

    @property
    def asks_when(self) -> bool:
        """Whether a moment is asked for."""
        return re.match(r"\W*when\b", self.text, re.IGNORECASE) is not None

    @property
    def claims(self) -> bool:
        """Whether it says which way one thing lies from another, so that two numbers decide it."""
        return not self.tested and bool(self.direction or self.comparative or self.changing or self.factor > 1)

    def facing(self, unit: str, called: str) -> Form:
        """The form as it is said of what is measured in a unit, or called by it: the faster takes fewer minutes."""
        named = called.partition(" per ")[0].split()
        units = [unit] if unit else [found for word in named if (found := unit_named(word))]
        takes = self.hastens and bool(units) and DIMENSIONS.get(units[0]) == "time"
        return replace(self, direction=-self.direction) if takes else self

    def sides_of(self, column: str) -> dict[Any, str]:
        """The two values of a column by what the question calls them; none where it does not."""
        return {value: word for name, value, word in self.sides if name == column}

    def place_of(self, label: str) -> int:
        """Where a name stands in the question, or other words for it; past its end where neither does."""
        found = [_find(self.text.casefold(), name.casefold()) for name in (label, plural(label) if label else "")]
        called = [at for value, at in self.called if value == label.casefold()]
        return min([at for at in found if at >= 0] or called, default=len(self.text))

    def place_of_group(self, value: object, label: str) -> int:
        """Where the question names a group, by its value and by what it is called.

        Of a flag the question speaks of the rows that say yes, whatever form of its name it has (cancelled members,
        defaulters), or, where it denies, of the others.
        """
        said = said_by_flag(value)
        return self.place_of(label) if said is None else len(self.text) - (said != self.denies)

    def offers(self, one: str, other: str) -> bool:
        """Whether the question leaves the choice between two: 'was A or B sold more often?' has no yes and no no."""
        places = sorted((self.place_of(one), self.place_of(other)))
        return places[1] < len(self.text) and " or " in self.text[places[0] : places[1]].casefold()

    def names(self, label: str) -> bool:
        """Whether the question names it."""
        return len(label) > 0 and self.place_of(label) < len(self.text)


def _find(text: str, name: str) -> int:
    """Where a whole word or its beginning stands, a plural among them."""
    at = text.find(name)
    while at > 0 and text[at - 1].isalnum():
        at = text.find(name, at + 1)
    if at >= 0 and len(name) < 4:
        after = text[at + len(name) : at + len(name) + 1]
        return at if not after.isalnum() else -1
    return at
