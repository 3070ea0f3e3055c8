"""A server that plays replies: recorded ones of a real model, and every fault that a server can have."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from autoviz.samples import load_sales

Play = dict[str, Any]
"""One answer: `text` of the model, or `status`, `raw` bytes, `wait` seconds, `reset`, `endless`."""


class PlayedServer:
    """Answers each chat with the next play, or with what a function makes of the request; keeps all requests."""

    def __init__(self) -> None:
        self.plays: list[Play] = []
        self.by_request: Callable[[dict[str, Any]], Play] | None = None
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.raw: list[bytes] = []
        self.models: list[dict[str, Any]] = [{"id": "played", "max_model_len": 4096}]
        self.stopping = threading.Event()
        server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        server.daemon_threads = True
        self._server = server
        self._thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def close(self) -> None:
        self.stopping.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def say(self, *texts: str) -> None:
        """The model's next replies."""
        self.plays += [{"text": text} for text in texts]

    def play(self, body: dict[str, Any]) -> Play:
        if self.by_request is not None:
            return self.by_request(body)
        return self.plays.pop(0) if len(self.plays) > 1 else self.plays[0]

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        played = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *args: Any) -> None:
                """Quiet."""

            def do_GET(self) -> None:
                self.answer(200, json.dumps({"data": played.models}).encode())

            def do_POST(self) -> None:
                raw = self.rfile.read(int(self.headers["content-length"]))
                played.raw.append(raw)
                played.requests.append(json.loads(raw))
                played.headers.append({key.lower(): value for key, value in self.headers.items()})
                try:
                    self.perform(played.play(played.requests[-1]))
                except OSError:
                    self.close_connection = True

            def perform(self, play: Play) -> None:
                if play.get("wait"):
                    played.stopping.wait(play["wait"])
                if play.get("reset"):
                    self.close_connection = True
                    self.connection.close()
                elif play.get("endless"):
                    self.send_response(200)
                    self.end_headers()
                    while not played.stopping.is_set():
                        self.wfile.write(b" " * play["endless"])
                        self.wfile.flush()
                        time.sleep(play.get("drip", 0))
                elif "raw" in play:
                    self.answer(play.get("status", 200), play["raw"])
                elif "status" in play:
                    self.answer(play["status"], json.dumps({"error": {"message": play.get("message", "no")}}).encode())
                else:
                    self.answer(200, json.dumps(completion(play)).encode())

            def answer(self, status: int, content: bytes) -> None:
                self.send_response(status)
                self.send_header("content-length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

        return Handler


def completion(play: Play) -> dict[str, Any]:
    return {
        "choices": [{"message": {"content": play["text"]}, "finish_reason": play.get("finish", "stop")}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 20},
    }


@pytest.fixture
def server(tmp_path, monkeypatch) -> Iterator[PlayedServer]:
    """A played server, with a cache of its own and no key in the environment."""
    monkeypatch.setenv("AUTOVIZ_CACHE", str(tmp_path))
    for name in ("AUTOVIZ_LLM_URL", "AUTOVIZ_LLM_MODEL", "AUTOVIZ_LLM_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("autoviz.readers.llm.client.FIRST_WAIT", 0.01)
    played = PlayedServer()
    yield played
    played.close()


@pytest.fixture(scope="session")
def sales():
    return load_sales()
