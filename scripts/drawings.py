"""The drawings of docs/how-it-works.md as SVG: boxes and arrows laid out by hand, in colours for light and dark pages.

python scripts/drawings.py      writes docs/images/*.svg
"""

from __future__ import annotations

from html import escape
from pathlib import Path

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"
INK, SOFT, BLUE, GREEN, AMBER, RED = "#1f2933", "#52606d", "#d6e6f2", "#d3ede2", "#f8e9c9", "#f6ddcf"
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif"


def box(x: int, y: int, title: str, text: str = "", tint: str = BLUE, width: int = 200, height: int = 58) -> str:
    """A rounded box with a title and a line under it."""
    middle, base = x + width // 2, y + (24 if text else height // 2 + 5)
    told = [f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="8" fill="{tint}" stroke="{SOFT}"/>']
    told.append(f'<text x="{middle}" y="{base}" font-weight="600">{escape(title)}</text>')
    if text:
        told.append(f'<text x="{middle}" y="{base + 19}" font-size="12" fill="{SOFT}">{escape(text)}</text>')
    return "".join(told)


def arrow(points: list[tuple[int, int]], label: str = "", at: tuple[int, int] | None = None) -> str:
    """A line with a head, and words beside it."""
    path = " ".join(f"{x},{y}" for x, y in points)
    drawn = f'<polyline points="{path}" fill="none" stroke="{SOFT}" stroke-width="1.6" marker-end="url(#head)"/>'
    if label and at:
        drawn += f'<text x="{at[0]}" y="{at[1]}" font-size="12" fill="{SOFT}">{escape(label)}</text>'
    return drawn


def drawing(width: int, height: int, title: str, *parts: str) -> str:
    """A whole drawing on a white sheet, so that it can be read on any page."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'font-family="{FONT}" font-size="14" text-anchor="middle" fill="{INK}"><title>{escape(title)}</title>'
        '<defs><marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto">'
        f'<path d="M0,0 L10,5 L0,10 z" fill="{SOFT}"/></marker></defs>'
        f'<rect width="{width}" height="{height}" rx="12" fill="#ffffff"/>{"".join(parts)}</svg>\n'
    )


def pipeline() -> str:
    """The stages in two rows, with the way back from coverage and proof to adaptation."""
    first = (
        ("profile", "columns, kinds, values"), ("intent", "which kind of analysis"),
        ("requirements", "what is asked, as a Query"), ("narrowing", "about ten of all tools"),
    )  # fmt: skip
    second = (
        ("adaptation", "template → plan, with diff"), ("coverage", "each part has a step"),
        ("execution", "pandas, Polars, DuckDB …"), ("proof", "the same again, by SQL"),
        ("answer", "facts in sentences"),
    )  # fmt: skip
    parts = [box(20, 30, "question + frame", "in a cell", AMBER, 150)]
    parts += [box(200 + 200 * place, 30, *item, width=176) for place, item in enumerate(first)]
    parts += [arrow([(170 + 200 * place + (6 if place else 0), 59), (200 + 200 * place, 59)]) for place in range(4)]
    parts.append(arrow([(888, 88), (888, 118), (100, 118), (100, 160)]))
    parts += [
        box(20 + 196 * place, 160, *item, tint=GREEN if item[0] in ("coverage", "proof") else BLUE, width=172)
        for place, item in enumerate(second)
    ]
    parts += [arrow([(192 + 196 * place, 189), (216 + 196 * place, 189)]) for place in range(4)]
    parts.append(arrow([(302, 218), (302, 248), (130, 248), (130, 218)], "gap: try again", (216, 264)))
    parts.append(
        arrow([(694, 218), (694, 282), (90, 282), (90, 218)], "a difference: plan again, or say so", (470, 298))
    )
    return drawing(1000, 320, "From a question to its answer", *parts)


def gates() -> str:
    """Three readers, one road."""
    readers = (
        ("embedded reader", "in the package, no server"),
        ("language model", "any server"),
        ("last resort", "summary and table"),
    )
    parts = [box(20, 30 + 84 * place, *item, tint=AMBER, width=210) for place, item in enumerate(readers)]
    parts += [arrow([(230, 59 + 84 * place), (300, 143)]) for place in range(3)]
    parts += [
        box(300, 114, "Query", "a closed language", width=150),
        box(500, 114, "plan", "tools of the registry", width=150),
        box(700, 56, "coverage", "steps against the Query", GREEN, 200),
        box(700, 172, "proof", "numbers against SQL", GREEN, 200),
        arrow([(450, 143), (500, 143)]), arrow([(650, 143), (700, 85)]), arrow([(650, 143), (700, 201)]),
        box(380, 226, "text of a model", "is never run as code", RED, 190),
    ]  # fmt: skip
    return drawing(930, 310, "Every reader goes through the same gates", *parts)


def registry() -> str:
    """Where a fact about a tool lives, and what is derived from it."""
    derived = ("params model", "schema for a model", "search index", "edit controls", "exported code", "page of tools")
    parts = [
        box(20, 30, "registry/tools/*.yaml", "name, params, serves, code", width=240),
        box(20, 150, "autoviz/tools/*.py", "a function of the same name", width=240),
        box(360, 90, "Catalog", "refuses any difference", GREEN, 190),
        arrow([(260, 59), (360, 108)]), arrow([(260, 179), (360, 132)]),
    ]  # fmt: skip
    parts += [box(660, 14 + 40 * place, name, tint=AMBER, height=32, width=190) for place, name in enumerate(derived)]
    parts += [arrow([(550, 119), (660, 30 + 40 * place)]) for place in range(6)]
    return drawing(880, 264, "One owner for each fact about a tool", *parts)


DRAWINGS = {"pipeline.svg": pipeline, "gates.svg": gates, "registry.svg": registry}


def main() -> None:
    """Write them all."""
    for name, draw in DRAWINGS.items():
        (IMAGES / name).write_text(draw(), "utf-8")


if __name__ == "__main__":
    main()
