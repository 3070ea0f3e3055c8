"""The client: every fault of a server, what is tried again and what is not, time, size, keys and stopping."""

import json
import os
import pickle
import signal
import threading
import time

import pytest
from pydantic import SecretStr

from autoviz.errors import ModelError
from autoviz.readers.llm.client import ATTEMPTS, Client, Clock, Server
from autoviz.readers.llm.schemas import closed_object

SCHEMA = closed_object({"a": {"type": "integer"}})
CHAT = [{"role": "user", "content": "Say a."}]


def ask(server, *, budget=20.0, limit=10.0, heed=lambda: None, key=None, client=None, **changes):
    clock = Clock(budget, limit, heed)
    client = client or Client(Server(server.url, "played", key))
    wanted = {"model": "played", "schema": SCHEMA, "temperature": 0.0, "max_tokens": 100, "clock": clock} | changes
    return client.complete(CHAT, **wanted)


def test_a_reply_comes_with_its_tokens_and_was_asked_for_under_its_schema(server):
    server.say('{"a": 1}')
    found = ask(server)
    assert (found.text, found.tokens_in, found.tokens_out, found.attempts) == ('{"a": 1}', 100, 20, 1)
    (request,) = server.requests
    assert request["response_format"]["json_schema"]["schema"] == SCHEMA
    assert request["temperature"] == 0.0
    assert request["max_tokens"] == 100


@pytest.mark.parametrize(
    "fault", [{"status": 429}, {"status": 500}, {"status": 503}, {"reset": True}, {"raw": b'{"choices": [{"mess'}]
)
def test_what_may_pass_is_tried_again(server, fault):
    server.plays = [fault, fault, {"text": '{"a": 1}'}]
    assert ask(server).attempts == ATTEMPTS


@pytest.mark.parametrize("fault", [{"status": 429}, {"status": 500}, {"reset": True}])
def test_three_attempts_are_all(server, fault):
    server.plays = [fault]
    with pytest.raises(ModelError, match="failed") as caught:
        ask(server)
    assert len(server.requests) == ATTEMPTS
    assert caught.value.retryable
    assert pickle.loads(pickle.dumps(caught.value)).what == caught.value.what


@pytest.mark.parametrize("status", [401, 403, 410])
def test_a_refusal_is_not_tried_again(server, status):
    server.plays = [{"status": status, "message": "who are you"}]
    with pytest.raises(ModelError, match=f"status {status}: .*who are you"):
        ask(server)
    assert len(server.requests) == 1


def test_attempts_wait_longer_each_time(server, monkeypatch):
    waits = []
    monkeypatch.setattr("autoviz.readers.llm.client._sleep", lambda seconds, clock: waits.append(seconds))
    monkeypatch.setattr("autoviz.readers.llm.client.random.uniform", lambda low, high: 1.0)
    server.plays = [{"status": 500}, {"status": 500}, {"text": "{}"}]
    ask(server)
    assert waits == [0.01, 0.02]


def test_a_slow_server_is_left_when_its_time_is_over(server):
    server.plays = [{"wait": 30}]
    start = time.monotonic()
    with pytest.raises(ModelError, match=r"no (whole )?reply within"):
        ask(server, limit=0.2, budget=0.5)
    assert time.monotonic() - start < 5


def test_the_budget_is_for_all_requests_together(server):
    server.plays = [{"status": 500}]
    with pytest.raises(ModelError):
        ask(server, budget=0.0)
    assert not server.requests


def test_what_failed_is_told_also_where_no_time_is_left_for_another_attempt(server, monkeypatch):
    monkeypatch.setattr("autoviz.readers.llm.client._sleep", lambda seconds, clock: time.sleep(0.3))
    server.plays = [{"status": 500}]
    with pytest.raises(ModelError, match=r"failed: (?:status 500|no )"):
        ask(server, limit=0.2, budget=0.25)


@pytest.mark.parametrize("play", [{"endless": 200_000}, {"endless": 1, "drip": 0.01}])
def test_a_reply_without_end_is_left(server, play):
    server.plays = [play]
    with pytest.raises(ModelError, match=r"does not end|within"):
        ask(server, limit=0.5, budget=0.6)


def test_a_server_without_schemas_is_asked_for_plain_json_and_remembered(server):
    server.by_request = lambda body: {"status": 400} if "response_format" in body else {"text": '{"a": 1}'}
    client = Client(Server(server.url, "played"))
    assert not ask(server, client=client).grammar
    assert not ask(server, client=client).grammar
    assert ["response_format" in request for request in server.requests] == [True, False, False]


def test_without_grammar_no_schema_is_sent(server):
    server.say("{}")
    ask(server, grammar=False)
    assert "response_format" not in server.requests[0]


def test_what_is_no_completion_is_said(server):
    server.plays = [{"raw": b'{"hello": "world"}'}]
    with pytest.raises(ModelError, match="no chat completion"):
        ask(server)


def test_the_first_model_that_the_server_lists_is_asked(server):
    server.models = [{"id": "first"}, {"id": "second"}]
    client = Client(Server(server.url))
    assert client.model("", Clock(5, 5)) == "first"
    assert client.model("third", Clock(5, 5)) == "third"


def test_a_reply_has_only_the_room_that_the_server_has(server):
    server.models = [{"id": "played", "max_model_len": 200}]
    server.say("{}")
    ask(server, max_tokens=4096)
    assert 16 <= server.requests[0]["max_tokens"] < 200


def test_stopping_ends_the_request_at_once(server):
    server.plays = [{"wait": 30}]
    pressed = threading.Event()
    threading.Timer(0.2, pressed.set).start()

    def heed():
        if pressed.is_set():
            raise KeyboardInterrupt

    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        ask(server, heed=heed)
    assert time.monotonic() - start < 5
    assert not [thread for thread in threading.enumerate() if thread.name == "autoviz-model"]


def test_ctrl_c_ends_the_request_at_once(server, interruptible):
    server.plays = [{"wait": 30}]
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        ask(server)
    assert time.monotonic() - start < 5


def test_nobody_listens(server):
    url = server.url
    server.close()
    server.close = lambda: None
    with pytest.raises(ModelError, match=r"failed"):
        Client(Server(url, "played")).complete(
            CHAT, model="played", schema=SCHEMA, temperature=0, max_tokens=5, clock=Clock(5, 5)
        )


def test_a_key_goes_to_the_server_and_nowhere_else(server):
    key = SecretStr("sk-canary-123")
    server.plays = [{"status": 401, "message": "Incorrect API key provided: sk-canary-123"}]
    where = Server(server.url, "played", key)
    with pytest.raises(ModelError) as caught:
        ask(server, client=Client(where))
    assert server.headers[0]["authorization"] == "Bearer sk-canary-123"
    shown = f"{caught.value!r} {caught.value} {caught.value.hint} {where!r} {where}"
    assert "canary" not in shown
    assert b"canary" not in server.raw[0]


def test_an_address_is_shown_without_its_password():
    assert Server("http://me:secret@host:1/v1").shown == "http://host:1/v1"


def test_a_request_is_plain_json(server):
    server.say("{}")
    ask(server)
    assert json.loads(server.raw[0])["messages"] == CHAT
