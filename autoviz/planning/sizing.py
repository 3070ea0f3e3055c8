"""Sizing: what is put in order by its number of rows is put in order by its size, where a column tells that."""

from __future__ import annotations

from typing import NamedTuple

from autoviz.answering.things import noun_of_id
from autoviz.linking.form_reading import form_of
from autoviz.linking.lexicon import row_words
from autoviz.linking.links import link
from autoviz.linking.names import lemma
from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile
from autoviz.model.requirements import Aggregation, ChartWish, Requirements
from autoviz.planning.defaults import meant_queries, settled_query
from autoviz.planning.phrasing import measure_of
from autoviz.planning.takings import number_sold
from autoviz.profile.stocks import is_stock
from autoviz.query.language import Aggregate, Constant, Named, columns_of, parts_of
from autoviz.query.rewriting import remeasured

_SIZES = frozenset({"largest", "biggest", "smallest"})
_MADE_AND_SOLD = frozenset(
    {"sold", "sell", "sells", "selling", "make", "makes", "made", "produce", "produces", "produced"}
)


class _Size(NamedTuple):
    """The column that tells a size, what is assumed by that, and whose size it is; None where anybody's."""

    column: str
    told: str
    of: tuple[str, ...] | None = None


def by_size(requirements: Requirements, profile: DatasetProfile, question: str) -> Requirements:
    """The largest country is that with the most inhabitants, what sold the most that of the most pieces, and how many
    were sold or made so many pieces."""
    said = {word.lower for word in words(question)}
    size = _size_of_things(said, profile) or _pieces_sold(question, said, profile)
    sized = _sized(requirements, size, profile) if size else None
    return sized.assuming(size.told) if sized and size else _with_pieces_told(requirements, profile, question)


def _with_pieces_told(asked: Requirements, profile: DatasetProfile, question: str) -> Requirements:
    """Requirements that count the rows of a value by its name, with the column that counts pieces told: ten rows of
    croissants are not ten of them."""
    sold, queries = number_sold(profile), meant_queries(asked, profile)
    if sold is None or len(queries) != 1 or not any(map(_counts_rows, queries[0].measures)):
        return asked
    noun = lemma(form_of(question, queries).things.rpartition(" ")[2].lower())
    values = {lemma(str(part.value).casefold()) for part in parts_of(Constant, queries[0].where)}
    told = f"rows are counted; the total of {sold.name} would be another answer."
    return asked.assuming(told) if noun in values else asked


def _size_of_things(said: set[str], profile: DatasetProfile) -> _Size | None:
    """Where the number of rows says nothing of a thing: it has one, or one for every time."""
    things = profile.things
    if not said & _SIZES or things is None or not things.columns or (things.time is None and things.rows_each != 1):
        return None
    stocks = [column.name for column in profile.columns if column.metric and is_stock(column)]
    if not stocks:
        return None
    another = f"; {' or '.join(stocks[1:])} would be another" if stocks[1:] else ""
    return _Size(stocks[0], f"the size is that of {stocks[0]}{another}.", things.columns)


def _pieces_sold(question: str, said: set[str], profile: DatasetProfile) -> _Size | None:
    """Pieces, unless the sales themselves are counted, or the things of a column: receipts, customers sold to."""
    sold = number_sold(profile) if said & _MADE_AND_SOLD else None
    if sold is None:
        return None
    noun = form_of(question).things.rpartition(" ")[2]
    columns = [match for match in link(question, profile, {}) if match.value is None and match.phrase.endswith(noun)]
    own = noun and (lemma(noun) == lemma(noun_of_id(profile)) or noun in row_words() or columns)
    return None if own else _Size(sold.name, f"pieces are counted by {sold.name}.")


def _sized(asked: Requirements, size: _Size, profile: DatasetProfile) -> Requirements | None:
    """The requirements with the size in place of the rows; None where they do not rank by rows, or count them."""
    if asked.query is None:
        counted = [item for item in asked.constraints if isinstance(item, Aggregation)]
        ranked = "rank" in asked.analysis or (size.of is None and counted)
        other = asked.metrics or any(item.metric for item in counted) or not ranked
        if other or (size.of and set(asked.group_by) != set(size.of)):
            return None
        kept = tuple(item for item in asked.constraints if item not in counted)
        made = asked.replaced(metrics=(size.column,), constraints=kept)
        return _total_of(made) if asked.group_by == (size.column,) else made
    if size.of is not None and (not asked.query.order or set(columns_of(asked.query.by)) != set(size.of)):
        return None
    if size.column in columns_of(asked.query.by):
        return None
    query = remeasured(asked.query, lambda item: measure_of(size.column, "sum") if _counts_rows(item) else None)
    if query == asked.query:
        return None
    query, assumed = settled_query(query, profile)
    return asked.replaced(query=query).assuming(*assumed)


def _total_of(asked: Requirements) -> Requirements:
    """What was to be counted by its own number as one total: bagels sold are not put in groups of how many they are."""
    kept = tuple(item for item in asked.constraints if not isinstance(item, ChartWish))
    return asked.replaced(group_by=(), analysis=("total",), outputs=("table",), constraints=kept)


def _counts_rows(item: Named) -> bool:
    return isinstance(item.expr, Aggregate) and item.expr.func == "count" and not item.expr.args
