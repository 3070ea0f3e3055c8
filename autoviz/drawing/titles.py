"""Titles: the words above a chart and along its axes, made from what each column is and how it was made."""

from __future__ import annotations

import calendar
import re
from collections.abc import Sequence

from autoviz.drawing.encoding import Encoding
from autoviz.drawing.numbers import ordinal
from autoviz.drawing.subsets import subset_words
from autoviz.frames.dates.shapes import with_whole_units
from autoviz.listing import listed
from autoviz.model.labels import CYCLIC_GRAINS
from autoviz.model.requirements import AnyOf, Filter
from autoviz.table import Lineage, Table
from autoviz.writings.unit_words import TIMES, names_unit

_AGGREGATES = {
    "sum": "total {}",
    "mean": "average {}",
    "median": "median {}",
    "min": "lowest {}",
    "max": "highest {}",
    "count": "number of {} values",
    "nunique": "number of distinct {}",
    "std": "standard deviation of {}",
    "quantile": "percentile of {}",
}
_CAPITAL = re.compile(r"(?<=[a-z0-9])(?=[A-Z](?!\d[a-z]))")
"""Where a word begins within another; HbA1c is one."""
_ONE_WORD = ("sum", "mean", "median", "min", "max")
"""Aggregates that are told by one word before the column's name."""
_SUMMARIES = {"total", "subtotal", "sum", "average", "avg", "mean", "median", "min", "max"}
"""Words that say how something was summarised, and not what."""
_CALENDAR = {*calendar.month_name, *calendar.month_abbr, *calendar.day_name, *calendar.day_abbr}
_EVERY = {
    "hour": "hourly", "day": "daily", "week": "weekly", "month": "monthly", "quarter": "quarterly", "year": "yearly",
}  # fmt: skip
AUTO = "auto"
"""What periods are called that nobody named: those that suit the dates are taken."""
CYCLES = {"weekday": "day of the week", "month_of_year": "month of the year", "hour_of_day": "hour of the day"}


def readable(name: str) -> str:
    """A column name as words: product_category and productCategory alike give 'product category'."""
    spaced = re.sub(r"[_\s]+", " ", name)
    whole = [part if part != with_whole_units(part) else _CAPITAL.sub(" ", part) for part in spaced.split(" ")]
    words = " ".join(whole).strip()
    bare = re.sub(r"\s*[(\[].*?[)\]]", "", words).strip()  # few capitals may be short for something: MRR (USD)
    shouted = words.isupper() and "." not in bare and (len(bare) > 4 or " " in bare)  # with points it is a code
    camel = name[:1].islower() and " " not in name and "_" not in name and name == with_whole_units(name)
    if shouted or camel:
        return words.lower()
    return re.sub(r"(?<![\w.])[A-Z][a-z]+(?![\w.])", lambda found: _uncapitalised(found[0]), words)


def _uncapitalised(word: str) -> str:
    """A word of a header as it stands within a sentence; the names of months and days keep their capital."""
    return word if word in _CALENDAR else word.lower()


def plain_text(text: str) -> str:
    """Text that plotly shows as it stands: no cell or column name becomes markup."""
    shown = text.replace("&", "&amp;").replace("<", "&lt;")
    return shown.replace("$", "&#36;") if shown.count("$") > 1 else shown  # what stands between two is set as TeX


def sentence(text: str) -> str:
    """The text with a capital at its start."""
    return text[:1].upper() + text[1:]


def measure(table: Table, column: str) -> str:
    """What a metric is, in words: 'total revenue', 'change in average price', 'number of orders'."""
    story = table.of(column)
    if story.words:
        return story.words
    if story.aggregate == "count" and not story.source:
        words = rows_counted(table)
    else:
        words = filled(_AGGREGATES.get(story.aggregate or "", "{}"), subject(table, column))
    if story.quantile is not None:
        words = f"{ordinal(round(100 * story.quantile, 6))} {words}"
    return _derived(words, story)


def rows_counted(table: Table) -> str:
    """What counting the rows of a table gives."""
    return f"number of {table.things}"


def filled(form: str, words: str) -> str:
    """An aggregate's form with what it is of; a total bill that is added up is not a total total bill."""
    said = form.partition(" ")[0]
    return words if f"{words.casefold()} ".startswith(f"{said} ") and form == f"{said} {{}}" else form.format(words)


