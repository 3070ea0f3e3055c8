"""Deeds counted: withdrawals are the rows whose status is Withdrawn, where a reading counts all rows by that name."""

from __future__ import annotations

from autoviz.answering.things import may_be_called
from autoviz.linking.form_reading import form_of
from autoviz.linking.links import link
from autoviz.linking.names import derives, forms, lemma
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.planning.converting import as_query
from autoviz.planning.defaults import meant_queries
from autoviz.query.language import COUNT_ROWS, Call, Column, Constant, columns_of

_DONE = ("ed", "en", "wn", "ne")
"""How words for what was done end: hired, taken, withdrawn, gone."""
_SHORTEST = 4


def deeds_counted(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading that counts all rows as what a value says was done to some, as one of those alone."""
    return reading.each(lambda asked: _of_deed(question, asked, profile))


def _of_deed(question: str, asked: Requirements, profile: DatasetProfile) -> Requirements:
    queries = meant_queries(asked, profile)
    query = queries[0] if len(queries) == 1 else None
    if query is None or query.source is not None or [item.expr for item in query.measures] != [COUNT_ROWS]:
        return asked
    noun = form_of(question, (query,)).things.rpartition(" ")[2].lower()
    if not noun or _is_known(noun, question, profile):
        return asked
    done = {column.name: value for column in profile.columns for value in column.values if _says(noun, value)}
    if not done or len({str(value).lower() for value in done.values()}) > 1 or {*done} & {*columns_of(query)}:
        return asked
    column, value = next(iter(done.items()))
    test = Call(op="=", args=(Column(name=column), Constant(value=value)))
    told = asked.replaced(not_found=tuple(word for word in asked.not_found if word.lower() != noun))
    return as_query(told, query.narrowed(test)).assuming(f"{noun} are the rows where {column} is {value}.")


def _is_known(noun: str, question: str, profile: DatasetProfile) -> bool:
    """Whether the noun names a column, a value or the rows themselves: bookings with a booking_id are all of them."""
    linked = any(lemma(match.phrase.lower().rpartition(" ")[2]) == lemma(noun) for match in link(question, profile))
    things = profile.things.columns if profile.things is not None else ()
    return linked or any(profile.by_name[name].meaning == "id" and may_be_called(name, noun) for name in things)


def _says(noun: str, value: object) -> bool:
    """Whether a value is that something was done which the noun calls."""
    done = value.lower() if isinstance(value, str) else ""
    alike = bool(forms(noun) & forms(done)) or derives(noun, done)
    return len(noun) >= _SHORTEST and done.isalpha() and done.endswith(_DONE) and alike
