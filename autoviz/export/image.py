"""Image: charts as picture files, drawn by kaleido in a Chromium of this machine."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import TYPE_CHECKING

from autoviz.errors import FileError, MissingPackageError, QuestionError

if TYPE_CHECKING:
    from plotly import graph_objects as go

ENDINGS = (".png", ".svg", ".pdf", ".jpg", ".webp")
WIDTH, HEIGHT = 960, 440
PATIENCE, LITTLE_PATIENCE = 30.0, 3.0
"""Seconds that the browser may take for a picture; and once it has not answered, for each one after."""
BROWSER_HINT = "apt-get install chromium, or run plotly_get_chrome"
_WITHOUT = "Without it: the camera above a chart in the notebook, or a.to_html(...)."


def write_images(figures: Sequence[go.Figure], path: Path) -> list[Path]:
    """Each figure as a picture in the form that the ending names; of several the later ones get a number."""
    form = path.suffix.lower()
    if form not in ENDINGS:
        raise FileError(f"A chart cannot be written as {path.name!r}", f"Known endings: {', '.join(ENDINGS)}.")
    if not figures:
        raise QuestionError("The answer has no chart", "Ask for one: %autoviz chart bar, or a.edited(chart='bar').")
    files = [path.with_stem(f"{path.stem}_{number}") if number > 1 else path for number in range(1, len(figures) + 1)]
    for figure, file in zip(figures, files, strict=True):
        drawn = image_of(figure, form.removeprefix("."))
        try:
            file.write_bytes(drawn)
        except OSError as error:
            told = f"The chart cannot be written to {file}: {error.strerror}"
            raise FileError(told, "Name another file.") from error
    return files


def image_of(figure: go.Figure, form: str) -> bytes:
    """The figure as a picture, or an error that says what to install."""
    if find_spec("kaleido") is None:
        told = "Charts as image files need the package kaleido, which is not installed"
        raise MissingPackageError(told, f'pip install "autoviz-notebook[image]". {_WITHOUT}')
    try:
        return _drawn(figure, form)
    except Exception as error:  # kaleido and the browser fail in many ways, and all of them mean no picture
        told = str(error.args[0] if error.args else error)
        first = next((line.strip() for line in told.splitlines() if line.strip()), type(error).__name__)
        hint = f"Install Chromium or Chrome ({BROWSER_HINT}). {_WITHOUT}"
        raise MissingPackageError(f"No browser on this machine draws the chart: {first.rstrip('.')}", hint) from error


def browser() -> str:
    """The browser that kaleido would start; empty where it finds none."""
    from choreographer.browsers.chromium import Chromium

    found = Chromium.find_browser(skip_local=False)
    return str(found) if found and Path(found).exists() else ""


_SILENT = Event()
"""Set once a browser has started and not answered: a report of ten charts does not wait for it ten times."""


def _drawn(figure: go.Figure, form: str) -> bytes:
    """The picture, from a thread that is left to itself where its browser has started and never answers."""
    patience = LITTLE_PATIENCE if _SILENT.is_set() else PATIENCE
    done: SimpleQueue[bytes | Exception] = SimpleQueue()

    def draw() -> None:
        try:
            size = {"width": WIDTH, "height": figure.layout.height or HEIGHT}
            done.put(bytes(figure.to_image(format=form, scale=2, **size)))
        except Exception as error:
            done.put(error)

    Thread(target=draw, name="autoviz-image", daemon=True).start()
    try:
        drawn = done.get(timeout=patience)
    except Empty:
        _SILENT.set()
        raise TimeoutError(f"it has not answered within {patience:g} seconds") from None
    if isinstance(drawn, Exception):
        raise drawn
    _SILENT.clear()
    return drawn
