"""Markup: HTML built from escaped text and inline styles, so that it survives sanitizers and saved notebooks."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from autoviz.drawing.titles import AUTO

INK = "color:var(--jp-ui-font-color1, inherit)"
SOFT = "color:var(--jp-ui-font-color2, inherit)"
FONT = "font-family:var(--jp-ui-font-family, system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif)"
MONO = (
    "font-family:var(--jp-code-font-family, ui-monospace, SFMono-Regular, Menlo, Consolas, monospace); font-size:12px"
)
RULE = "1px solid var(--jp-border-color2, rgba(128, 128, 128, 0.35))"
ACCENT = "#0072B2"
GREEN = "rgba(0, 158, 115, 0.16)"
RED = "rgba(213, 94, 0, 0.18)"
AMBER = "rgba(230, 159, 0, 0.16)"
GREY = "rgba(128, 128, 128, 0.12)"
"""Tints that leave the text its own colour, so that they can be read on light and dark pages alike."""

_CELL = "padding:4px 10px;text-align:left;vertical-align:top;border-bottom:1px solid rgba(128,128,128,0.3)"
UNBROKEN = 24
"""Cells of up to so many letters stand in one line."""
_HEAD = f"{_CELL};font-weight:600;white-space:nowrap"
_TABLE = f"border-collapse:collapse; margin:6px 0; font-size:13px; width:auto; max-width:100%; table-layout:auto; {INK}"


class Markup(str):
    """Text that is HTML already and is not escaped again."""

    __slots__ = ()


def text(value: object) -> Markup:
    """Any value as HTML text; what would start a formula is cut off from what follows, so that it stays text."""
    escaped = escape(str(value))
    for sign in ("\\", "$"):
        escaped = escaped.replace(sign, f"<span>{sign}</span>")
    return Markup(escaped)


def joined(children: Iterable[object], between: str = "") -> Markup:
    """Children one after another, each escaped unless it is markup."""
    return Markup(between.join(child if isinstance(child, Markup) else text(child) for child in children))


def tag(name: str, *children: object, style: str = "", **attributes: object) -> Markup:
    """An element; an attribute that is None or False is left out, and `_` in its name stands for `-`."""
    given = {"style": style or None, **{key.rstrip("_").replace("_", "-"): value for key, value in attributes.items()}}
    told = "".join(_attribute(key, value) for key, value in given.items() if value is not None and value is not False)
    return Markup(f"<{name}{told}>{joined(children)}</{name}>")


def _attribute(key: str, value: object) -> str:
    return f" {key}" if value is True else f' {key}="{escape(str(value), quote=True)}"'


def code(value: object) -> Markup:
    """A name, a command or a value as code."""
    return tag(
        "code",
        value,
        style=f"{MONO}; background:{GREY}; padding:1px 4px; border-radius:3px; display:inline-block; line-height:1.4",
    )


def badge(word: str, tint: str) -> Markup:
    """A word on a tint."""
    return tag(
        "span", word, style=f"background:{tint}; padding:1px 7px; border-radius:9px; font-size:12px; white-space:nowrap"
    )


def soft(*children: object) -> Markup:
    """What stands back behind the rest."""
    return tag("span", *children, style=SOFT)


def section(title: str, digest: str, *body: object, opened: bool = False) -> Markup:
    """A closed section whose line already tells what is in it."""
    line = (tag("span", title, style="font-weight:600"), Markup("&ensp;"), soft(digest))
    return tag(
        "details",
        tag("summary", *line, style=f"cursor:pointer; padding:5px 0; {INK}"),
        tag("div", *body, style="padding:2px 0 10px 16px; overflow-x:auto"),
        style=f"border-top:{RULE}; margin:0; {FONT}; font-size:13px",
        open=opened,
    )


def table(
    headers: Sequence[object],
    rows: Iterable[Sequence[object]],
    *,
    caption: str = "",
    tints: Sequence[str | None] = (),
    numeric: frozenset[int] = frozenset(),
    **attributes: object,
) -> Markup:
    """A table with column headers, row headers and a caption for readers who hear it."""
    head = tag(
        "tr", *(tag("th", name, scope="col", style=_aligned(_HEAD, i, numeric)) for i, name in enumerate(headers))
    )
    body = [_row(cells, tints[place] if place < len(tints) else None, numeric) for place, cells in enumerate(rows)]
    told = (
        [tag("caption", caption, style=f"text-align:left; {SOFT}; padding:2px 0 4px; font-size:12px")]
        if caption
        else []
    )
    return tag("table", *told, tag("thead", head), tag("tbody", *body), style=_TABLE, **attributes)


def _row(cells: Sequence[object], tint: str | None, numeric: frozenset[int]) -> Markup:
    cells_made = (tag("td", cell, style=_aligned(_whole(cell), place, numeric)) for place, cell in enumerate(cells))
    return tag("tr", *cells_made, style=f"background:{tint or 'transparent'}")


def _whole(cell: object) -> str:
    """The style of a cell: a date is not broken at its hyphens, nor a short name at its blanks."""
    short = not isinstance(cell, Markup) and len(str(cell)) <= UNBROKEN
    return f"{_CELL};white-space:nowrap" if short else _CELL


def _aligned(style: str, place: int, numeric: frozenset[int]) -> str:
    return style.replace("text-align:left", "text-align:right") if place in numeric else style


def param_shown(name: str, value: Any) -> str:
    """A param's value as short text; periods that nobody named are those that suit the dates, and no puzzle."""
    return AUTO if (name, value) == ("grain", "unknown") else shown(value)


def params_told(params: Mapping[str, Any]) -> str:
    """All params of a step on one line."""
    return ", ".join(f"{name}={param_shown(name, value)}" for name, value in params.items())


def shown(value: Any) -> str:
    """A param's value as short text."""
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping) and {"column", "op"} <= set(value):
        return f"{value['column']} {value['op']} {shown(value.get('value'))}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(shown(item) for item in value)}]"
    return json.dumps(value, default=str, ensure_ascii=False)
