"""Serving: the same model on a server such as vLLM, which goes on with a text over the network."""

from __future__ import annotations

import json
import urllib.request
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit

from autoviz.errors import ModelError
from autoviz.readers.planner.prompt import STOP
from autoviz.readers.planner.running import SERVED_AS, WARMTH, Enough, Piece, Run, never
from autoviz.stopping import heed

TIMEOUT = 60.0
_LOCAL = ("127.0.0.1", "localhost", "::1")
_START = "Start it: autoviz serve-model MODEL --adapter"


class ServedModel:
    """A model behind an address that ends in /v1."""

    def __init__(self, url: str) -> None:
        self._url = url.rstrip("/")
        local = urlsplit(url).hostname in _LOCAL
        self._opener = urllib.request.build_opener(*([urllib.request.ProxyHandler({})] if local else []))

    def go_on(self, text: str, most: int, grammar: str = "", enough: Enough = never, seed: int = 0) -> Run:
        """What follows a text; all of it comes at once, so that it is cut where enough is written."""
        heed()
        asked = {
            "model": SERVED_AS, "prompt": text, "max_tokens": most, "stop": [STOP], "logprobs": 0,
            "temperature": WARMTH if seed else 0, "seed": seed,
            **({"structured_outputs": {"grammar": grammar}} if grammar else {}),
        }  # fmt: skip
        try:
            [choice] = self._posted(asked)["choices"]
            told = choice["logprobs"]
            pieces = tuple(zip(told["tokens"], told["token_logprobs"], strict=True))
        except (LookupError, TypeError, ValueError) as error:
            raise ModelError(f"{self._url} gives no completion", "It must be vLLM or alike.") from error
        return Run(_cut(tuple((str(piece), float(score)) for piece, score in pieces), enough))

    def take_in(self, text: str) -> None:
        """Let the server read a text, which it keeps as the beginning of others."""
        self.go_on(text, 1)

    def load(self) -> None:
        """The server has loaded it."""

    def _posted(self, asked: dict[str, Any]) -> Any:
        content = json.dumps(asked).encode()
        request = urllib.request.Request(
            f"{self._url}/completions", content, headers={"Content-Type": "application/json"}
        )
        try:
            with self._opener.open(request, timeout=TIMEOUT) as reply:
                return json.load(reply)
        except HTTPError as error:
            error.close()
            raise ModelError(f"{self._url} refuses: {error.code} {error.reason}", _START) from error
        except (OSError, HTTPException) as error:
            raise ModelError(f"{self._url} does not answer: {error}", _START, retryable=True) from error


def _cut(pieces: tuple[Piece, ...], enough: Enough) -> tuple[Piece, ...]:
    """The pieces until enough is written; the one that says it is the end has no text."""
    for at, (text, score) in enumerate(pieces):
        if text == STOP:
            return (*pieces[:at], ("", score))
        if enough(pieces[: at + 1]):
            return pieces[: at + 1]
    return pieces
