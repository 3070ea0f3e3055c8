"""Things: what the rows of a table are called, by the question or by the column that tells them apart."""

from __future__ import annotations

from collections.abc import Set

from autoviz.answering.form import Form
from autoviz.answering.nouns import plural, singular
from autoviz.drawing.titles import readable
from autoviz.model.profile import ROW_NUMBERS, DatasetProfile

ID_MARKS = frozenset({"id", "identifier", "no", "nr", "number", "num", "code", "key", "ref", "uid", "uuid", "name"})
"""Words of a name that say that it names something, and not what."""


def things_counted(form: Form, profile: DatasetProfile | None) -> str:
    """What rows are called: by the question, by the column that tells them apart, or rows.

    Where an id calls them otherwise, a word of the question that the table does not have may mean something else: the
    rows of a visit_id are not called surgeries, nor those of a panel of countries and years hospitals.
    """
    own = _own_noun(profile, form.text)
    known = profile is not None and profile.things is not None and (profile.things.panel or (own and _is_id(profile)))
    if profile is not None and known and form.things and not _has_word(profile, form.things):
        return own or "rows"
    return _of_this_table(form.things, profile) or own or "rows"


def _of_this_table(things: str, profile: DatasetProfile | None) -> str:
    """A question's word for rows, without one before it that no column's name has beside it: all tickets are not the
    unpaid ones, which may have been left out, and which are told by their condition where they were not."""
    *before, noun = things.split() or [""]
    if profile is None or not before:
        return things
    said = {singular(word.casefold()) for word in things.split()}
    names = [{singular(word) for word in readable(name).casefold().split()} for name in profile.names]
    return things if any(said <= own for own in names) else noun


def may_be_called(column: str, things: str) -> bool:
    """Whether an id may be that of things which a question names: cand_no of candidates, hh_ref of households and an id
    of anything, but no cand_no of exams."""
    said = singular(things.casefold().split()[-1])
    names = [word for word in readable(column).casefold().split() if word not in ID_MARKS]
    return not names or any(word[0] == said[0] and _in_order(word, said) for word in names)


def _in_order(letters: str, word: str) -> bool:
    """Whether a word has these letters in this order."""
    left = iter(word)
    return all(letter in left for letter in singular(letters))


def noun_of_id(profile: DatasetProfile, known: Set[str] = frozenset()) -> str:
    """What a number or an id of its own calls the rows of a table; empty where nothing does.

    A short name is taken for a code unless it is a known word: trip_no, but no insp_no.
    """
    noun, bare = _noun(profile)
    own = "" if bare and singular(noun.casefold()) not in known else noun
    return own if own and _is_id(profile) else ""


def _is_id(profile: DatasetProfile) -> bool:
    """Whether a number or an id of its own tells every row apart: visit_id, parcel_no."""
    name = profile.things.columns[0] if profile.things is not None else ""
    numbered = len(readable(name).split()) > 1 or name.endswith("#")
    return numbered and profile.by_name[name].meaning == "id"


def _own_noun(profile: DatasetProfile | None, said: str) -> str:
    """What the column that tells rows apart calls them; empty where it is no word, unless it is said."""
    noun, bare = _noun(profile)
    return "" if bare and noun.casefold() not in said.casefold().split() else noun


def _noun(profile: DatasetProfile | None) -> tuple[str, bool]:
    """The plural of the column that tells rows apart, and whether it may be no word."""
    things = profile.things if profile else None
    if things is None or things.rows_each > 1.0 or things.time or len(things.columns) != 1:
        return "", False
    name = readable(things.columns[0]).rstrip(" #")
    noun = plural(name)
    last = noun.split()[-1]
    general = name.casefold() in ("name", "title", "code", *ROW_NUMBERS)
    return noun, general or len(last) < 6 or not last.isalpha()  # insp, iso3c: no words


def _has_word(profile: DatasetProfile, things: str) -> bool:
    """Whether a column or a value is called like this."""
    wanted = singular(things.casefold().split()[-1])
    values = (str(value) for column in profile.columns for value in column.values)
    known = {singular(word) for text in (*profile.names, *values) for word in readable(text).casefold().split()}
    return wanted in known
