"""Files: the base models that our adapters are made for, and where their files lie on this machine."""

from __future__ import annotations

import os
import struct
from dataclasses import dataclass
from pathlib import Path

from autoviz.errors import FileError
from autoviz.resources import user_folder

NAMED_BY = "AUTOVIZ_PLANNER_MODEL"
FETCH = "Fetch it, about 500 MB: autoviz get-model (1.1 GB, slower and better: autoviz get-model --size 1.5B)"
MAGIC = b"GGUF"
"""What a GGUF file begins with."""


@dataclass(frozen=True)
class BaseModel:
    """A model as its publisher puts it on the hub."""

    name: str
    repository: str
    file: str
    size: int
    sha256: str
    width: int
    """How many numbers stand for a token in it, by which its adapter is told."""
    licence: str = "Apache-2.0"

    @property
    def licence_url(self) -> str:
        """Where the licence can be read."""
        return f"https://huggingface.co/{self.repository}/blob/main/LICENSE"


BASES = {
    "0.5B": BaseModel(
        name="Qwen2.5-Coder-0.5B-Instruct", repository="Qwen/Qwen2.5-Coder-0.5B-Instruct-GGUF",
        file="qwen2.5-coder-0.5b-instruct-q4_k_m.gguf", size=491_400_064, width=896,
        sha256="1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
    ),
    "1.5B": BaseModel(
        name="Qwen2.5-Coder-1.5B-Instruct", repository="Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF",
        file="qwen2.5-coder-1.5b-instruct-q4_k_m.gguf", size=1_117_320_768, width=1536,
        sha256="cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
    ),
}  # fmt: skip
"""By size, the smallest first."""
_NUMBERS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
"""The types of numbers in the head of a GGUF file, as `struct` names them."""
_TEXT, _MOST_ENTRIES, _LONGEST_TEXT = 8, 64, 100_000


def models_folder() -> Path:
    """Where fetched models lie: in the user's own data folder."""
    return user_folder() / "models"


def installed(named: str = "") -> Path | None:
    """The model's file: the one named here or in the environment, else the one that was fetched; None without one."""
    named = named or os.environ.get(NAMED_BY, "")
    if named:
        return model_file(Path(named).expanduser())
    for base in reversed(BASES.values()):  # the larger reads better
        if (models_folder() / base.file).is_file():
            return models_folder() / base.file
    return min(models_folder().glob("*.gguf"), default=None)


def width_of(path: Path) -> int | None:
    """The width of the model in a GGUF file, from its head; None where it is not said there."""
    with path.open("rb") as file:

        def number(kind: str) -> int:
            return int(struct.unpack(f"<{kind}", file.read(struct.calcsize(f"<{kind}")))[0])

        def text() -> bytes:
            length = number("Q")
            if length > _LONGEST_TEXT:
                raise ValueError
            return file.read(length)

        try:
            file.seek(len(MAGIC) + 4 + 8)
            for _ in range(min(number("Q"), _MOST_ENTRIES)):
                name, kind = text(), number("I")
                if kind == _TEXT:
                    text()
                elif name.endswith(b".embedding_length"):
                    return number(_NUMBERS[kind])
                else:
                    number(_NUMBERS[kind])
        except (KeyError, ValueError, struct.error):  # a list, or no head at all: what tells the width comes before
            return None
    return None


def model_file(path: Path) -> Path:
    """The GGUF file at a path or alone in a folder."""
    if path.is_dir():
        found = sorted(path.glob("*.gguf"))
        if len(found) != 1:
            told = ", ".join(one.name for one in found) or "none"
            raise FileError(f"{path} must hold one GGUF file, and holds {told}", "Name the file itself.")
        path = found[0]
    try:
        with path.open("rb") as file:
            begins = file.read(len(MAGIC))
    except OSError as error:
        raise FileError(f"The model {path} cannot be read: {error.strerror}", FETCH) from error
    if begins != MAGIC:
        raise FileError(f"{path} is not a GGUF file", FETCH)
    return path
