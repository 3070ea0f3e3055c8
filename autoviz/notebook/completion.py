"""Completion: options and frames on the magic's first line, columns and values in its body."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from IPython.core.completer import CompletionContext, SimpleCompletion, SimpleMatcherResult, context_matcher

from autoviz.notebook.commands import NAMES
from autoviz.notebook.namespace import frame_names, is_file, is_frame
from autoviz.notebook.options import choices, option_names

MAGICS = ("%%autoviz", "%autoviz")
SCANNED_ROWS = 5_000
MOST_VALUES = 50
MOST_FILES = 20
_REMEMBERED: dict[tuple[int, int, tuple[str, ...]], tuple[str, ...]] = {}


def matcher(space: Mapping[str, Any]) -> Any:
    """A matcher of IPython's completer over this namespace."""
    match = partial(complete, space)
    match.__qualname__ = "autoviz"  # type: ignore[attr-defined]
    match.__doc__ = complete.__doc__
    return context_matcher(priority=100, identifier="autoviz")(match)


def complete(space: Mapping[str, Any], context: CompletionContext) -> SimpleMatcherResult:
    """What may come next in a cell of the magic; nothing elsewhere."""
    lines = context.full_text.split("\n")
    start = next((n for n in range(context.cursor_line, -1, -1) if lines[n].lstrip().startswith(MAGICS)), None)
    if start is None or (lines[start].lstrip().startswith("%autoviz") and start != context.cursor_line):
        return SimpleMatcherResult(completions=[], suppress=False)
    before = lines[context.cursor_line][: context.cursor_position]
    word = before.rpartition(" ")[2]
    found = on_first_line(before, space) if start == context.cursor_line else in_body(_frames(lines[start], space))
    fitting = [text for text in dict.fromkeys(found) if _fits(text, word)]
    return SimpleMatcherResult(
        completions=[SimpleCompletion(text=text, type="autoviz") for text in fitting],
        suppress=bool(fitting) or start != context.cursor_line,
        matched_fragment=word,
        ordered=True,
    )


def on_first_line(before: str, space: Mapping[str, Any]) -> tuple[str, ...]:
    """Values of the option before the cursor, else frames, files, on a line of its own subcommands, and options."""
    words = before.split()
    previous = words[-2] if words and not before.endswith(" ") and len(words) > 1 else words[-1] if words else ""
    named = choices().get(previous.lstrip("-")) if previous.startswith("--") else None
    if named:
        return named
    taken = {word.partition("=")[0] for word in words[:-1]}
    options = tuple(name for name in option_names() if name not in taken)
    single = before.lstrip().startswith("%autoviz")
    return (*frame_names(space), *_files(), *(NAMES if single else ()), *options)


def _files() -> list[str]:
    """Tables that lie in the working folder, by their names."""
    return sorted(entry.name for entry in Path().iterdir() if is_file(entry) and " " not in entry.name)[:MOST_FILES]


def in_body(frames: Iterable[Any]) -> tuple[str, ...]:
    """Columns of the frames, then values of columns that have few."""
    listed = list(frames)
    columns = [name for frame in listed for name in columns_of(frame)]
    return (*columns, *(value for frame in listed for value in _values(frame)))


def _fits(text: str, word: str) -> bool:
    """Whether some word of the text starts with what was typed."""
    folded = word.casefold()
    parts = (text.casefold(), *text.casefold().replace("_", " ").split())
    return any(part.startswith(folded) for part in parts)


def _frames(line: str, space: Mapping[str, Any]) -> list[Any]:
    names = [word for word in line.split()[1:] if word in space and is_frame(space[word])]
    return [space[name] for name in names or frame_names(space)[:1]]


def columns_of(frame: Any) -> list[str]:
    """Names alone; a lazy frame is asked for its schema, never for rows."""
    schema = frame.collect_schema().names() if hasattr(frame, "collect_schema") else frame.columns
    return [str(name) for name in schema]


def _values(frame: Any) -> tuple[str, ...]:
    """Texts of the first rows of a pandas frame; other engines would have to run a query for them."""
    if not type(frame).__module__.startswith("pandas"):
        return ()
    key = (id(frame), len(frame), tuple(map(str, frame.columns)))
    if key not in _REMEMBERED:
        if len(_REMEMBERED) > 20:
            _REMEMBERED.clear()
        _REMEMBERED[key] = _scanned(frame.head(SCANNED_ROWS))
    return _REMEMBERED[key]


def _scanned(head: Any) -> tuple[str, ...]:
    found: list[str] = []
    for place, kind in enumerate(head.dtypes):
        if str(kind) not in ("object", "str", "string", "category"):
            continue
        texts = {value for value in head.iloc[:, place].dropna().tolist() if isinstance(value, str)}
        found += sorted(texts) if len(texts) <= MOST_VALUES else []
    return tuple(found)
