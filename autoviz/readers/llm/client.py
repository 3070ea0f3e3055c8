"""The client: one chat request to an OpenAI-compatible server, in its time, retried only where that can help."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import httpx
from pydantic import SecretStr

from autoviz.errors import ModelError
from autoviz.readers.llm.prompts import Message
from autoviz.readers.llm.schemas import Schema
from autoviz.stopping import heed

LOG = logging.getLogger(__name__)
ATTEMPTS = 3
FIRST_WAIT = 0.5
"""Seconds before the second attempt; doubled for the third, and shaken so that many clients do not knock at once."""
LARGEST_REPLY = 1_000_000
PATIENCE = 0.05
"""Seconds between two looks at whether somebody pressed stop."""
_WORTH_RETRYING = (408, 425, 429)
_NO_GRAMMAR = (400, 404, 415, 422, 501)
_LOCAL = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True)
class Server:
    """Where a model is asked."""

    url: str
    model: str = ""
    key: SecretStr | None = field(default=None, repr=False)

    @property
    def shown(self) -> str:
        """The address without what may stand before its @ or behind its ?, where people put keys."""
        try:
            parts = urlsplit(self.url)
        except ValueError:
            return "the address of the model"
        return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="", fragment="").geturl()

    def hidden(self, text: str) -> str:
        """A text without the key, whoever wrote it in."""
        for secret in (self.url, self.key.get_secret_value() if self.key else ""):
            text = text.replace(secret, "***") if secret else text
        return text


@dataclass(frozen=True)
class Clock:
    """The time that a question may still take, and who is asked whether it is still wanted."""

    budget: float
    request_limit: float
    heed: Callable[[], None] = heed

    started: float = field(default_factory=time.monotonic)

    @property
    def left(self) -> float:
        """Seconds until the budget is spent."""
        return self.started + self.budget - time.monotonic()

    def restarted(self) -> Clock:
        """The whole budget again."""
        return Clock(self.budget, self.request_limit, self.heed)


@dataclass(frozen=True)
class Completion:
    """What a server said, what it cost, and whether it was held to the schema."""

    text: str
    cut_off: bool = False
    tokens_in: int = 0
    tokens_out: int = 0
    attempts: int = 1
    grammar: bool = True


class Client:
    """Asks one server; what it learns of the server is kept for the next request."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self._grammar = True
        self._listed: dict[str, int | None] | None = None

    def model(self, wanted: str, clock: Clock) -> str:
        """The model to ask: the one for this stage, the one configured, or the first that the server lists."""
        return wanted or self.server.model or next(iter(self._models(clock)), "")

    def complete(
        self,
        messages: Sequence[Message],
        *,
        model: str,
        schema: Schema,
        temperature: float,
        max_tokens: int,
        clock: Clock,
        grammar: bool = True,
    ) -> Completion:
        """One reply; a server that does not know schemas is asked without one from then on."""
        body: dict[str, Any] = {
            "model": model,
            "messages": list(messages),
            "temperature": temperature,
            "max_tokens": self._room(model, messages, max_tokens, clock),
        }
        if grammar and self._grammar:
            form = {"type": "json_schema", "json_schema": {"name": "reply", "schema": schema}}
            try:
                return self._completed({**body, "response_format": form}, clock, grammar=True)
            except _RefusedError as error:
                if error.status not in _NO_GRAMMAR:
                    raise
                found = self._completed(body, clock, grammar=False)
                self._grammar = False
                return found
        return self._completed(body, clock, grammar=False)

    def _completed(self, body: Mapping[str, Any], clock: Clock, *, grammar: bool) -> Completion:
        reply, attempts = self._requested("chat/completions", body, clock)
        try:
            choice = reply["choices"][0]
            usage = reply.get("usage") or {}
            return Completion(
                text=str(choice["message"]["content"] or ""),
                cut_off=choice.get("finish_reason") == "length",
                tokens_in=int(usage.get("prompt_tokens") or 0),
                tokens_out=int(usage.get("completion_tokens") or 0),
                attempts=attempts,
                grammar=grammar,
            )
        except (KeyError, IndexError, TypeError, ValueError, AttributeError, OverflowError) as error:
            raise ModelError(
                f"{self.server.shown} gave a reply that is no chat completion", "Is it an OpenAI-compatible server?"
            ) from error

    def _room(self, model: str, messages: Sequence[Message], wanted: int, clock: Clock) -> int:
        """As many tokens as asked for, or as fit beside the prompt where the server says how much it holds."""
        holds = self._models(clock).get(model)
        if holds is None:
            return wanted
        prompt = sum(len(message["content"]) for message in messages) // 2
        return max(16, min(wanted, holds - prompt))

    def _models(self, clock: Clock) -> dict[str, int | None]:
        """The models that the server lists, with the length of their context where it says so."""
        if self._listed is None:
            try:
                reply, _ = self._requested("models", None, clock)
                self._listed = {str(item["id"]): _length(item.get("max_model_len")) for item in reply["data"]}
            except (_RefusedError, KeyError, TypeError, AttributeError):
                self._listed = {}
        return self._listed

    def _requested(self, path: str, body: Mapping[str, Any] | None, clock: Clock) -> tuple[dict[str, Any], int]:
        """The reply and the attempts it took: timeouts, lost connections, 429 and 5xx are tried again, no 4xx."""
        failed: _FaultError | None = None
        for attempt in range(1, ATTEMPTS + 1):
            limit = min(clock.request_limit, clock.left)
            if limit <= 0:
                break
            try:
                return self._once(path, body, limit, clock), attempt
            except _FaultError as fault:
                failed = fault
                pause = max(FIRST_WAIT * 2 ** (attempt - 1) * random.uniform(0.75, 1.25), fault.wait)
                if attempt == ATTEMPTS or pause >= clock.left:
                    break
                LOG.warning("%s failed, asked again in %.1f s: %s", self.server.shown, pause, fault)
                _sleep(pause, clock)
        if failed is None:
            raise ModelError("The time for asking the model is spent", "Raise the setting model_budget.")
        raise ModelError(
            f"{self.server.shown} failed: {failed}",
            "Is the server running? `autoviz doctor` looks; `autoviz serve-model` starts one.",
            retryable=True,
        ) from failed

    def _once(self, path: str, body: Mapping[str, Any] | None, limit: float, clock: Clock) -> dict[str, Any]:
        status, headers, text = _fetched(self.server, path, body, limit, clock)
        said = self.server.hidden(" ".join(text[:300].split()))
        if status in _WORTH_RETRYING or status >= 500:
            raise _FaultError(f"status {status}: {said}", _wait_of(headers))
        if status >= 400:
            hint = "Is the key right? Set AUTOVIZ_LLM_KEY or the setting model_key." if status in (401, 403) else ""
            raise _RefusedError(f"{self.server.shown} refuses with status {status}: {said}", hint, status)
        try:
            found = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise _FaultError("half a reply, or one that is no JSON") from error
        if not isinstance(found, dict):
            raise _FaultError("a reply that is no JSON object")
        return found