def subject(table: Table, column: str) -> str:
    """What a column is about: the user's own column, or a computed one by its own name."""
    story = table.of(column)
    own_name = not story.source or story.made_by.endswith(f" of {story.source}")
    return unitless(readable(column if own_name else story.source), story.unit)


def unitless(words: str, unit: str | None) -> str:
    """A name without the unit at its end, which its numbers are told with: fare eur and fare (EUR) are the fare.

    What would not say any more what it is keeps it: rental days are no rental, and total gbp is the total in GBP.
    """
    if tells_unit(words, unit) and unit in TIMES:
        return words
    said, letters = words.split(), _letters(unit or "")
    for size in sorted({1, unit.count("/") + 1}, reverse=True) if unit else ():
        last = " ".join(said[-size:]).strip("()[]")
        if len(said) > size and unit and (names_unit(last, unit) or (letters and _letters(last) == letters)):
            kept = said[:-size]
            kept = kept[:-1] if kept[-1] == "in" and len(kept) > 1 else kept
            return " ".join([*kept, "in", unit] if unit and set(map(str.casefold, kept)) <= _SUMMARIES else kept)
    return words


def tells_unit(words: str, unit: str | None) -> bool:
    """Whether a name ends in what its numbers are in, written out."""
    return bool(unit) and words.casefold().split()[-1:] == [str(unit).casefold()]


def without_total(words: str) -> str:
    """What a total is of: revenue of total revenue; the total in GBP has no other name."""
    return words if words.startswith("total in ") else words.removeprefix("total ")


def _letters(text: str) -> str:
    return re.sub(r"\W", "", text).casefold()


def with_unit(words: str, unit: str | None) -> str:
    """Words with the unit behind them, unless they are nothing but the unit."""
    return f"{words} ({unit})" if unit and not names_unit(words, unit) and not tells_unit(words, unit) else words


def _derived(words: str, story: Lineage) -> str:
    kind = story.made_by
    if not kind or kind.endswith(f" of {story.source}"):
        return words
    if kind.startswith("share"):
        return f"share of {words}"
    if kind.startswith("change"):
        return kind.replace("change", f"change in {words}", 1)
    return f"{words} ({kind})"


def measure_title(table: Table, column: str) -> str:
    """An axis title: the measure and its unit."""
    unit = table.of(column).unit
    return with_unit(sentence(measure(table, column)), unit)


def category(encoding: Encoding, column: str) -> str:
    """What a grouping column is called; a cycle of time, and a period as colour or panel, by its own name."""
    story = encoding.table.of(column)
    if story.words:
        return story.words
    if column == encoding.x:
        dates = encoding.table.schema[column].is_temporal()
        named = (encoding.mark in ("pie", "treemap") or not dates) and encoding.period in _EVERY
        return str(encoding.period) if named else CYCLES.get(encoding.period or "", subject(encoding.table, column))
    grain = story.grain or ""
    return CYCLES.get(grain) or (grain if grain in _EVERY else subject(encoding.table, column))


def category_title(encoding: Encoding, column: str) -> str:
    """An axis or legend title for a grouping column."""
    unit = encoding.table.of(column).unit
    return with_unit(sentence(category(encoding, column)), unit)


def metric_names(table: Table, columns: Sequence[str]) -> list[str]:
    """What the metrics of one axis are called in its legend: without the words that stand along the axis."""
    return [sentence(words) for words in _apart(table, columns, _shared(table, columns))]


def _apart(table: Table, columns: Sequence[str], shared: str) -> list[str]:
    """What tells metrics apart: 'highest' and 'lowest', where both are of the price."""
    words = [measure(table, column) for column in columns]
    return [text.removeprefix(shared).removesuffix(shared).strip() for text in words] if shared else words


def _shared(table: Table, columns: Sequence[str]) -> str:
    """What all metrics have in common: the column that each is of, or the way in which each is put together."""
    words = [measure(table, column) for column in columns]
    subjects = {subject(table, column) for column in columns}
    ways = {text.partition(" ")[0] for text in words}
    plain = all(table.of(column).aggregate in _ONE_WORD and not table.of(column).made_by for column in columns)
    if len(columns) < 2 or not plain or len(set(words)) < len(words):
        return ""
    if len(subjects) == 1:
        (shared,) = subjects
        return shared if all(text.endswith(f" {shared}") for text in words) else ""
    return ways.pop() if len({table.of(column).aggregate for column in columns}) == len(ways) == 1 else ""


