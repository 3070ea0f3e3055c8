"""Histograms: rows counted per bin by the engine that holds them, so that only counts are collected and drawn."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import narwhals.stable.v2 as nw
import pandas as pd

from autoviz.drawing.alt import alt_text
from autoviz.drawing.axes import value_axis, x_axis
from autoviz.drawing.encoding import Encoding
from autoviz.drawing.facets import Panel, across, axes, panels
from autoviz.drawing.finish import finished
from autoviz.drawing.lint import passed
from autoviz.drawing.numbers import compact
from autoviz.drawing.rows import SERIES, Rows, X, Y, cells, gathered
from autoviz.drawing.series import Strand, folded, strands, trimmed
from autoviz.drawing.theme import faded
from autoviz.drawing.titles import measure_title, plain_text, rows_counted, sentence, spread_title
from autoviz.errors import ColumnError
from autoviz.frames import Frame, to_pandas
from autoviz.listing import counted
from autoviz.model.provenance import Note
from autoviz.table import Lineage, Outcome

FEWEST_BINS, MOST_BINS = 12, 60
SINGLE_VALUES_UP_TO = 40
"""Whole numbers that reach no further than this get a bar for each value."""
OVERLAID_UP_TO = 2
FAR = 20.0
"""Numbers that reach further than so many standard deviations leave nearly all bins empty."""
FENCE, FURTHEST = 5.0, 1.5
"""Values so many times the middle half beyond it are far off; they press the rest flat from so many times its reach."""
NORMAL = 1.35
"""So many standard deviations wide is the middle half of values that are normally distributed."""
FEW, FEW_SHARE = 3, 0.01
"""As many far values, or this share of all, are outliers; more are a tail."""
FEW_STEPS = 4
"""A bin of so many steps looks even, whether it holds one more or one less."""
ON_THE_EDGE = 1e-9
"""In widths of a bin: 0.3 belongs to the bin from 0.3 on, although 0.3 / 0.1 is a little less than 3."""


@dataclass(frozen=True)
class Bins:
    """Bins of one width from a start; the last one holds its upper end too where their number was stated."""

    start: float
    width: float
    count: int
    centred: bool = False
    """Whether each bin stands for the whole number at its middle."""


def draw_histogram(
    encoding: Encoding, *, bins: int | None, width: float | None, max_series: int | None, stated: bool
) -> Outcome:
    """A histogram of one column of numbers."""
    column = str(encoding.x)
    _need_numbers(encoding, column)
    facts = _facts(encoding, column)
    chosen = _bins(encoding, column, facts, bins, width)
    binned = _counted(encoding, column, chosen)
    rows = gathered(binned)
    passed(binned, rows, stated=stated)
    rows, resolved = folded(trimmed(rows, binned), binned, max_series, None)
    rows = rows.having(rows.data.sort_values(X, kind="stable"), *_left_out(facts), *_gathered_ends(facts, chosen))
    layered = rows.has_series and len(rows.order(SERIES) or ()) <= OVERLAID_UP_TO
    binned = replace(binned, layout=None if layered or not rows.has_series else "stacked")
    drawn = panels(rows)
    traces = [_bar(binned, chosen, strand, layered) for panel in drawn for strand in strands(rows, binned, panel)]
    layout = {**_layout(binned, rows, drawn, chosen), "barmode": "overlay" if layered else "relative"}
    resolved |= {"start": chosen.start, "width": chosen.width, "bins": chosen.count}
    title = spread_title(encoding, column, [encoding.color])
    return finished(traces, layout, binned, rows, title, resolved=resolved, bins=chosen.count, grain=None,
                    alt=_alt(binned, rows, chosen, title))


def _layout(encoding: Encoding, rows: Rows, drawn: list[Panel], bins: Bins) -> dict[str, Any]:
    along = x_axis(rows, encoding, across=across(drawn))
    if bins.centred and bins.count <= 20:
        along["dtick"] = 1
    titles = (measure_title(encoding.table, str(encoding.x)), sentence(rows_counted(encoding.table)))
    return axes(drawn, along, value_axis(rows, encoding, from_zero=True), titles)


def _need_numbers(encoding: Encoding, column: str) -> None:
    dtype = encoding.table.schema[column]
    if dtype.is_numeric():
        return
    hint = "Aggregate by a grain and draw the counts with plot_bar." if dtype.is_temporal() else (
        "Count its values with aggregate and draw them with plot_bar.")  # fmt: skip
    raise ColumnError(f"{column!r} holds no numbers, so it has no histogram", hint)


def _facts(encoding: Encoding, column: str) -> dict[str, float]:
    """What choosing the bins takes, in one query: range, spread, and how many values there are."""
    cell = nw.col(column).cast(nw.Float64)
    frame = encoding.table.frame.select(cell.alias("value"))
    known = frame.filter(_finite())
    totals = to_pandas(frame.select(nw.len().alias("rows"))).iloc[0]
    summary = to_pandas(known.select(
        nw.col("value").min().alias("low"), nw.col("value").max().alias("high"),
        nw.col("value").std().alias("spread"), nw.col("value").mean().alias("middle"), nw.len().alias("known"),
        nw.col("value").n_unique().alias("distinct"),
        (nw.col("value") - nw.col("value").floor()).max().alias("broken"), *(
            nw.col("value").quantile(share, "linear").alias(name) for name, share in (("q25", 0.25), ("q75", 0.75))
        ),
    )).iloc[0]  # fmt: skip
    found = {str(name): math.nan if pd.isna(value) else float(value) for name, value in summary.items()}
    return {**found, **_near(known, found), "rows": float(totals["rows"])}


def _near(known: Frame, facts: dict[str, float]) -> dict[str, float]:
    """The ends of the values that are not far off, and how many these are."""
    low, high = facts["q25"], facts["q75"]
    if not high > low:
        return {"near_low": facts["low"], "near_high": facts["high"], "near": facts["known"]}
    reach = FENCE * (high - low)
    inside = known.filter((nw.col("value") >= low - reach) & (nw.col("value") <= high + reach))
    value = nw.col("value")
    ends = inside.select(value.min().alias("near_low"), value.max().alias("near_high"), nw.len().alias("near"))
    return {str(name): float(cell) for name, cell in to_pandas(ends).iloc[0].items()}


def _finite() -> nw.Expr:
    value = nw.col("value")
    return ~value.is_null() & value.is_finite()


def _left_out(facts: dict[str, float]) -> tuple[Note, ...]:
    missing = int(facts["rows"] - facts["known"])
    if not missing:
        return ()
    message = f"Not drawn: {missing:,} of {counted(int(facts['rows']), 'row')}, without a value."
    return (Note(kind="nulls", message=message, data={"rows": missing}),)


def _gathered_ends(facts: dict[str, float], bins: Bins) -> tuple[Note, ...]:
    """What is said where the outermost bars hold all that lies beyond them."""
    end = bins.start + bins.count * bins.width
    ends = []
    if facts["high"] > end + ON_THE_EDGE * bins.width:
        ends.append(f"the last bar holds all values from {compact(_clean(end - bins.width))} up to {facts['high']:,g}")
    if facts["low"] < bins.start - ON_THE_EDGE * bins.width:
        first = compact(_clean(bins.start + bins.width))
        ends.append(f"the first bar holds all values from {facts['low']:,g} up to {first}")
    if not ends:
        return ()
    return (Note(kind="thinned", message=f"{sentence('; '.join(ends))}.", data={"start": bins.start, "end": end}),)


def _bins(encoding: Encoding, column: str, facts: dict[str, float], count: int | None, width: float | None) -> Bins:
    """The bins as far as they are stated, else round ones; whole numbers of a short range have a bin each."""
    low, high = facts["low"], facts["high"]
    if not facts["known"]:
        return Bins(0.0, 1.0, 1)
    whole = facts["broken"] == 0  # a column with gaps keeps its whole numbers as broken ones
    if count:
        reach = high - low or 1.0
        return Bins(low if high > low else low - 0.5, reach / count, count)
    low, high = (low, high) if width else _usual_reach(facts)
    if (low, high) != (facts["low"], facts["high"]) and facts["q75"] > facts["q25"]:
        facts = {**facts, "spread": (facts["q75"] - facts["q25"]) / NORMAL}  # that of the rest
    steps = facts["distinct"] - 1
    facts = {**facts, "step": (facts["high"] - facts["low"]) / steps if steps else 0.0, "low": low, "high": high}
    step = width or (1.0 if whole and high - low <= SINGLE_VALUES_UP_TO else _usual_width(facts, whole))
    if step == 1 and whole:
        return Bins(low - 0.5, 1.0, int(high - low) + 1, centred=True)
    first = math.floor(low / step + ON_THE_EDGE) * step
    return Bins(first, step, int((high - first) / step + ON_THE_EDGE) + 1)


def _usual_reach(facts: dict[str, float]) -> tuple[float, float]:
    """From where to where bins are needed: what lies far away is counted in the outermost bin."""
    low, high, spread = facts["low"], facts["high"], facts["spread"]
    bottom, top = facts["near_low"], facts["near_high"]
    if 0 < facts["known"] - facts["near"] <= max(FEW, FEW_SHARE * facts["known"]):
        flat = FURTHEST * (top - bottom)
        return bottom if bottom - low > flat else low, top if high - top > flat else high
    if not spread > 0 or high - low <= FAR * spread:
        return low, high
    return max(low, facts["middle"] - FAR / 2 * spread), min(high, facts["middle"] + FAR / 2 * spread)


def _usual_width(facts: dict[str, float], whole: bool) -> float:
    """A round width by Scott's rule, with neither too few nor too many bins."""
    reach = facts["high"] - facts["low"]
    spread = facts["spread"] if facts["spread"] > 0 else reach
    if reach == 0:
        return max(1.0, abs(facts["low"]) / 10)
    ideal = min(max(3.49 * spread / facts["known"] ** (1 / 3), reach / MOST_BINS), reach / FEWEST_BINS)
    power = 10.0 ** math.floor(math.log10(ideal))
    rounded = min((1.0, 2.0, 2.5, 5.0, 10.0), key=lambda step: abs(math.log(step * power / ideal))) * power
    return _on_steps(max(1.0, round(rounded)), facts["step"], 0) if whole else _on_steps(rounded, facts["step"], 2)


