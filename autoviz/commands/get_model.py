"""`autoviz get-model`: fetches the planner's model from the hub, or takes it from a file or a folder."""

from __future__ import annotations

import shutil
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from autoviz.base_model.fetching import Download, checksum, megabytes
from autoviz.base_model.files import BASES, BaseModel, model_file, models_folder, width_of
from autoviz.errors import FileError

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

SUMMARY = "fetch the planner's model, about 500 MB, or take it from a file or a folder"


def arguments(parser: ArgumentParser) -> None:
    """Where the model is taken from."""
    parser.add_argument("source", nargs="?", help="a GGUF file or a folder with one; else it is fetched from the hub")
    parser.add_argument("--size", choices=tuple(BASES), default="0.5B", help="0.5B; 1.5B (1.1 GB) is slower and better")


def run(options: Namespace) -> int:
    """Say what it is and under which licence, fetch it, and say how to use it."""
    from rich.console import Console

    console = Console(highlight=False, soft_wrap=True)
    given = options.source and model_file(Path(options.source).expanduser())
    place = _taken(given) if given else _fetched(BASES[options.size], console)
    console.print(f"{place} ({megabytes(place.stat().st_size)})")
    if width_of(place) not in {base.width for base in BASES.values()}:
        made_for = " and ".join(base.name for base in BASES.values())
        console.print(f"No adapter of ours is made for this model, only for {made_for}; readings will be worse.")
    console.print("Questions are now read by the planner; reader='embedded' reads without it.")
    return 0


def _fetched(base: BaseModel, console: Console) -> Path:
    """A base model, from the hub unless it is here and whole."""
    console.print(f"{base.name} by its publisher at huggingface.co/{base.repository}")
    console.print(f"Licence: {base.licence}, {base.licence_url}")
    here = models_folder() / base.file
    if here.is_file() and checksum(here) == base.sha256:
        console.print("It is here already, and whole.")
        return here
    with _bar(console) as bar:
        task = bar.add_task(base.file, total=base.size)
        return Download(base, models_folder(), lambda done: bar.update(task, completed=done)).fetched()


def _bar(console: Console) -> Progress:
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn, TransferSpeedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TransferSpeedColumn())
    return Progress(*columns, TimeRemainingColumn(), console=console)


def _taken(source: Path) -> Path:
    """A copy of a file that is here already, under the name that its content has."""
    digest = checksum(source)
    name = next((base.file for base in BASES.values() if base.sha256 == digest), source.name)
    place = models_folder() / name
    if place.exists() and place.samefile(source):
        return place
    part = place.with_name(f"{name}.part")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, part)
        return part.replace(place)
    except OSError as error:
        part.unlink(missing_ok=True)
        hint = f"Or leave it where it is: export AUTOVIZ_PLANNER_MODEL={source}"
        raise FileError(f"{source} cannot be copied to {place.parent}: {error.strerror}", hint) from error