def _measures(table: Table, columns: Sequence[str]) -> str:
    """All metrics of a chart, with what they have in common said once: 'highest and lowest price'."""
    shared = _shared(table, columns)
    names = listed(_apart(table, columns, shared))
    if not shared:
        return names
    return f"{names} {shared}" if shared == subject(table, columns[0]) else f"{shared} {names}"


def values_title(encoding: Encoding) -> str:
    """The title of the axis that the metrics share."""
    if not encoding.y:
        return sentence(rows_counted(encoding.table))
    if len(encoding.y) == 1:
        return measure_title(encoding.table, encoding.y[0])
    units = {encoding.table.of(column).unit for column in encoding.y}
    unit = units.pop() if len(units) == 1 else None
    shared = _shared(encoding.table, encoding.y)
    return f"{sentence(shared)} ({unit})" if shared and unit else sentence(shared or unit or "")


def header(table: Table, column: str) -> str:
    """What stands above a column of a table: the user's own name, or the words for what a step made."""
    story = table.of(column)
    if story.words or story.aggregate or story.made_by:
        return measure(table, column)
    if story.grain is not None and column != story.source:
        return CYCLES.get(story.grain, story.grain)
    return readable(story.source) if story.width else column


def chart_title(encoding: Encoding, *, over_time: bool) -> str:
    """What a chart of metrics by groups shows: 'Total revenue by region, monthly'."""
    if encoding.title:
        return encoding.title
    measures = _measures(encoding.table, encoding.y) if encoding.y else rows_counted(encoding.table)
    groups = [column for column in (encoding.x, encoding.color) if column and not (over_time and column == encoding.x)]
    title = measures + _by(encoding, groups, measures)
    if over_time:
        every = _EVERY.get(encoding.period or "")
        title += f", {every}" if every else " over time"
    return sentence(title + _ending(encoding))


def spread_title(encoding: Encoding, column: str, groups: list[str | None]) -> str:
    """The title of a chart of how the values of one column are spread."""
    if encoding.title:
        return encoding.title
    named = [group for group in groups if group]
    return f"Distribution of {measure(encoding.table, column)}{_by(encoding, named)}{_ending(encoding)}"


def pair_title(encoding: Encoding) -> str:
    """The title of a chart of one metric against another."""
    if encoding.title:
        return encoding.title
    against = measure(encoding.table, encoding.x) if encoding.x else ""
    groups = [encoding.color] if encoding.color else []
    title = f"{measure(encoding.table, encoding.y[0])} against {against}"
    sized = f", sized by {measure(encoding.table, encoding.size)}" if encoding.size else ""
    return sentence(title + _by(encoding, groups) + sized + _ending(encoding))


def share_title(encoding: Encoding, groups: list[str]) -> str:
    """The title of a chart of parts of a whole."""
    if encoding.title:
        return encoding.title
    words = measure(encoding.table, encoding.y[0]).replace(rows_counted(encoding.table), encoding.table.things)
    prefix = "" if words.startswith("share of") else "Share of "
    return sentence(f"{prefix}{words}{_by(encoding, groups)}{_ending(encoding)}")


def _by(encoding: Encoding, columns: list[str], measured: str = "") -> str:
    """The groups; after a condition with a comma, so that it does not seem to go by them."""
    names = list(dict.fromkeys(category(encoding, column) for column in columns))
    comma = "," if " where " in measured else ""
    return f"{comma} by {listed(names)}" if names else ""


def _ending(encoding: Encoding) -> str:
    """What each panel is, and which rows the chart is about."""
    each = f"for each {category(encoding, encoding.facet)}" if encoding.facet else ""
    shown = {encoding.table.of(name).source or name for name in (encoding.x, encoding.color, encoding.facet) if name}
    told = tuple(item for item in encoding.table.conditions if not _names_groups(item, shown))
    rows = subset_words(told, lambda column: subject(encoding.table, column))
    return "".join(f", {part}" for part in (each, encoding.table.part, rows) if part)


def _names_groups(item: Filter | AnyOf, shown: set[str]) -> bool:
    """Whether a condition names the very groups that stand in the chart: cats and dogs by animal."""
    return isinstance(item, Filter) and item.op == "in" and item.column in shown


def is_cycle(grain: str | None) -> bool:
    """Whether a grain comes round again, so that its labels are categories in a fixed order."""
    return grain in CYCLIC_GRAINS