def _on_steps(width: float, step: float, digits: int) -> float:
    """Of values that lie in even steps a bin holds whole steps; else bars of one step stand beside bars of none."""
    even = step > 0 and math.isclose(step, round(step, digits), rel_tol=1e-9)
    return max(1, round(width / step)) * step if even and width < FEW_STEPS * step else width


def _counted(encoding: Encoding, column: str, bins: Bins) -> Encoding:
    """Rows per bin and group, counted where they lie; x is the middle of each bin."""
    groups = [name for name in dict.fromkeys((encoding.color, encoding.facet)) if name is not None]
    place, count = "bin of x", "rows in bin"
    frame = encoding.table.frame.select(nw.col(column).cast(nw.Float64).alias("value"),
                                        *(_group(encoding, name).alias(f"group {name}") for name in groups))
    index = ((nw.col("value") - bins.start) / bins.width + ON_THE_EDGE).floor()
    keys = [place, *(f"group {name}" for name in groups)]
    grouped = frame.filter(_finite()).with_columns(index.alias(place)).group_by(*keys).agg(nw.len().alias(count))
    table = to_pandas(grouped).rename(columns={f"group {name}": name for name in groups})
    table[place] = table[place].clip(lower=0, upper=bins.count - 1)
    named = table.groupby([place, *groups], dropna=False, observed=True)[[count]].sum().reset_index()
    middle = bins.start + (named[place] + 0.5) * bins.width
    named[place] = middle.round().astype("int64") if bins.centred else middle
    story = {place: encoding.table.of(column), count: Lineage(source="", aggregate="count")}
    if not story[place].source:
        story[place] = replace(story[place], source=column)
    described = encoding.table.having(named).described(story)
    return replace(encoding, table=described, x=place, y=(count,), grain=None)


