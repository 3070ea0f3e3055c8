"""The planner's model on a server: what is sent, what is made of the reply, and what is told where it fails."""

from __future__ import annotations

import json
import socket
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from autoviz.errors import ModelError, SettingsError
from autoviz.model.settings import Settings
from autoviz.readers import default
from autoviz.readers.planner.serving import ServedModel


class Completions(BaseHTTPRequestHandler):
    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append((self.path, asked))
        status, body = self.server.reply
        self.send_response(status)
        self.end_headers()
        self.wfile.write(json.dumps(body).encode())

    def log_message(self, *words):
        pass


@pytest.fixture
def server():
    made = HTTPServer(("127.0.0.1", 0), Completions)
    made.asked, made.url = [], f"http://127.0.0.1:{made.server_port}/v1"
    tokens = [" rows", " table", " SELECT", "<|im_end|>"]
    told = {"tokens": tokens, "token_logprobs": [-0.1, -0.2, -0.3, -0.4]}
    made.reply = 200, {"choices": [{"text": " rows table SELECT", "logprobs": told}]}
    thread = threading.Thread(target=made.serve_forever, args=(0.02,))
    thread.start()
    yield made
    made.shutdown()
    thread.join()
    made.server_close()


def test_a_text_is_gone_on_with_and_cut_where_enough_is_written(server):
    model = ServedModel(server.url)
    assert model.go_on("question:", 9).pieces == ((" rows", -0.1), (" table", -0.2), (" SELECT", -0.3), ("", -0.4))
    assert model.go_on("question:", 9, enough=lambda pieces: len(pieces) == 2).text == " rows table"
    model.go_on("question:", 9, grammar="root ::= (a)", seed=2)
    path, asked = server.asked[-1]
    assert path == "/v1/completions" and asked["model"] == "planner" and asked["prompt"] == "question:"
    assert asked["structured_outputs"] == {"grammar": "root ::= (a)"}
    assert asked["seed"] == 2 and asked["temperature"] > 0 == server.asked[0][1]["temperature"]


@pytest.mark.parametrize(("reply", "told"), [((503, {}), "503"), ((200, {"choices": []}), "no completion")])
def test_a_server_that_fails_is_told(server, reply, told):
    server.reply = reply
    with pytest.raises(ModelError, match=told):
        ServedModel(server.url).go_on("question:", 9)


def test_a_server_that_is_not_there_is_told_with_the_line_that_starts_it():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        model = ServedModel(f"http://127.0.0.1:{free.getsockname()[1]}/v1")
        with pytest.raises(ModelError, match="does not answer") as told:
            model.go_on("question:", 9)
    assert "serve-model" in told.value.hint


def test_values_of_the_table_go_to_a_server_only_where_that_is_allowed(server):
    with pytest.raises(SettingsError, match="share_values"):
        default.chain(Settings(reader="planner", planner_model=server.url))
    allowed = default.chain(Settings(reader="planner", planner_model=server.url, share_values=True))
    assert [reader.name for reader in allowed] == ["planner", "embedded"]
