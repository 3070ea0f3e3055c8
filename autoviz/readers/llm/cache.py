"""Cache: replies kept on this machine under the model, the prompt and the schema, so that a notebook repeats itself."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from autoviz.readers.llm.prompts import Message
from autoviz.readers.llm.schemas import Schema
from autoviz.resources import cache_folder


def key_of(server: str, model: str, messages: Sequence[Message], schema: Schema, temperature: float) -> str:
    """What a reply is kept under: all that it depends on."""
    asked = json.dumps([server, model, list(messages), schema, temperature], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(asked.encode()).hexdigest()


class Replies:
    """The kept replies; one that can not be read counts as absent."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or cache_folder() / "replies"

    def get(self, key: str) -> dict[str, Any] | None:
        """The reply under this key."""
        try:
            found = json.loads((self._folder / f"{key}.json").read_text("utf-8"))
        except (OSError, ValueError, RecursionError):
            return None
        return found if isinstance(found, dict) else None

    def put(self, key: str, reply: dict[str, Any]) -> None:
        """Keep a reply, whole or not at all; a folder that can not be written is no reason to fail."""
        with contextlib.suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self._folder, suffix=".part")
            try:
                with os.fdopen(handle, "w", encoding="utf-8") as file:
                    json.dump(reply, file, ensure_ascii=True)
                Path(name).replace(self._folder / f"{key}.json")
            finally:
                Path(name).unlink(missing_ok=True)
