"""Plain data: figures and tables as what JSON can say, whatever their cells are."""

from __future__ import annotations

import json
from datetime import date, time, timedelta
from typing import TYPE_CHECKING, Any

import pandas as pd
from plotly.utils import PlotlyJSONEncoder

if TYPE_CHECKING:
    import plotly.graph_objects as go

_KNOWN = (str, bool, int, float, date, time, timedelta, list, tuple, dict, type(None), type(pd.NaT))
_SAFE_INTEGER = 2**63


def plain_figure(figure: go.Figure) -> dict[str, Any]:
    """A figure as plotly JSON; cells that JSON has no word for as their text."""
    found: dict[str, Any] = json.loads(json.dumps(figure.to_plotly_json(), cls=_Encoder))
    return found


def plain_rows(table: pd.DataFrame) -> list[dict[str, Any]]:
    """The rows of a table; cells that JSON has no word for (UUIDs, bytes, complex numbers) as their text."""
    odd = [place for place in range(table.shape[1]) if _is_odd(table.iloc[:, place])]
    plain = table.copy(deep=False)
    for place in odd:
        plain.isetitem(place, [_plain_cell(cell) for cell in table.iloc[:, place]])
    found: list[dict[str, Any]] = json.loads(plain.to_json(orient="records", date_format="iso", default_handler=str))
    return found


def _is_odd(column: pd.Series[Any]) -> bool:
    return column.dtype.kind in "cV" or (
        column.dtype == object and not all(isinstance(cell, _KNOWN) and _fits(cell) for cell in column)
    )


def _fits(cell: Any) -> bool:
    if isinstance(cell, str):
        return cell.isascii() or cell == _whole_letters(cell)
    return not isinstance(cell, int) or abs(cell) < _SAFE_INTEGER


def _plain_cell(cell: Any) -> Any:
    if isinstance(cell, str):
        return _whole_letters(cell)
    if isinstance(cell, bytes):
        return cell.decode("utf-8", "replace")
    return cell if isinstance(cell, _KNOWN) and _fits(cell) else _whole_letters(str(cell))


def _whole_letters(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


class _Encoder(PlotlyJSONEncoder):  # type: ignore[misc]
    """Plotly's own, with a text for what it refuses."""

    def default(self, obj: Any) -> Any:
        """What stands for an object in JSON."""
        try:
            return super().default(obj)
        except TypeError:
            return _plain_cell(obj)
