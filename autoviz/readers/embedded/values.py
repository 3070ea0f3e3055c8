"""Values: cell values that the question names, made filters or groups where the network left them unused or unfit."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypeGuard

from autoviz.linking.links import Match
from autoviz.linking.value_index import value_index
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.model.requirements import AnyOf, Constraint, Filter

NAMED_VALUE = 0.85
TEXT_OPS = ("=", "contains", "starts with", "ends with")


def completed(
    found: tuple[Constraint, ...], matches: Sequence[Match], profile: DatasetProfile, used: Collection[str]
) -> tuple[Constraint, ...]:
    """The filters, each one that can hold, and one more for every named value whose column nothing else uses."""
    owned = (_owned(item, matches, profile) for item in found)
    kept = tuple(_within(_holding(item, profile), matches, profile) for item in owned)
    sound = _agreeing(tuple(item for item in kept if item is not None and not _stray(item, matches, profile)))
    sound = tuple(_beside(item, matches, used) for item in sound)
    filtered = {name for item in sound for name in filter_columns(item)}
    groups = [item for item in _forgotten(matches, profile, filtered) if item.column in used]
    some = [item for item in groups if _are_some(item, profile)]
    return (*sound, *some, *_forgotten(matches, profile, {*used, *filtered}))


def _are_some(item: Filter, profile: DatasetProfile) -> bool:
    """Whether several values of a column are named, and not all: of the groups that it makes these are asked for."""
    return isinstance(item.value, tuple) and len(item.value) < len(profile.by_name[item.column].values)


def _agreeing(found: tuple[Constraint, ...]) -> tuple[Constraint, ...]:
    """Beside a value that is left out, another one of the same column is left out too: except A and B."""
    without = {item.column for item in found if isinstance(item, Filter) and item.op == "!="}
    return tuple(
        item.replaced(op="!=") if isinstance(item, Filter) and item.op == "=" and item.column in without else item
        for item in found
    )


def _beside(item: Constraint, matches: Sequence[Match], used: Collection[str]) -> Constraint:
    """Of a column that splits the result, every value that is named is wanted: women and men, not women alone."""
    if not isinstance(item, Filter) or item.op != "=" or item.column not in used:
        return item
    own = [match for match in matches if match.column == item.column and match.value is not None]
    named = [match.value for match in own if not match.dominated and match.score >= NAMED_VALUE]
    values = tuple(dict.fromkeys((item.value, *named)))
    return Filter.model_validate({"column": item.column, "op": "in", "value": values}) if len(values) > 1 else item


def filter_columns(item: Constraint) -> tuple[str, ...]:
    """The columns that a condition names."""
    if isinstance(item, AnyOf):
        return tuple(entry.column for entry in item.filters)
    return (item.column,) if isinstance(item, Filter) else ()


def compared(found: Sequence[Constraint], matches: Sequence[Match], question: str) -> str | None:
    """A column of which several values are set side by side, rather than joined by 'or'."""
    for item in found:
        if not isinstance(item, Filter) or item.op != "in" or not isinstance(item.value, tuple):
            continue
        spans = sorted((m.start, m.end) for m in matches if m.column == item.column and m.value in item.value)
        between = question[spans[0][1] : spans[-1][0]].casefold().split() if len(spans) > 1 else ["or"]
        if "or" not in between:
            return item.column
    return None


def _forgotten(matches: Sequence[Match], profile: DatasetProfile, taken: Collection[str]) -> tuple[Filter, ...]:
    """A filter for each column of which a value is named that plays no part yet."""
    by_column: dict[str, list[Match]] = {}
    for match in matches:
        named = match.value is not None and not match.dominated and match.score >= NAMED_VALUE
        rivals = [m for m in matches if m.column in taken and m.start < match.end and match.start < m.end]
        if named and match.column not in taken and not rivals:
            by_column.setdefault(match.column, []).append(match)
    result = []
    for column, found in by_column.items():
        values = tuple(dict.fromkeys(match.value for match in found))
        told = {"op": "=", "value": values[0]} if len(values) == 1 else {"op": "in", "value": values}
        result.append(Filter.model_validate({"column": column, **told}))
    return tuple(result)


def _owned(item: Constraint, matches: Sequence[Match], profile: DatasetProfile) -> Constraint:
    """A text that its column does not have, of the column in which linking found it."""
    if not isinstance(item, Filter) or item.op != "=" or not isinstance(item.value, str):
        return item
    column, wanted = profile.by_name[item.column], item.value.casefold()
    if _matched(column, "=", item.value, profile) is not False:
        return item
    valued = [match for match in matches if match.value is not None and match.column != item.column]
    named = [match for match in valued if match.score >= NAMED_VALUE and str(match.value).casefold() == wanted]
    meant = named or [match for match in valued if not match.dominated and match.phrase.casefold() == wanted]
    owner = max(meant, key=lambda match: match.score, default=None)
    return item.replaced(column=owner.column, value=owner.value) if owner else item


def _holding(item: Constraint, profile: DatasetProfile) -> Constraint | None:
    """The condition as it can hold: part of a text where no value equals it, other dates where these end."""
    if not isinstance(item, Filter):
        return item
    column = profile.by_name[item.column]
    if isinstance(item.value, str) and item.op in TEXT_OPS and _matched(column, item.op, item.value, profile) is False:
        return _text(item, column, profile)
    if column.kind == "temporal" and isinstance(item.value, tuple) and column.span:
        first, last = (str(value)[:10] for value in item.value)
        if last < column.span.first[:10] or first > column.span.last[:10]:
            return _elsewhere(item, first, last, profile)
    return item


def _within(item: Constraint | None, matches: Sequence[Match], profile: DatasetProfile) -> Constraint | None:
    """A bound that no value of its column meets is one of another column that the question names, if it has such."""
    if not isinstance(item, Filter) or not _is_number(item.value) or _can_hold(item, profile.by_name[item.column]):
        return item
    named = [match.column for match in matches if match.value is None and not match.dominated]
    if item.column in named:
        return item
    others = (profile.by_name[name] for name in named)
    fitting = next((column for column in others if column.kind == "numeric" and _can_hold(item, column)), None)
    return item.replaced(column=fitting.name) if fitting else item


def _can_hold(item: Filter, column: ColumnProfile) -> bool:
    """Whether some value of a column of numbers may meet a bound; of other columns that is not asked."""
    low, high, bound = column.minimum, column.maximum, item.value
    if not (_is_number(low) and _is_number(high) and _is_number(bound)):
        return True
    return {">": high > bound, ">=": high >= bound, "<": low < bound, "<=": low <= bound}.get(
        item.op, low <= bound <= high
    )


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _elsewhere(item: Filter, first: str, last: str, profile: DatasetProfile) -> Filter:
    """The same dates asked of a column that reaches them, or of one that holds the year as a number."""
    other = next((column for column in profile.of_kind("temporal") if _reaches(column, first, last)), None)
    if other is not None:
        return item.replaced(column=other.name)
    year = int(first[:4])
    numbered = next((column for column in profile.columns if year in column.values and first[:4] == last[:4]), None)
    return Filter(column=numbered.name, op="=", value=year) if numbered else item


def _reaches(column: ColumnProfile, first: str, last: str) -> bool:
    return column.span is not None and column.span.first[:10] <= last and first <= column.span.last[:10]


def _text(item: Filter, column: ColumnProfile, profile: DatasetProfile) -> Filter:
    """A text that no value of its column meets: a part of one, or one of another column."""
    if item.op == "=" and _matched(column, "contains", str(item.value), profile):
        return item.replaced(op="contains")
    texts = [entry for entry in profile.columns if entry.values and isinstance(entry.values[0], str)]
    fitting = next((entry for entry in texts if _matched(entry, item.op, str(item.value), profile)), None)
    return item.replaced(column=fitting.name) if fitting and item.op != "=" else item


def _matched(column: ColumnProfile, op: str, value: str, profile: DatasetProfile) -> bool | None:
    """Whether some value of a column meets a test of its text; None where not all are known."""
    if not column.values:
        return value_index(profile).holds(column.name, op, value) if column.kind != "temporal" else None
    wanted = value.casefold()
    texts = [str(entry).casefold() for entry in column.values]
    if op == "=":
        return wanted in texts
    tests = {"contains": str.__contains__, "starts with": str.startswith, "ends with": str.endswith}
    return any(tests[op](text, wanted) for text in texts)


def _stray(item: Constraint, matches: Sequence[Match], profile: DatasetProfile) -> bool:
    """A measured column equal to a number, where the question does not name that column, is a number gone astray."""
    if not isinstance(item, Filter) or item.op != "=" or isinstance(item.value, (str, bool)):
        return False
    column = profile.by_name[item.column]
    return column.kind == "numeric" and not any(match.column == item.column for match in matches)
