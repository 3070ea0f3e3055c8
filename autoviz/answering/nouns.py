"""Nouns: one thing and several of them."""

from __future__ import annotations

_IRREGULAR = {
    "man": "men", "woman": "women", "child": "children", "person": "people", "mouse": "mice", "foot": "feet",
    "tooth": "teeth", "goose": "geese", "criterion": "criteria", "analysis": "analyses", "wife": "wives",
    "life": "lives", "leaf": "leaves", "half": "halves", "series": "series", "species": "species", "sheep": "sheep",
    "fish": "fish", "staff": "staff",
}  # fmt: skip
"""Nouns whose plural no rule makes."""
_SEVERAL = {several: one for one, several in _IRREGULAR.items()}


def plural(noun: str) -> str:
    """Several of a thing: city → cities, order id → orders, woman → women."""
    words = noun.split()
    if len(words) > 1 and words[-1].casefold() in ("id", "identifier", "name", "no", "number", "code"):
        words = words[:-1]
    last = words[-1] if words else noun
    if last.casefold() in _IRREGULAR or last.casefold() in _SEVERAL:
        return " ".join([*words[:-1], _IRREGULAR.get(last.casefold(), last)])
    if last.endswith("s") and not last.endswith(("ss", "us")):
        return " ".join(words)
    if last.endswith("y") and last[-2:-1] not in "aeiou":
        last = f"{last[:-1]}ies"
    elif last.endswith(("s", "x", "z", "ch", "sh")):
        last = f"{last}es"
    else:
        last = f"{last}s"
    return " ".join([*words[:-1], last])


def singular(nouns: str) -> str:
    """One of them: cities → city, orders → order, women → woman."""
    before, _, last = nouns.rpartition(" ")
    if last.casefold() in _SEVERAL:
        return f"{before} {_SEVERAL[last.casefold()]}".strip()
    if nouns.endswith("ies") and len(nouns) > 4:
        return f"{nouns[:-3]}y"
    if nouns.endswith(("ses", "xes", "ches", "shes")):
        return nouns[:-2]
    return nouns[:-1] if nouns.endswith("s") and not nouns.endswith("ss") else nouns


def one_of(things: str) -> str:
    """One of things that take more than a word: different order ids → order id, rows with x → row with x."""
    noun, with_, rest = things.removeprefix("different ").partition(" of " if " of " in things else " with ")
    before, _, last = noun.rpartition(" ")
    return f"{before} {singular(last)}".strip() + with_ + rest
