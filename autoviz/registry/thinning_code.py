"""Thinning code: filters with which a chart's fragment draws no more of many values than the chart shown does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from autoviz.drawing.spreads import MOST_OUTLIERS, VIOLIN_VALUES
from autoviz.drawing.thinning import FEWEST_POINTS, OUTLINE_POINTS

_PLACES = {
    "number": "trace.x[known].astype(float)",
    "date": "pd.to_datetime(trace.x[known]).to_numpy('datetime64[ns]').astype('int64')",
    "category": "pd.factorize(trace.x[known])[0].astype('int64')",
}
"""The places of points as numbers, by what stands along the axis."""
_SHARE = """\
    count = max({fewest}, {most} * len(known) // {out}_total)
    if len(known) > count:
        places = np.ascontiguousarray({places})
        heights = np.ascontiguousarray(trace.y[known].astype(float))
"""
_CLOUDS = """\
# So many points cannot be told apart: the outermost ones and a random share of the rest are drawn.
def {out}_outline(along, heights):
    order = np.argsort(along)
    return order[MinMaxDownsampler().downsample(heights[order], n_out={outline})]
def {out}_fewer(trace):
    known = np.flatnonzero(pd.notna(trace.x) & pd.notna(trace.y))
{share}\
        outline = np.union1d({out}_outline(places.astype(float), heights), {out}_outline(heights, places.astype(float)))
        others = np.random.default_rng(0).choice(len(known), size=max(0, count - len(outline)), replace=False)
        known = known[np.union1d(outline, others)]
    parts = ('x', 'y', 'hovertext', 'marker_size', 'marker_color')
    trace.update({{part: trace[part][known] for part in parts if isinstance(trace[part], np.ndarray)}})
{out}_total = sum((pd.notna(cloud.x) & pd.notna(cloud.y)).sum() for cloud in {out}.data if cloud.mode == 'markers')
{out}.for_each_trace({out}_fewer, selector={{'mode': 'markers'}})"""
_LINES = """\
# So many points cannot be told apart: those that carry the shape of each line are drawn.
def {out}_fewer(trace):
    known = np.flatnonzero(pd.notna(trace.y))
{share}\
        known = known[np.unique(MinMaxLTTBDownsampler().downsample(places, heights, n_out=count))]
    known = {known}
    trace.update(x=trace.x[known], y=trace.y[known])
{out}_total = sum(pd.notna(line.y).sum() for line in {out}.data)
{out}.for_each_trace({out}_fewer)"""
_BOXES = """\
# Each box is drawn from the quartiles of its values; plotly's own lie elsewhere.
def {out}_boxes(trace):
    parts = {{key: [] for key in ('x', 'q1', 'median', 'q3', 'lowerfence', 'upperfence', 'y')}}
    places = trace.x if trace.x is not None else np.full(len(trace.y), '')
    for name, values in pd.Series(trace.y, index=places).dropna().astype(float).groupby(level=0, sort=False):
        values = np.sort(values.to_numpy())
        low, middle, high = np.quantile(values, [0.25, 0.5, 0.75])
        reach = 1.5 * (high - low)
        inside = values[(values >= low - reach) & (values <= high + reach)]
        beyond = values[(values < inside[0]) | (values > inside[-1])]
{fewer}        row = [name, low, middle, high, inside[0], inside[-1], [inside[0], inside[-1], *beyond]]
        parts = {{key: [*found, value] for (key, found), value in zip(parts.items(), row)}}
    trace.update(parts)
{out}.for_each_trace({out}_boxes)"""
_FEWER_BEYOND = """\
        if len(beyond) > {most}:
            beyond = beyond[np.linspace(0, len(beyond) - 1, {most}).astype(int)]
"""
_SHAPES = """\
# Each shape is drawn from evenly spaced quantiles of its values.
def {out}_shapes(trace):
    places = trace.x if trace.x is not None else np.full(len(trace.y), '')
    known = pd.Series(trace.y, index=places).dropna().astype(float).groupby(level=0, sort=False)
    kept = {{name: np.sort(values.to_numpy()) for name, values in known}}
    kept = {{name: values if len(values) <= {most} else values[np.linspace(0, len(values) - 1, {most}).astype(int)]
            for name, values in kept.items()}}
    trace.update(x=[name for name, values in kept.items() for _ in values], y=np.concatenate(list(kept.values())))
{out}.for_each_trace({out}_shapes)"""


def _clouds(out: str, thinned: Mapping[str, Any]) -> str:
    return _CLOUDS.format(out=out, outline=OUTLINE_POINTS, share=_share(out, thinned))


def _lines(out: str, thinned: Mapping[str, Any], broken: bool) -> str:
    kept = "np.union1d(known, np.flatnonzero(pd.isna(trace.y)))" if broken else "np.sort(known)"
    return _LINES.format(out=out, share=_share(out, thinned), known=kept)


def _share(out: str, thinned: Mapping[str, Any]) -> str:
    places = _PLACES[thinned["along"]]
    return _SHARE.format(out=out, fewest=FEWEST_POINTS, most=thinned["most"], places=places)


def _boxes(out: str, summarised: bool) -> str:
    return _BOXES.format(out=out, fewer=_FEWER_BEYOND.format(most=MOST_OUTLIERS) if summarised else "")


def _shapes(out: str) -> str:
    return _SHAPES.format(out=out, most=VIOLIN_VALUES)


FILTERS: dict[str, Callable[..., str]] = {
    "fewer_clouds": _clouds, "fewer_lines": _lines, "boxes": _boxes, "shapes": _shapes,
}  # fmt: skip
