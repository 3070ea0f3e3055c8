"""Series: how many are drawn, what becomes of the rest, their order and their colours."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from autoviz.columns import steady
from autoviz.drawing.encoding import Encoding
from autoviz.drawing.facets import Panel
from autoviz.drawing.order import LAST, MISSING, OTHER, last_ones_last
from autoviz.drawing.rows import PANEL, SERIES, SIZE, Rows, X, Y
from autoviz.drawing.theme import MISSING_COLOR, OTHER_COLOR, PALETTE, steps
from autoviz.drawing.titles import category, plain_text
from autoviz.model.provenance import Note

MOST_SERIES = 12
MOST_PANELS = 12


@dataclass(frozen=True)
class Strand:
    """One series on one panel: its rows, its colour and its place in the legend."""

    name: Hashable | None
    """None where all rows are one series."""
    position: int
    color: str
    data: pd.DataFrame
    panel: Panel

    @property
    def legend(self) -> dict[str, Any]:
        """What a trace says to the legend."""
        if self.name is None:
            return {"name": "", "showlegend": False}
        return {"name": plain_text(str(self.name)), "legendgroup": str(self.name), "showlegend": self.panel.first}

    @property
    def no_extra(self) -> str:
        """The end of a hover text that needs no name beside it."""
        return "<extra></extra>" if self.name is None else ""


def strands(rows: Rows, encoding: Encoding, panel: Panel) -> list[Strand]:
    """The series of one panel in order; the first panel has them all, because the legend hangs on it."""
    if not rows.has_series:
        return [Strand(None, 0, PALETTE[0], panel.data, panel)]
    shades = colors(rows, encoding)
    found = []
    for position, name in enumerate(rows.order(SERIES) or []):
        data = panel.data[panel.data[SERIES] == name]
        if len(data) or panel.first:
            found.append(Strand(name, position, shades[name], data, panel))
    return found


def folded(
    rows: Rows, encoding: Encoding, limit: int | None, other: bool | None, *, pooled: bool = False
) -> tuple[Rows, dict[str, Any]]:
    """At most so many series, and the params that were settled by it.

    The smallest become 'Other': added up where the values add up, side by side where single rows are `pooled`; else
    they are left out. Either way it is said.
    """
    if not rows.has_series:
        return rows, {}
    names = ranked(rows, SERIES, additive=encoding.additive)
    kept = names[: limit or most_named(len(names))]
    if len(names) <= len(kept):
        return _ordered(rows, SERIES, names), {}
    together = pooled or (encoding.additive if other is None else other)
    inside = rows.data[SERIES].isin(kept)
    changed = rows.data[inside]
    fate = "left out"
    if together:
        changed = rows.data.assign(**{SERIES: rows.data[SERIES].where(inside, OTHER)})
        changed = changed if pooled else _summed(changed)
        fate = "shown as Other"
    what = category(encoding, encoding.color) if encoding.color else "metric"
    message = f"The {len(kept)} largest of {len(names)} values of {what} are drawn; the others are {fate}."
    note = Note(kind="other", message=message, data={"values": len(names), "drawn": len(kept)})
    settled = {"max_series": len(kept), "other": together}
    return _ordered(rows.having(changed, note), SERIES, [*kept, *([OTHER] if together else [])]), settled


def most_named(count: int) -> int:
    """How many of so many have a name and a colour of their own; what is left over is more than one."""
    return MOST_SERIES - (count == MOST_SERIES + 1)


def trimmed(rows: Rows, encoding: Encoding) -> Rows:
    """At most a dozen panels, the largest ones, and it is said how many there are."""
    if not rows.has_panels:
        return rows
    names = ranked(rows, PANEL, additive=encoding.additive)
    kept = names[:MOST_PANELS]
    if len(kept) == len(names):
        return _ordered(rows, PANEL, names)
    what = category(encoding, encoding.facet) if encoding.facet else "metric"
    message = f"The {len(kept)} largest of {len(names)} values of {what} have a panel; the others are left out."
    note = Note(kind="other", message=message, data={"values": len(names), "drawn": len(kept)})
    return _ordered(rows.having(rows.data[rows.data[PANEL].isin(kept)], note), PANEL, kept)


def ranked(rows: Rows, role: str, *, additive: bool) -> list[Hashable]:
    """The labels of a role from the largest to the smallest: by what they add up to, else by their usual value."""
    grouped = rows.data.groupby(role, sort=False, observed=True)
    if Y not in rows.data:
        sizes = grouped.size()
    else:
        heights = rows.data[Y].abs().groupby(rows.data[role], sort=False, observed=True)
        sizes = heights.sum() if additive else heights.mean().fillna(0)
    return last_ones_last(list(sizes.sort_values(ascending=False, kind="stable", key=steady).index))


def colors(rows: Rows, encoding: Encoding) -> dict[Hashable, str]:
    """A colour for each series: steps from light to dark for numbers, colours far apart for names."""
    names = rows.order(SERIES) or []
    plain = [name for name in names if name not in LAST]
    stepped = encoding.color is not None and len(plain) > 2 and _numeric(plain)
    shades = steps(len(plain)) if stepped else PALETTE
    found = {name: shades[position % len(shades)] for position, name in enumerate(plain)}
    return {**found, MISSING: MISSING_COLOR, OTHER: OTHER_COLOR}


def _numeric(names: list[Hashable]) -> bool:
    return all(isinstance(name, (int, float)) for name in names)


def _ordered(rows: Rows, role: str, kept: list[Hashable]) -> Rows:
    """The labels that are drawn: in the order that they carry themselves, else as ranked."""
    natural = rows.order(role)
    if natural is not None:
        present = set(kept)
        kept = last_ones_last([name for name in natural if name in present] + [name for name in kept if name == OTHER])
    orders: Mapping[str, Any] = {role: kept}
    return rows.having(rows.data, **orders)


def _summed(data: pd.DataFrame) -> pd.DataFrame:
    keys = [role for role in (X, SERIES, PANEL) if role in data]
    values = [role for role in (Y, SIZE) if role in data]
    return data.groupby(keys, sort=False, observed=True, dropna=False, as_index=False)[values].sum(min_count=1)
