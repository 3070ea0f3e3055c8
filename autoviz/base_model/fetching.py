"""Fetching: a model's file from the hub, taken up where it broke off and held against its checksum."""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import time
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import BinaryIO
from urllib.error import HTTPError, URLError

from autoviz.base_model.files import BaseModel
from autoviz.errors import FileError, ModelError

HUB = "https://huggingface.co"
PIECE = 1 << 20
TRIES = 5
"""How often it is taken up again without a byte more before it is given up."""
PATIENCE = 1.0
TIMEOUT = 30.0
Watch = Callable[[int], None]
"""Is told how many bytes are here."""


@dataclass(frozen=True)
class Download:
    """A model on its way into a folder."""

    model: BaseModel
    folder: Path
    watch: Watch = lambda here: None
    patience: float = PATIENCE
    """Seconds before it is taken up again, longer each time."""

    @property
    def url(self) -> str:
        """Where the file lies; HF_ENDPOINT names a mirror of the hub."""
        hub = os.environ.get("HF_ENDPOINT", HUB).rstrip("/")
        return f"{hub}/{self.model.repository}/resolve/main/{self.model.file}"

    @property
    def by_hand(self) -> str:
        """What helps where this machine cannot fetch it."""
        return f"Fetch {self.url} on another machine and bring the file: autoviz get-model FILE"

    def fetched(self) -> Path:
        """The whole file, checked."""
        part = self.folder / f"{self.model.file}.part"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._refuse_without_room(_size(part))
            self._complete(part)
        except OSError as error:
            if error.errno in (errno.ENOSPC, errno.EDQUOT):
                raise FileError(f"The disk of {self.folder} is full", _ROOM) from error
            raise FileError(f"{self.folder} cannot be written: {error.strerror}", _ROOM) from error
        if checksum(part) != self.model.sha256:
            part.unlink()
            told = f"What came from {self.url} is not {self.model.name}: its checksum differs, so it was deleted"
            raise FileError(told, f"Run it again. {self.by_hand}")
        return part.replace(self.folder / self.model.file)

    def _complete(self, part: Path) -> None:
        """Take it up again and again until all of it is here, or no more comes."""
        idle = 0
        while (here := _size(part)) < self.model.size:
            self._take_up(part, here)
            idle = idle + 1 if _size(part) <= here else 0
            if idle >= TRIES:
                done, whole = megabytes(_size(part)), megabytes(self.model.size)
                raise ModelError(f"The download broke off after {done} of {whole}", _GO_ON, retryable=True)
            if idle:
                time.sleep(self.patience * idle)

    def _take_up(self, part: Path, here: int) -> None:
        """Fetch what is lacking; it may break off."""
        wanted = urllib.request.Request(self.url, headers={"Range": f"bytes={here}-"} if here else {})
        try:
            with urllib.request.urlopen(wanted, timeout=TIMEOUT) as reply:
                goes_on = reply.status == 206
                with part.open("ab" if goes_on else "wb") as file:
                    self._pour(reply, file, here if goes_on else 0)
        except HTTPError as error:
            error.close()
            told = f"{self.url} cannot be had: {error.code} {error.reason}"
            raise ModelError(told, self.by_hand, retryable=error.code >= 500) from error
        except (URLError, TimeoutError, ConnectionError, HTTPException) as error:
            if not _size(part):
                why = getattr(error, "reason", None) or error
                raise ModelError(f"The hub cannot be reached: {why}", self.by_hand, retryable=True) from error

    def _pour(self, reply: HTTPResponse, file: BinaryIO, here: int) -> None:
        while piece := reply.read(PIECE):
            file.write(piece)
            here += len(piece)
            if here > self.model.size:
                raise FileError(f"{self.url} gives more than {megabytes(self.model.size)}", self.by_hand)
            self.watch(here)

    def _refuse_without_room(self, here: int) -> None:
        free, needed = shutil.disk_usage(self.folder).free, self.model.size - here
        if free < needed:
            told = f"{self.folder} has room for {megabytes(free)}, and {megabytes(needed)} are needed"
            raise FileError(told, _ROOM)


_GO_ON = "Run it again: it goes on where it broke off."
_ROOM = "Make room, or name another folder with the environment variable AUTOVIZ_DATA."


def checksum(path: Path) -> str:
    """The SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def megabytes(size: int) -> str:
    """A size in words."""
    return f"{size / 1e6:,.0f} MB"


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0
