"""Meanings: the subcommands that tell or correct what words and columns mean, and that report on a frame."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from autoviz.errors import ParameterError
from autoviz.export.markup import shown, table, tag
from autoviz.listing import counted
from autoviz.notebook.corrections import PAIR, first_of
from autoviz.notebook.subcommand import Magic, show_html
from autoviz.notebook.view import Slots

if TYPE_CHECKING:
    from autoviz.model.profile import DatasetProfile

_CORRECTION = re.compile(r"""^\s*(?:"([^"]+)"|'([^']+)'|(\S+))\s+(.+)$""")
_FACT = re.compile(r"""(\w+)\s*=\s*("[^"]*"|'[^']*'|\S+)""")


def alias(magic: Magic, words: str) -> None:
    """Say what a word means, or list what is known."""
    from autoviz.aliases import alias as add
    from autoviz.aliases import load_project, project_file

    if words.strip():
        found = PAIR.match(words)
        if not found:
            raise ParameterError("What should mean what?", 'Write %autoviz alias "west coast" = region: West')
        word = first_of(found)
        column, colon, value = (part.strip(" \"'") for part in found.group(4).partition(":"))
        add(magic.conversations.need_latest().frame_with(column), {word: {column: value} if colon else column})
    known = load_project().aliases
    rows = [
        (f"“{word}”", item.column, shown(item.value), item.type, f"{item.confidence:.2f}", item.source)
        for word, item in known.items()
    ]
    plain = "\n".join(
        f"{word} → {item.column}{f' = {item.value}' if item.value is not None else ''}" for word, item in known.items()
    )
    head = ("Word", "Column", "Value", "Type", "Confidence", "From")
    show_html(table(head, rows, caption=f"Kept in {project_file()}"), plain or "no aliases yet")


def show_profile(magic: Magic, words: str) -> None:
    """What is known of a frame: by its name, or of the frame that was asked last."""
    from autoviz.export.profile_table import as_markup, as_text

    for found in _profiles(magic, words.split()):
        show_html(as_markup(found), as_text(found))


def _profiles(magic: Magic, names: list[str]) -> list[DatasetProfile]:
    from autoviz.aliases import load_project
    from autoviz.notebook.namespace import frame_for, named_frames
    from autoviz.profile import profile

    space = magic.shell.user_ns
    if names:
        frames = named_frames(tuple(names), space)
    elif magic.conversations.latest is not None:
        frames = dict(magic.conversations.latest.frames)
    else:
        name, frame, _ = frame_for("", space)
        frames = {name: frame}
    said = load_project().columns
    return [profile(frame, name, descriptions=said) for name, frame in frames.items()]


def correct_column(magic: Magic, words: str) -> None:
    """Say what a column means, whether it adds up or its unit; kept in the project's file."""
    from autoviz.aliases import correct

    found = _CORRECTION.match(words)
    facts = dict(_FACT.findall(found.group(4))) if found else {}
    if not found or not facts:
        raise ParameterError("What is wrong with which column?", "Write %autoviz column price adds_up=no unit=EUR")
    name = first_of(found)
    told = {key: value.strip("\"'") for key, value in facts.items()}
    holding = [item for item in _profiles(magic, []) if name in item.by_name] or _profiles(magic, [])
    correct(holding[0], name, **told)
    show_profile(magic, "")


def make_report(magic: Magic, words: str) -> None:
    """Answer many questions about a frame and write them into one file."""
    from autoviz.notebook.namespace import frame_for, is_named, named_frames
    from autoviz.reporting import ENDINGS, refuse_unwritable, report

    space, given = magic.shell.user_ns, words.split()
    paths = [word for word in given if word.lower().endswith(ENDINGS)]
    listed = [word for word in given if word.lower().endswith((".yaml", ".yml"))]
    names = [word for word in given if word not in (*paths, *listed)]
    odd = [word for word in names if not is_named(word, space)]
    if odd or len(names) > 1:
        wrong = odd[0] if odd else names[1]
        hint = "Write %autoviz report df questions.yaml report.html; each may be left out."
        if "." in wrong:
            hint = f"A report is written as {' or '.join(ENDINGS)}. {hint}"
        raise ParameterError(f"{wrong!r} is no frame to report on", hint)
    name, frame = next(iter(named_frames(tuple(names), space).items())) if names else frame_for("", space)[:2]
    target = refuse_unwritable(Path(paths[0] if paths else f"{name}_report.html"))
    slots = Slots()

    def tell(number: int, count: int, question: str) -> None:
        told = f"{number} of {count}: {question}"
        bar = tag("progress", value=number - 1, max=count)
        slots.show("progress", {"text/html": tag("div", bar, " ", told), "text/plain": told})

    made = report(frame, listed[0] if listed else None, name=name, tell=tell)
    path = made.write(target)
    answered = sum(not entry.problem for entry in made.entries)
    told = f"{answered} of {counted(len(made.entries), 'question')} answered"
    link = tag("a", str(path), href=str(path), target="_blank")
    slots.show(
        "progress",
        {
            "text/html": tag("div", "Wrote ", link, f": {told}"),
            "text/plain": f"Wrote {path}: {told}",
        },
    )
