"""Windows as pandas code: ranks, neighbours, running and rolling values within groups."""

from __future__ import annotations

from collections.abc import Sequence

from autoviz.query.code.pieces import Piece, Writes, alone, called
from autoviz.query.language import Column, Constant, Expr, Moment, Sort, Window

OPTIONS = "dropna=False, observed=True"
RANKS = {"rank": "min", "dense rank": "dense"}
WHOLE = {name: repr(name) for name in ("mean", "min", "max", "count", "median", "std")} | {
    "sum": "lambda values: values.sum(min_count=1)",
    "first": "lambda values: values.iloc[0]",
    "last": "lambda values: values.iloc[-1]",
}
"""What `transform` is given for a function over all rows of a group."""
CALLS = {
    "sum": "lambda values: values.sum(min_count=1)", "first": "lambda values: values.iloc[0]",
    "last": "lambda values: values.iloc[-1]",
    **{name: f"lambda values: values.{name}()" for name in ("mean", "count", "median", "std")},
    **{name: f"lambda values: values.dropna().{name}() if values.notna().any() else None" for name in ("min", "max")},
}  # fmt: skip


def window_code(window: Window, writer: Writes) -> Piece:
    """A window over the frame, as values that belong to its rows."""
    if window.func in RANKS:
        return _rank(window, writer)
    if window.func == "percent rank":
        rank = _rank(window.replaced(func="rank"), writer)
        rows = _whole(window.replaced(func="count", args=(), along=()), writer)
        return Piece(f"(({rank.text} - 1) / ({rows.text} - 1).where({rows.text} > 1)).fillna(0.0)")
    if window.func in ("row number", "tiles"):
        return _row_number(window, writer) if window.func == "row number" else _tiles(window, writer)
    if window.func in ("previous", "next"):
        far = window.n if window.func == "previous" else -window.n
        return called(_groups(window, writer, ordered=True), f"shift({far})")
    if not window.along and not window.framed:
        return _whole(window, writer)
    if window.unit is not None:
        return _over_time(window, writer)
    simple = window.func in ("sum", "mean", "median", "std")
    if simple and window.along and window.after == 0 and window.before is not None and window.before >= 0:
        rolled = f"values.rolling({window.before + 1}, min_periods=1).{window.func}()"
        return called(_groups(window, writer, ordered=True), f"transform(lambda values: {rolled})")
    return _read(window, writer)


def _frame(names: Sequence[tuple[str, str]]) -> str:
    return "{" + ", ".join(f"{name!r}: {text}" for name, text in names) + "}"


def _rank(window: Window, writer: Writes) -> Piece:
    method = f"method={RANKS[window.func]!r}"
    if len(window.along) != 1:
        codes = f"{_along(window, writer)}.pipe(lambda keys: keys.groupby(list(keys.columns)).ngroup())"
        return called(_grouped(Piece(codes), window.within, writer), f"rank({method})")
    sort = window.along[0]
    order = f"{method}{', ascending=False' if sort.descending else ''}"
    gaps = f"na_option={'top' if sort.missing_first else 'bottom'!r}"
    return called(_cells(sort.expr, window.within, writer, ""), f"rank({order}, {gaps})")


def _grouped(cells: Piece, within: Sequence[Expr], writer: Writes) -> Piece:
    if not within:
        return cells
    return called(cells, f"groupby([{', '.join(writer.column(item).text for item in within)}], {OPTIONS})")


def _cells(expr: Expr, within: Sequence[Expr], writer: Writes, sorted_by: str) -> Piece:
    """A column of the frame, in groups where there are any, its rows in order where that is asked for."""
    plain = isinstance(expr, Column) and all(isinstance(item, Column) for item in within)
    if plain and isinstance(expr, Column):
        if not within:
            return Piece(f"{writer.frame}{sorted_by}[{expr.name!r}]")
        names = [item.name for item in within if isinstance(item, Column)]
        return Piece(f"{writer.frame}{sorted_by}.groupby({alone(names)}, {OPTIONS})[{expr.name!r}]")
    cells = writer.column(expr)
    if sorted_by:
        cells = Piece(f"{writer.frame}.assign(value={cells.text}){sorted_by}['value']")
    return _grouped(cells, within, writer)


def _groups(window: Window, writer: Writes, *, ordered: bool) -> Piece:
    expr = window.args[0] if window.args else Constant(value=1)
    return _cells(expr, window.within, writer, sorted_text(window.along, writer) if ordered else "")


