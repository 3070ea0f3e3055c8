"""Geography: what countries and US states are called, by their names, their codes and their people."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pycountry

from autoviz.linking.lexicon import abbreviations
from autoviz.linking.names import split_name
from autoviz.uncollected import uncollected

SCHEMES = ("alpha_2", "alpha_3", "us_state")
_MOST, _SOME, _FEWEST = 0.75, 0.4, 3
_NOUNS = {
    "alpha_2": frozenset({"country", "nation", "iso", "iso2"}),
    "alpha_3": frozenset({"country", "nation", "iso", "iso3"}),
    "us_state": frozenset({"state", "states"}),
}
_CAPITALS: dict[str, tuple[str, ...]] = {"US": ("US",), "UK": ("GB",)}
_NAME_FIELDS = ("name", "official_name", "common_name")
_STATE_TYPES = ("State", "District")


@dataclass(frozen=True)
class Gazetteer:
    """Names, codes and demonyms, letters only → places; a place is its ISO code, such as FR or US-CA."""

    names: dict[str, tuple[str, ...]]
    demonyms: dict[str, tuple[str, ...]]
    codes: dict[str, dict[str, str]]
    """For each way of writing codes: code → place."""

    capitals: dict[str, tuple[str, ...]]
    """Short forms that are no codes, as they are written."""

    def scheme(self, keys: Iterable[str], named: tuple[str, ...] = ()) -> str | None:
        """How a column writes its places, where its values are codes of one kind: most, or some if its name says so."""
        values = set(keys)
        known = {name: len(values & codes.keys()) / max(len(values), 1) for name, codes in self.codes.items()}
        shares = {name: share / (_SOME if _NOUNS[name] & set(named) else _MOST) for name, share in known.items()}
        best = max(SCHEMES, key=lambda name: shares[name])
        return best if shares[best] >= 1 and len(values) >= _FEWEST else None


@cache
@uncollected()
def gazetteer() -> Gazetteer:
    """The countries of ISO 3166 and the states of the US, with the other names and demonyms of the registry."""
    names: dict[str, dict[str, None]] = {}
    codes: dict[str, dict[str, str]] = {scheme: {} for scheme in SCHEMES}
    for country in pycountry.countries:
        for field in _NAME_FIELDS:
            for name in _spoken_names(getattr(country, field, "")):
                names.setdefault(_key(name), {})[country.alpha_2] = None
        for scheme in ("alpha_2", "alpha_3"):
            codes[scheme][getattr(country, scheme).lower()] = country.alpha_2
    for state in _states():
        names.setdefault(_key(state["name"]), {})[state["code"]] = None
        codes["us_state"][state["code"].removeprefix("US-").lower()] = state["code"]
    known = {key: tuple(places) for key, places in names.items()}
    listed, demonyms = _listed(known)
    return Gazetteer({**listed, **known}, demonyms, codes, _CAPITALS)


def _states() -> list[dict[str, str]]:
    """The states of the US, from the file itself: pycountry makes objects of all 5,000 subdivisions of the world."""
    database = pycountry.subdivisions
    listed = json.loads(Path(database.filename).read_text("utf-8"))[database.root_key]
    return [entry for entry in listed if entry["code"].startswith("US-") and entry["type"] in _STATE_TYPES]


def _listed(known: dict[str, tuple[str, ...]]) -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
    """The further names of countries, and what their people are called: the first word of each set is the demonym."""
    names: dict[str, tuple[str, ...]] = {}
    demonyms: dict[str, tuple[str, ...]] = {}
    kind = abbreviations().value_kinds["country"]
    groups = abbreviations().equivalents
    firsts = [group[0] for group in groups]
    for group in groups[firsts.index(kind.first) : firsts.index(kind.last) + 1]:
        keys = [_key(word) for word in group]
        meant = next((places for key in keys[1:] if (places := _countries(known.get(key, ())))), None)
        if meant:
            demonyms.update(dict.fromkeys((keys[0], f"{keys[0]}s"), meant))
            names.update({key: meant for key in keys[1:] if len(key) > 2})
    return names, demonyms


def _countries(places: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(place for place in places if "-" not in place)


def _spoken_names(name: str) -> list[str]:
    """A name, and without what stands behind its comma in the lists of ISO."""
    front, _, behind = name.partition(", ")
    return [name, f"{behind} {front}"] if behind else [name] if name else []


def _key(name: str) -> str:
    return "".join(split_name(name))
