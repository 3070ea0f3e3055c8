"""Dates as pandas code: periods, parts and names of dates, the time between two, and dates read from text."""

from __future__ import annotations

from collections.abc import Callable

from autoviz.query.code.pieces import Piece, Writes, called
from autoviz.query.language import Call, Constant, Expr

Written = Callable[[Writes, Call], Piece]
FREQUENCIES = {"hour": "h", "day": "D", "week": "W-SUN", "month": "M", "quarter": "Q", "year": "Y"}
FLOORS = {"second": "s", "minute": "min", "hour": "h", "day": "D"}
TICKS = {"second": "s", "minute": "min", "hour": "h", "day": "D", "week": "W"}
PARTS = {"week": "isocalendar().week", "weekday": "day_of_week + 1", "day of year": "day_of_year"}


def _word(expr: Expr) -> str:
    return str(expr.value) if isinstance(expr, Constant) else ""


def _period(writer: Writes, call: Call) -> Piece:
    grain, dates = _word(call.args[0]), writer.column(call.args[1])
    if grain != "decade":
        return called(dates, f"dt.to_period({FREQUENCIES[grain]!r}).dt.start_time")
    year = f"{dates.held}.dt.year // 10 * 10"
    return Piece(f"pd.to_datetime(pd.DataFrame({{'year': {year}, 'month': 1, 'day': 1}}), errors='coerce')")


def _part(writer: Writes, call: Call) -> Piece:
    part = _word(call.args[0])
    found = called(writer.column(call.args[1]), f"dt.{PARTS.get(part, part)}")
    return Piece(found.text, tight=part != "weekday")


def _name(writer: Writes, call: Call) -> Piece:
    method = "day_name" if _word(call.args[0]) == "weekday" else "month_name"
    return called(writer.column(call.args[1]), f"dt.{method}()")


def _between(writer: Writes, call: Call) -> Piece:
    unit = _word(call.args[0])
    first, second = (writer.column(item).held for item in call.args[1:])
    years = f"{second}.dt.year - {first}.dt.year"
    if unit == "year":
        return Piece(years, tight=False)
    if unit == "month":
        return Piece(f"({years}) * 12 + ({second}.dt.month - {first}.dt.month)", tight=False)
    floor = FLOORS.get(unit, "D")
    apart = f"({second}.dt.floor({floor!r}) - {first}.dt.floor({floor!r}))"
    if unit in ("day", "week"):
        return Piece(f"{apart}.dt.days" if unit == "day" else f"np.trunc({apart}.dt.days / 7)")
    return Piece(f"{apart} / pd.Timedelta({unit}s=1)", tight=False)


def _later(writer: Writes, call: Call) -> Piece:
    unit, count = _word(call.args[0]), call.args[2]
    dates = writer.column(call.args[1]).held
    if isinstance(count, Constant) and isinstance(count.value, (int, float)):
        return Piece(f"{dates} + pd.DateOffset({unit}s={int(count.value)})", tight=False)
    if unit in ("month", "year"):
        months = writer.column(count).held + (" * 12" if unit == "year" else "")
        return Piece(f"months_later({dates}, {months})")
    return Piece(f"{dates} + pd.to_timedelta({writer.value(count).text}, unit={TICKS[unit]!r})", tight=False)


def _read(writer: Writes, call: Call) -> Piece:
    cells = writer.column(call.args[0])
    if len(call.args) > 1:
        read = Piece(f"pd.to_datetime({cells.text}, format={_word(call.args[1])!r}, errors='coerce')")
    else:
        read = Piece(f"as_time({cells.text})")
    return called(read, "dt.normalize()") if call.op == "as date" else read


DATES: dict[str, Written] = {
    "period": _period, "date part": _part, "date name": _name, "time between": _between, "later": _later,
    "as date": _read, "as time": _read,
}  # fmt: skip
