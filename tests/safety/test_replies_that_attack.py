"""Replies that attack: brackets without end, numbers beyond numbers, marks without end, packed bombs, odd metadata."""

from __future__ import annotations

import gzip
import json

import pytest
from pydantic import SecretStr

from autoviz.errors import ModelError
from autoviz.readers.llm.cache import Replies
from autoviz.readers.llm.client import Client, Clock, Server
from autoviz.readers.llm.extraction import extracted
from tests.readers.llm.conftest import PlayedServer, completion

LONG = 200_000
ENDLESS = {
    "thoughts": "<think>" * (LONG // 7), "fence": "```" + " " * LONG, "fences": "```json\n" * (LONG // 8),
    "square": "[" * LONG, "curly": "{" * LONG, "keys": '{"a":' * (LONG // 5), "quotes": '{"' + '\\"' * (LONG // 2),
    "closed thoughts": "<think></think>" * (LONG // 15), "digits": '{"a": ' + "9" * LONG + "}", "spaces": " " * LONG,
    "inner thoughts": "<think>" * 1000 + "</think>" * 1000, "nul": "\x00" * LONG, "half letters": "\ud800" * 1000,
}  # fmt: skip


@pytest.mark.parametrize("case", ENDLESS)
def test_a_reply_without_end_is_read_in_one_pass(case):
    # A pattern that goes back for every mark would need minutes for each of these.
    with pytest.raises(ValueError, match="reply"):
        extracted(ENDLESS[case])


@pytest.mark.parametrize("number", ["1e999", "-1e999", "1e400", "NaN", "Infinity", "-Infinity", "9" * 5000])
def test_a_number_that_is_none_is_refused(number):
    with pytest.raises(ValueError, match="reply"):
        extracted(f'{{"a": {number}}}')


@pytest.mark.parametrize("text", [
    '<think>{"a": 2}</think>{"a": 1}', '```json\n{"a": 1}\n```', 'Sure: ```\n{"a": 1}``` bye', '{"a": 1}',
    'text {"a": 1} text', '<think>a</think><think>b</think>{"a": 1}', '{"a": 1', '```{"a": 1}```',
])  # fmt: skip
def test_what_is_there_is_found(text):
    assert extracted(text) == {"a": 1}


@pytest.fixture
def server(tmp_path, monkeypatch):
    monkeypatch.setattr("autoviz.readers.llm.client.FIRST_WAIT", 0.01)
    played = PlayedServer()
    yield played
    played.close()


def complete(url, key=None):
    client = Client(Server(url, "m", SecretStr(key) if key else None))
    return client.complete(
        [{"role": "user", "content": "x"}], model="m", schema={}, temperature=0, max_tokens=50, clock=Clock(20, 10)
    )


@pytest.mark.parametrize("length", ["many", -5, 0, 1e308, [], {}, True, None, "9" * 9, 2**70])
def test_odd_metadata_of_a_model_is_not_believed(server, length):
    server.models = [{"id": "m", "max_model_len": length}]
    server.say("{}")
    assert complete(server.url).text == "{}"
    assert server.requests[0]["max_tokens"] == 50


@pytest.mark.parametrize("models", [None, [None], [{}], "x", [[]], {"a": 1}, 5])
def test_nor_is_an_odd_list_of_models(server, models):
    server.models = models
    server.say("{}")
    assert complete(server.url).text == "{}"


@pytest.mark.parametrize("usage", [{"prompt_tokens": 1e999}, {"prompt_tokens": "many"}, [], {"prompt_tokens": {}}])
def test_odd_counts_are_no_completion(server, usage):
    server.plays = [{"raw": json.dumps({**completion({"text": "{}"}), "usage": usage}).encode()}]
    try:
        assert complete(server.url).text == "{}"
    except ModelError as error:
        assert "no chat completion" in error.what


@pytest.mark.parametrize("url", [
    "http://[::1", "http://[", "nonsense", "", "ftp://host/v1", "http://", "file:///etc/passwd", "http://\x00host/v1",
    "http://127.0.0.1:99999/v1", "http://host:port/v1", "javascript:alert(1)", "http://127.0.0.1:8 0/v1",
])  # fmt: skip
def test_a_bad_address_is_an_error_with_a_hint(url):
    with pytest.raises(ModelError) as caught:
        complete(url)
    assert caught.value.what and caught.value.hint


def test_a_packed_reply_is_not_unpacked(server):
    bomb = gzip.compress(gzip.compress(b"0" * 10**8))
    seen = {}

    def packed(handler, status, content):
        seen.update(handler.headers)
        handler.send_response(status)
        handler.send_header("content-encoding", "gzip, gzip")
        handler.send_header("content-length", str(len(bomb)))
        handler.end_headers()
        handler.wfile.write(bomb)

    server._server.RequestHandlerClass.answer = packed
    with pytest.raises(ModelError, match="packs its reply"):
        complete(server.url)
    assert {key.lower(): value for key, value in seen.items()}["accept-encoding"] == "identity"


@pytest.mark.parametrize("url", ["http://me:sk-9@127.0.0.1:1/v1", "http://127.0.0.1:1/v1?api_key=sk-9"])
def test_a_key_in_an_address_is_not_shown(url):
    with pytest.raises(ModelError) as caught:
        complete(url, "sk-9")
    assert "sk-9" not in f"{caught.value} {Server(url).shown}"


def test_a_full_disk_leaves_no_half_a_reply(tmp_path, monkeypatch):
    def full(*given, **options):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("autoviz.readers.llm.cache.json.dump", full)
    Replies(tmp_path).put("key", {"a": 1})
    assert list(tmp_path.iterdir()) == []
