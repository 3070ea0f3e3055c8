"""Files: the base model that our adapter is made for, and where its file lies on this machine."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from autoviz.errors import FileError
from autoviz.resources import user_folder

NAMED_BY = "AUTOVIZ_PLANNER_MODEL"
FETCH = "Fetch it, about 500 MB: autoviz get-model"
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
    licence: str
    licence_url: str


BASE = BaseModel(
    name="Qwen2.5-Coder-0.5B-Instruct",
    repository="Qwen/Qwen2.5-Coder-0.5B-Instruct-GGUF",
    file="qwen2.5-coder-0.5b-instruct-q4_k_m.gguf",
    size=491_400_064,
    sha256="1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
    licence="Apache-2.0",
    licence_url="https://huggingface.co/Qwen/Qwen2.5-Coder-0.5B-Instruct-GGUF/blob/main/LICENSE",
)


def models_folder() -> Path:
    """Where fetched models lie: in the user's own data folder."""
    return user_folder() / "models"


def installed(named: str = "") -> Path | None:
    """The model's file: the one named here or in the environment, else the one that was fetched; None without one."""
    named = named or os.environ.get(NAMED_BY, "")
    if named:
        return model_file(Path(named).expanduser())
    fetched = models_folder() / BASE.file
    if fetched.is_file():
        return fetched
    return min(models_folder().glob("*.gguf"), default=None)


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
