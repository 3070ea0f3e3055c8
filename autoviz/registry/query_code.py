"""Query code: filters with which a tool's fragment writes parts of the query language as pandas code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pydantic import TypeAdapter

from autoviz.query.code import Writer, condition_code, pandas_code
from autoviz.query.code.code_groups import summary_code
from autoviz.query.code.code_helpers import helpers_for
from autoviz.query.code.code_windows import sort_keys, sorted_text
from autoviz.query.code.pieces import alone
from autoviz.query.language import Column, Expr, Named, Sort
from autoviz.writings.casts import cast_code
from autoviz.writings.writing import writing_of

_EXPR: TypeAdapter[Any] = TypeAdapter(Expr)
_NAMED: TypeAdapter[tuple[Named, ...]] = TypeAdapter(tuple[Named, ...])
_SORTS: TypeAdapter[tuple[Sort, ...]] = TypeAdapter(tuple[Sort, ...])


def _value(value: Any, frame: str) -> str:
    return pandas_code(_EXPR.validate_python(value), str(frame))


def _holding(value: Any, frame: str) -> str:
    return condition_code(_EXPR.validate_python(value), str(frame))


def _assigned(value: Any, frame: str) -> str:
    """New columns as the argument of `assign`, so that all of them read the frame before."""
    columns = _NAMED.validate_python(value)
    lines = "".join(f"\n    {item.name!r}: {pandas_code(item.expr, str(frame))}," for item in columns)
    return f"{frame}.assign(**{{{lines}\n}})"


def _summary(keys: Any, measures: Any, frame: str, out: str) -> str:
    return summary_code(_NAMED.validate_python(keys), _NAMED.validate_python(measures), str(frame), str(out))


def _ordered(order: Any, frame: str, within: Sequence[str] = ()) -> str:
    """The frame's rows in order, those of each group together where there are groups."""
    sorts = (*(Sort(expr=Column(name=name)) for name in within), *_SORTS.validate_python(order))
    writer = Writer(str(frame))
    made = [name for name, _ in sort_keys(sorts, writer)[1]]
    return f"{frame}{sorted_text(sorts, writer)}" + (f".drop(columns={made!r})" if made else "")


def _first_of(order: Any, frame: str, within: Sequence[str], n: int, ties: bool) -> str:
    """The first rows of each group of ordered rows."""
    groups = f".groupby({alone(within)}, dropna=False, observed=True)" if within else ""
    if not ties:
        return f"{frame}{groups}.head({n}).reset_index(drop=True)"
    writer = Writer(str(frame))
    keys = [*(writer.value(Column(name=name)).text for name in within),
            *(writer.column(sort.expr).text for sort in _SORTS.validate_python(order))]  # fmt: skip
    number = f"{frame}{groups}.cumcount()" if groups else f"pd.Series(range(len({frame})), index={frame}.index)"
    first = f"{number}.groupby([{', '.join(keys)}], dropna=False, observed=True).transform('min')"
    return f"{frame}[{first} < {n}].reset_index(drop=True)"


def _numbers(writing: str, column: str, frame: str, out: str) -> str:
    """A column of text as numbers, by its writing."""
    return cast_code(writing_of(writing), column, str(frame), str(out))


def with_helpers(code: str) -> str:
    """The code behind the helpers that it calls."""
    helpers = helpers_for(code)
    return f"{helpers}\n{code}" if helpers else code


FILTERS: dict[str, Callable[..., str]] = {
    "pandas": _value, "holding": _holding, "assigned": _assigned, "summary": _summary, "ordered": _ordered,
    "first_of": _first_of, "numbers": _numbers,
}  # fmt: skip
