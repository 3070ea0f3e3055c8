"""Shares: pies and treemaps of the parts of a whole."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import pandas as pd

from autoviz.columns import steady
from autoviz.drawing.alt import value_text
from autoviz.drawing.axes import value_format
from autoviz.drawing.encoding import Encoding
from autoviz.drawing.facets import Panel, domain, faceted, grid_height, headings, panels
from autoviz.drawing.finish import finished
from autoviz.drawing.lint import passed
from autoviz.drawing.order import LAST, MISSING, OTHER, arranged, by_size, in_places, last_ones_last
from autoviz.drawing.rows import PANEL, SERIES, Rows, X, Y, cells, gathered
from autoviz.drawing.series import most_named, trimmed
from autoviz.drawing.theme import MISSING_COLOR, OTHER_COLOR, PALETTE
from autoviz.drawing.titles import category, plain_text, share_title
from autoviz.listing import counted, few, listed
from autoviz.model.provenance import Note
from autoviz.table import Outcome

PIE_GAP = 0.06
SMALLEST_NAMED = 0.01
"""A smaller part of a whole has no room for its name in a treemap."""
NAMED_BELOW = 4
"""So many of them are named below the title."""
LABELLED_UP_TO = 10
"""So few slices carry their names; more have them in a legend."""


def draw_pie(encoding: Encoding, *, sort: str, order: str | None, stated: bool) -> Outcome:
    """A pie, or one per panel."""
    rows = gathered(encoding, parts=True)
    warnings = passed(encoding, rows, stated=stated)
    rows, resolved = _folded(trimmed(_parts(rows), encoding), encoding)
    totals = rows.data[Y].groupby(rows.data[X], sort=False).sum()
    places = arranged(rows.data[X], totals, rows.order(X), sort, order)
    rows = rows.having(in_places(rows.data, X, places), **{X: places})
    drawn = panels(rows)
    traces = [_pie(encoding, rows, panel, drawn) for panel in drawn]
    in_legend = len(places) > LABELLED_UP_TO or faceted(drawn)
    layout: dict[str, Any] = {"showlegend": in_legend, "margin": {"l": 24, "r": 24, "b": 36}}
    if faceted(drawn):
        layout |= {"annotations": headings(drawn, PIE_GAP), "height": grid_height(drawn)}
    resolved |= {"places": {name: place for place, name in enumerate(places)}}
    title = share_title(encoding, [encoding.x or ""])
    return finished(traces, layout, encoding, rows, title, notes=warnings, resolved=resolved)


def draw_treemap(encoding: Encoding, *, stated: bool) -> Outcome:
    """Nested rectangles: x outside, colour within."""
    rows = gathered(encoding, parts=True)
    warnings = passed(encoding, rows, stated=stated)
    rows = _parts(rows)
    keys = [X, SERIES] if rows.has_series and encoding.color != encoding.x else [X]
    totals = rows.data.groupby(keys, sort=False, observed=True)[[Y]].sum().reset_index()
    groups = [name for name in dict.fromkeys((encoding.x, encoding.color)) if name]
    layout = {"showlegend": False, "margin": {"l": 16, "r": 16, "b": 20}}
    traces = [_treemap(encoding, totals, keys)]
    notes = (*warnings, *_too_small(encoding, totals))
    return finished(traces, layout, encoding, rows, share_title(encoding, groups), notes=notes)


def _too_small(encoding: Encoding, totals: pd.DataFrame) -> tuple[Note, ...]:
    """The parts whose rectangle has no room for a name."""
    sizes = totals.groupby(X, sort=False, observed=True)[Y].sum()
    small = sizes[sizes < SMALLEST_NAMED * sizes.sum()].sort_values(ascending=False, kind="stable", key=steady)
    if not len(small):
        return ()
    named = [f"{name} ({value_text(encoding, float(size))})" for name, size in small.items()]
    return (Note(kind="info", message=f"Too small for a name: {listed(few(named, NAMED_BELOW))}."),)


def _parts(rows: Rows) -> Rows:
    """What can be a part: values above zero; what is left out is said."""
    negative = int((rows.data[Y] < 0).sum())
    kept = rows.data[rows.data[Y] > 0]
    if not negative:
        return rows.having(kept)
    message = f"Not drawn: {counted(negative, 'negative value')}."
    return rows.having(kept, Note(kind="dropped", message=message, data={"rows": negative}))


def _folded(rows: Rows, encoding: Encoding) -> tuple[Rows, dict[str, Any]]:
    """At most as many slices as there are colours: the smallest of more are one slice, and it is said."""
    names = by_size(rows.data.groupby(X, sort=False, observed=True)[Y].sum(), descending=True)
    kept = names[: most_named(len(names))]
    if len(kept) == len(names):
        return rows, {}
    keys = [role for role in (X, PANEL) if role in rows.data]
    named = rows.data.assign(**{X: rows.data[X].where(rows.data[X].isin(kept), OTHER)})
    data = named.groupby(keys, sort=False, observed=True)[[Y]].sum().reset_index()
    what = category(encoding, encoding.x or "")
    message = f"The {len(kept)} largest of {len(names)} values of {what} are drawn; the others are shown as Other."
    note = Note(kind="other", message=message, data={"values": len(names), "drawn": len(kept)})
    natural = rows.order(X)
    order = {X: [*natural, OTHER]} if natural is not None else {}
    return rows.having(data, note, **order), {"kept": len(kept)}


def shown(name: Any) -> Any:
    """A cell as a label: text is no markup, so that no link in it can be clicked."""
    return plain_text(name) if isinstance(name, str) else name


def _shades(places: list[Hashable]) -> dict[Hashable, str]:
    plain = [name for name in places if name not in LAST]
    found = {name: PALETTE[position % len(PALETTE)] for position, name in enumerate(plain)}
    return {**found, **{name: MISSING_COLOR if name == MISSING else OTHER_COLOR for name in places if name in LAST}}


def _pie(encoding: Encoding, rows: Rows, panel: Panel, drawn: list[Panel]) -> dict[str, Any]:
    data, places = panel.data, rows.order(X) or []
    shades = _shades(places)
    value = f"%{{value:{value_format(encoding, rows.data[Y])}}}"
    names = len(places) <= LABELLED_UP_TO and not faceted(drawn)
    trace = {
        "type": "pie", "labels": [shown(name) for name in cells(data[X])], "values": cells(data[Y]), "sort": False,
        "direction": "clockwise",
        "marker": {"colors": [shades[name] for name in data[X]]},
        "texttemplate": "%{label}<br>%{percent:.1%}" if names else "%{percent:.1%}",
        "textposition": "outside" if names else "inside", "insidetextorientation": "horizontal", "automargin": True,
        "hovertemplate": f"%{{label}}: <b>{value}</b> (%{{percent:.1%}})<extra></extra>",
    }  # fmt: skip
    wide, high = domain(drawn, panel, PIE_GAP) if faceted(drawn) else ([0, 1], [0.02, 0.93])
    return {**trace, "domain": {"x": wide, "y": high}}


def _treemap(encoding: Encoding, totals: pd.DataFrame, keys: list[str]) -> dict[str, Any]:
    sums = totals.groupby(X, sort=False, observed=True)[Y].sum()
    outer = sums.sort_values(ascending=False, kind="stable", key=steady)
    shades = _shades(last_ones_last(list(outer.index)))
    ids, labels, parents = [str(name) for name in outer.index], [str(name) for name in outer.index], [""] * len(outer)
    values, colors = [float(value) for value in outer], [shades[name] for name in outer.index]
    if len(keys) > 1:
        for name, part, value in zip(totals[X], totals[SERIES], totals[Y], strict=True):
            ids.append(f"{name}/{part}")
            labels.append(str(part))
            parents.append(str(name))
            values.append(float(value))
            colors.append(shades[name])
    texts = [value_text(encoding, value) for value in values]
    return {
        "type": "treemap", "ids": ids, "labels": [shown(name) for name in labels], "parents": parents, "values": values,
        "branchvalues": "total",
        "marker": {"colors": colors, "cornerradius": 3}, "text": texts, "textinfo": "label+text+percent root",
        "tiling": {"pad": 2}, "pathbar": {"visible": False},
        "hovertemplate": "%{label}: <b>%{text}</b> (%{percentRoot} of all)<extra></extra>",
    }  # fmt: skip