def sorted_text(along: Sequence[Sort], writer: Writes) -> str:
    """The call that puts the frame's rows in order; empty where there is none."""
    if not along:
        return ""
    names, extra = sort_keys(along, writer)
    added = f".assign(**{_frame(extra)})" if extra else ""
    turned = "" if all(names.values()) else f", ascending={alone(list(names.values()))}"
    return f"{added}.sort_values({alone(list(names))}{turned}, kind='stable')"


def sort_keys(along: Sequence[Sort], writer: Writes) -> tuple[dict[str, bool], list[tuple[str, str]]]:
    """The columns to sort by, each ascending or not, and those of them that have to be made first."""
    names: dict[str, bool] = {}
    extra: list[tuple[str, str]] = []
    for place, sort in enumerate(along, start=1):
        if sort.missing_first:
            extra.append((f"missing {place}", called(writer.column(sort.expr), "notna()").text))
            names[f"missing {place}"] = True
        if isinstance(sort.expr, Column):
            names.setdefault(sort.expr.name, not sort.descending)
        elif not isinstance(sort.expr, (Constant, Moment)):
            extra.append((f"order {place}", writer.column(sort.expr).text))
            names[f"order {place}"] = not sort.descending
    return names, extra


def _whole(window: Window, writer: Writes) -> Piece:
    """One value for all rows of a group."""
    if window.func == "count" and not window.args:
        if not window.within:
            return Piece(f"pd.Series(len({writer.frame}), index={writer.frame}.index)")
        return called(_cells(Constant(value=1), window.within, writer, ""), "transform('size')")
    cells = _groups(window, writer, ordered=False)
    if window.within:
        return called(cells, f"transform({WHOLE[window.func]})")
    total = {"sum": "sum(min_count=1)", "first": "iloc[0]", "last": "iloc[-1]"}.get(window.func, f"{window.func}()")
    return Piece(f"pd.Series({called(cells, total).text}, index={writer.frame}.index)")


def _row_number(window: Window, writer: Writes) -> Piece:
    """The number of each row in its group."""
    ordered = f"{writer.frame}{sorted_text(window.along, writer)}"
    if not window.within:
        return Piece(f"pd.Series(range(1, len({writer.frame}) + 1), index={ordered}.index)")
    if all(isinstance(item, Column) for item in window.within):
        keys = alone([item.name for item in window.within if isinstance(item, Column)])
    else:
        keys = f"[{', '.join(writer.column(item).text for item in window.within)}]"
    return Piece(f"{ordered}.groupby({keys}, {OPTIONS}).cumcount() + 1", tight=False)


def _tiles(window: Window, writer: Writes) -> Piece:
    rows = _whole(window.replaced(func="count", args=(), along=()), writer)
    return Piece(f"tiles({_row_number(window, writer).text}, {rows.text}, {window.n})")


def _read(window: Window, writer: Writes) -> Piece:
    cells = writer.column(window.args[0] if window.args else Constant(value=1))
    return Piece(f"over({cells.text}, {_within(window, writer)}, {_along(window, writer)}, {window.before}, "
                 f"{window.after}, {CALLS[window.func]})")  # fmt: skip


def _over_time(window: Window, writer: Writes) -> Piece:
    cells, dates = (writer.column(item).text for item in (*(window.args or (Constant(value=1),)), window.along[0].expr))
    edges = ", ".join(_offset(count, str(window.unit)) for count in (window.before, window.after))
    return Piece(f"over_time({cells}, {_within(window, writer)}, {dates}, {edges}, {CALLS[window.func]})")


def _offset(count: int | None, unit: str) -> str:
    """So many periods, as pandas moves dates by them."""
    word, size = {"quarter": ("month", 3), "decade": ("year", 10)}.get(unit, (unit, 1))
    return "None" if count is None else f"pd.DateOffset({word}s={count * size})"


def _within(window: Window, writer: Writes) -> str:
    keys = [(f"key {place}", writer.column(item).text) for place, item in enumerate(window.within)]
    return f"pd.DataFrame({_frame(keys or [('key', '0')])}, index={writer.frame}.index)"


def _along(window: Window, writer: Writes) -> str:
    """Numbers in the order of the rows, so that what is missing has a place too."""
    codes = [(f"order {place}", _rank(Window(func="dense rank", along=(sort,)), writer).text)
             for place, sort in enumerate(window.along)]  # fmt: skip
    return f"pd.DataFrame({_frame(codes or [('order', '0')])}, index={writer.frame}.index)"
