"""Opening: a model reader for one question, from the settings and the environment."""

from __future__ import annotations

import os

from pydantic import SecretStr

from autoviz.embedding import Encoder
from autoviz.model.settings import Settings
from autoviz.readers.base import Reader
from autoviz.readers.llm.cache import Replies
from autoviz.readers.llm.client import Client, Clock, Server
from autoviz.readers.llm.dialogue import Dialogue
from autoviz.readers.llm.reader import LlmReader

DEFAULT_URL = "http://127.0.0.1:8000/v1"
"""Where vLLM listens when it is told nothing else."""


def model_reader(settings: Settings, embedded: Reader, encoder: Encoder) -> LlmReader:
    """A reader whose clock starts now."""
    clock = Clock(settings.model_budget, settings.model_timeout)
    replies = Replies() if settings.model_cache else None
    return LlmReader(Dialogue(tuple(Client(server) for server in servers(settings)), clock, replies), embedded, encoder)


def servers(settings: Settings) -> tuple[Server, ...]:
    """The server of the first model, and of the second where one is set."""
    url = settings.model_url or os.environ.get("AUTOVIZ_LLM_URL", "") or DEFAULT_URL
    name = settings.model_name or os.environ.get("AUTOVIZ_LLM_MODEL", "")
    stated = os.environ.get("AUTOVIZ_LLM_KEY", "")
    key = settings.model_key or (SecretStr(stated) if stated else None)
    first = Server(url, name, key)
    if not settings.second_model and not settings.second_url:
        return (first,)
    # The key belongs to the first server; another host does not get it.
    same = not settings.second_url or settings.second_url == url
    return first, Server(settings.second_url or url, settings.second_model, key if same else None)
