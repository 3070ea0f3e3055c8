"""What the wording model is shown of a query: the columns it reads with what is known of them, its kind and its SQL."""

from __future__ import annotations

import random
from collections.abc import Mapping

from autoviz.model.profile import DatasetProfile
from autoviz.query.language import Matched, Query, Unpivot, columns_of, parts_of
from autoviz.query.sql import to_sql


def prompt(
    item: str, profile: DatasetProfile, notes: Mapping[str, str], kind: str, query: Query, chance: random.Random
) -> str:
    """The text that a question is written for."""
    used = [name for name in _read(query) if name in profile.by_name]
    others = [name for name in profile.names if name not in used]
    beside = chance.sample(others, min(3, len(others)))
    told = [f"- {name}: {_told(profile, name, notes)}" for name in (*used[:14], *beside)]
    return f"Table {item}, {profile.rows} rows\n" + "\n".join(told) + f"\nKind: {kind}\n{to_sql(query)}\nQuestion:"


def _told(profile: DatasetProfile, name: str, notes: Mapping[str, str]) -> str:
    column = profile.by_name[name]
    values = ", ".join(str(value)[:18] for value in column.values[:4])
    return "; ".join(part for part in (column.meaning, notes.get(name, ""), values) if part)


def _read(query: Query) -> tuple[str, ...]:
    shown = [name for item in parts_of(Query, query) for name in item.shown]
    melted = [name for item in parts_of(Unpivot, query) for name in item.columns]
    keys = [name for item in parts_of(Matched, query) for name in item.on]
    return tuple(dict.fromkeys((*columns_of(query), *shown, *melted, *keys)))