def _group(encoding: Encoding, name: str) -> nw.Expr:
    """A column to count by; cells that cannot be compared, such as lists, by their text."""
    dtype = encoding.table.schema[name]
    nested = dtype in (nw.Object, nw.List, nw.Struct, nw.Array)
    return nw.col(name).cast(nw.String) if nested else nw.col(name)


def _bar(encoding: Encoding, bins: Bins, strand: Strand, layered: bool) -> dict[str, Any]:
    data = strand.data
    return {
        "type": "bar", "x": cells(data[X]), "y": cells(data[Y]), "width": bins.width * (0.9 if bins.centred else 0.97),
        "marker": _outlined(strand.color) if layered else {"color": strand.color}, **strand.legend, **strand.panel.axes,
        "customdata": [_range(value, bins) for value in data[X]],
        "hovertemplate": f"%{{customdata}}: <b>%{{y:,}}</b> {plain_text(encoding.table.things)}{strand.no_extra}",
    }  # fmt: skip


def _outlined(color: str) -> dict[str, Any]:
    """Pale bars with a strong edge, so that the ones behind can be seen."""
    return {"color": faded(color, 0.3), "line": {"color": color, "width": 1.5}}


def _alt(encoding: Encoding, rows: Rows, bins: Bins, title: str) -> str:
    if not len(rows.data):
        return alt_text(encoding, rows, title)
    ends = f"From {compact(_clean(bins.start))} to {compact(_clean(bins.start + bins.count * bins.width))}"
    totals = rows.data.groupby(X)[Y].sum()
    fullest = _range(float(totals.index[int(totals.argmax())]), bins)
    top = f"Most {encoding.table.things} ({int(totals.max()):,}): {fullest}."
    return f"Histogram: {title}. {ends} in {bins.count} bins. {top}"


def _range(middle: float, bins: Bins) -> str:
    if bins.centred:
        return f"{middle:,.0f}"
    return f"{compact(_clean(middle - bins.width / 2))} to {compact(_clean(middle + bins.width / 2))}"


def _clean(edge: float) -> float:
    """An edge without the dust of floating-point arithmetic."""
    return float(f"{edge:.10g}")

