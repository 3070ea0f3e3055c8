"""Where the registry and the templates lie: the only module that knows."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from autoviz.errors import FileError

_PACKAGE = Path(__file__).parent


@cache
def data_folder() -> Path:
    """The folder that holds `registry/` and `templates/`, in a wheel or in a checkout."""
    for folder in (_PACKAGE / "_data", _PACKAGE.parent):
        if (folder / "registry" / "capabilities.yaml").is_file():
            return folder
    raise FileError(
        "autoviz's registry files are missing from this installation",
        "Install it again: pip install --force-reinstall autoviz-notebook",
    )


def registry_folder() -> Path:
    """The folder of the tool, capability and intent files."""
    return data_folder() / "registry"


def templates_folder() -> Path:
    """The folder of plan templates and prompts."""
    return data_folder() / "templates"


def cache_folder() -> Path:
    """The user's cache folder, or the one AUTOVIZ_CACHE names."""
    named = os.environ.get("AUTOVIZ_CACHE")
    if named:
        return Path(named).expanduser()
    from platformdirs import user_cache_path

    return user_cache_path("autoviz", appauthor=False)


def user_folder() -> Path:
    """The user's own data folder, or the one AUTOVIZ_DATA names. Nothing in it is sent anywhere."""
    named = os.environ.get("AUTOVIZ_DATA")
    if named:
        return Path(named).expanduser()
    from platformdirs import user_data_path

    return user_data_path("autoviz", appauthor=False)


def write_whole(path: Path, text: str) -> None:
    """Write a text file beside its place and rename it, so that a full disk leaves what was there before."""
    part = path.with_name(f".{path.name[:100]}-{os.getpid()}.part")
    try:
        part.write_text(text, "utf-8", errors="replace")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