class _FaultError(Exception):
    """Something that may pass: a timeout, a lost connection, an overloaded server."""

    def __init__(self, what: str, wait: float = 0.0) -> None:
        super().__init__(what)
        self.wait = wait


class _RefusedError(ModelError):
    """The server understood and said no."""

    def __init__(self, what: str, hint: str, status: int) -> None:
        super().__init__(what, hint)
        self.status = status

    def __reduce__(self) -> tuple[object, ...]:
        return (_RefusedError, (self.what, self.hint, self.status))


def _length(stated: Any) -> int | None:
    """How much a model holds, as a server states it; what is no count is not believed."""
    return stated if isinstance(stated, int) and not isinstance(stated, bool) and stated > 0 else None


def _wait_of(headers: Mapping[str, str]) -> float:
    try:
        wait = float(headers.get("retry-after", 0))
        return min(wait, 30.0) if wait > 0 else 0.0
    except ValueError:
        return 0.0


def _sleep(seconds: float, clock: Clock) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        clock.heed()
        time.sleep(min(PATIENCE, max(0.0, end - time.monotonic())))


def _fetched(
    server: Server, path: str, body: Mapping[str, Any] | None, limit: float, clock: Clock
) -> tuple[int, Mapping[str, str], str]:
    """One exchange in a thread of its own, so that its limit, the stop button and Ctrl-C end it at once.

    The thread has its own event loop: a notebook's main thread already runs one, and only a cancelled coroutine
    closes its connection at once, which tells the server to stop generating.
    """
    end = time.monotonic() + limit
    loop = asyncio.new_event_loop()
    task = loop.create_task(_exchange(server, path, body, limit))
    thread = threading.Thread(target=_run_to_end, args=(loop, task), name="autoviz-model", daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(PATIENCE)
            clock.heed()
            if time.monotonic() > end:
                raise _FaultError(f"no whole reply within {limit:.0f} s")
    finally:
        if thread.is_alive():
            loop.call_soon_threadsafe(task.cancel)
            thread.join(1.0)
    return task.result()


def _run_to_end(loop: asyncio.AbstractEventLoop, task: asyncio.Task[Any]) -> None:
    """Run the loop until the task is over, however it ends; whoever started the thread looks at the task."""
    asyncio.set_event_loop(loop)
    try:
        loop.run_until_complete(asyncio.wait([task]))
        loop.run_until_complete(loop.shutdown_asyncgens())
    finally:
        asyncio.set_event_loop(None)
        loop.close()


async def _exchange(
    server: Server, path: str, body: Mapping[str, Any] | None, limit: float
) -> tuple[int, Mapping[str, str], str]:
    # Not packed: what a few bytes unpack to is known only after it is in memory.
    headers = {"Accept-Encoding": "identity"}
    headers |= {"Authorization": f"Bearer {server.key.get_secret_value()}"} if server.key else {}
    try:
        address = _address(server.url, path)
        parts = urlsplit(address)
        parts.port  # noqa: B018 - a ValueError where no port has this number
        local = parts.hostname in _LOCAL
        # A server on this machine is asked past any proxy.
        async with (
            httpx.AsyncClient(timeout=limit, trust_env=not local) as session,
            session.stream("GET" if body is None else "POST", address, json=body, headers=headers) as reply,
        ):
            return reply.status_code, dict(reply.headers), await _bounded(reply)
    except httpx.TimeoutException as error:
        raise _FaultError(f"no reply within {limit:.0f} s") from error
    except (httpx.InvalidURL, httpx.UnsupportedProtocol, ValueError) as error:
        raise ModelError(f"{server.shown!r} is no address of a server", "Write http://host:port/v1.") from error
    except httpx.HTTPError as error:
        raise _FaultError(server.hidden(f"{type(error).__name__} {error}".strip())) from error


def _address(url: str, path: str) -> str:
    """The address of one path of the server; what stands behind its ? stays there."""
    parts = urlsplit(url)
    return parts._replace(path=f"{parts.path.rstrip('/')}/{path}").geturl()


async def _bounded(reply: httpx.Response) -> str:
    """The whole text; a server that never ends is left where it passes the limit."""
    if reply.headers.get("content-encoding", "identity") != "identity":
        raise ModelError("The server packs its reply, though it was asked not to", "Use another server.")
    pieces: list[bytes] = []
    size = 0
    async for piece in reply.aiter_raw():
        size += len(piece)
        if size > LARGEST_REPLY:
            raise ModelError("The model's reply does not end", "Lower max_tokens, or use another model.")
        pieces.append(piece)
    return b"".join(pieces).decode("utf-8", "replace")
