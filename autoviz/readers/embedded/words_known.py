"""The words that a decoder may write whatever the table: the grammar's own, closed constants, kinds and charts."""

from __future__ import annotations

from autoviz.query.grammar import spelling
from autoviz.query.grammar.choices import CLOSED_NUMBERS, CLOSED_TEXTS
from autoviz.query.grammar.spelling import constant_token, made_token, option_token
from autoviz.query.language import OPTIONS

START = "start"
MOST_MADE = 12
KINDS = (
    "group", "count", "rank", "extreme", "number", "trend", "change", "share", "share_within", "rate", "ratio",
    "derived", "two_level", "rank_within", "compare", "periods", "distribution", "spread", "relation", "lookup",
    "rows", "order", "range", "values", "distinct", "columns_compared", "against_average", "percentile",
    "several_measures", "several_aggregates", "bins", "date_part", "running", "outliers", "missing", "duplicates",
    "test", "yes_no", "adjective", "two_in_one", "lacking", "vague",
)  # fmt: skip
CHARTS = (
    "bar", "grouped_bar", "stacked_bar", "line", "area", "scatter", "histogram", "box", "pie", "heatmap", "table",
    "number",
)  # fmt: skip


def kind_word(kind: str) -> str:
    """The first word of a reading: what kind of question it is."""
    return f"kind:{kind}"


def chart_word(chart: str) -> str:
    """The second word of a reading: the chart that shows the answer best."""
    return f"chart:{chart}"


def words_known() -> tuple[str, ...]:
    """All of them, in a fixed order."""
    stations = (
        spelling.END, spelling.CLOSE, spelling.SAME, spelling.FROM, spelling.STACK, spelling.UNPIVOT, spelling.LABEL,
        spelling.MATCHED, spelling.MATCHED_LEFT, spelling.WHERE, spelling.BY, spelling.MEASURE, spelling.HAVING,
        spelling.THEN, spelling.KEPT, spelling.LIMIT, spelling.SKIP, spelling.SHOWN, spelling.CASE, spelling.WHEN,
        spelling.ELSE, spelling.DONE, spelling.ONLY, spelling.OVERALL, spelling.MEMBER, spelling.OVER, spelling.WITHIN,
        spelling.FRAME, spelling.STEP, spelling.ALL,
    )  # fmt: skip
    found = (
        START, *map(kind_word, KINDS), *map(chart_word, CHARTS), *stations, *spelling.ORDERS, *spelling.ALONG,
        *spelling.CALLS, *spelling.AGGREGATES, *spelling.WINDOWS,
        *(option_token(word) for words in OPTIONS.values() for word in words),
        *(made_token(place) for place in range(1, MOST_MADE + 1)),
        *map(constant_token, CLOSED_NUMBERS), *map(constant_token, CLOSED_TEXTS), "true", "false",
    )  # fmt: skip
    return tuple(dict.fromkeys(found))
