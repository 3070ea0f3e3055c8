"""Spellings: cells that write a value in other letters, capitals or blanks than the one that rows are kept by, or than
others that would be the same group."""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

from autoviz.listing import counted, listed
from autoviz.model.profile import DatasetProfile
from autoviz.model.requirements import Filter, Requirements
from autoviz.profile.values import text_values
from autoviz.query.language import Call, Column, Constant, parts_of, plain_names

_TEXTS = {"categorical", "ordinal", "text", "identifier", "geographic"}


def with_spellings_told(asked: Requirements, profile: DatasetProfile) -> Requirements:
    """The requirements with the other writings of the values that rows must have, which these do not keep, and of those
    that make groups, which are groups of their own.

    They stay apart: whether 'Emergency ' and 'emergency' are one is for the table's owner to say.
    """
    asked = asked.assuming(*_groups_apart(asked, profile))
    wanted: dict[str, set[str]] = {}
    for column, text in _texts_asked(asked):
        wanted.setdefault(column, set()).add(text)
    if not wanted:
        return asked
    known = {item.column: item.texts for item in text_values(profile) if item.column in wanted}
    found = {column: _others(known[column], texts) for column, texts in wanted.items() if column in known}
    return asked.assuming(*(
        f"rows where {column} is written {listed([repr(text) for text in texts])} are left out."
        for column, texts in found.items() if texts
    ))  # fmt: skip


def _groups_apart(asked: Requirements, profile: DatasetProfile) -> Iterator[str]:
    """Of each column that makes groups, that some of them differ by nothing but capitals or blanks."""
    keys = asked.group_by if asked.query is None else plain_names(item.expr for item in asked.query.by)
    keys = tuple(name for name in keys if name in profile.by_name)
    for item in text_values(profile) if _TEXTS & {profile.by_name[name].kind for name in keys} else ():
        if item.column not in keys or pc.count_distinct(_plain(item.texts)).as_py() == len(item.texts):
            continue
        alike: dict[str, list[str]] = {}
        for plain, text in zip(_plain(item.texts).to_pylist(), item.texts.to_pylist(), strict=True):
            alike.setdefault(plain, []).append(text)
        several = sorted(sorted(texts) for texts in alike.values() if len(texts) > 1)
        if several:
            shown = listed([repr(text) for text in several[0]])
            more = f", and {counted(len(several) - 1, 'other value')}" if len(several) > 1 else ""
            yield f"{item.column} is written in several ways that count as groups of their own: {shown}{more}."


def _texts_asked(asked: Requirements) -> Iterator[tuple[str, str]]:
    """Each column with a text that rows are kept or counted by."""
    for item in asked.all(Filter) if asked.query is None else ():
        values = item.value if isinstance(item.value, tuple) else (item.value,)
        if item.op in ("=", "in"):
            yield from ((item.column, value) for value in values if isinstance(value, str))
    for call in parts_of(Call, asked.query):
        match call:
            case Call(op="=" | "in", args=(Column(name=name), *others)):
                texts = [item.value for item in others if isinstance(item, Constant)]
                yield from ((name, text) for text in texts if isinstance(text, str))


def _others(texts: pa.Array, wanted: set[str]) -> list[str]:
    """The texts that only capitals or blanks around them tell apart from a wanted one."""
    plain = pa.array(sorted({text.strip().lower() for text in wanted}), texts.type)
    alike = texts.filter(pc.is_in(_plain(texts), value_set=plain))
    return sorted({str(text) for text in alike.to_pylist()} - wanted)


def _plain(texts: pa.Array) -> pa.Array:
    """Texts without what may be a slip: in small letters, no blanks around them."""
    return pc.utf8_trim_whitespace(pc.utf8_lower(texts))
