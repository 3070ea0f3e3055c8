"""`autoviz serve-model`: the flags for a CPU and a GPU, clear refusals, and a server that is waited for and stopped."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
from argparse import ArgumentParser

import pytest

from autoviz.cli import main
from autoviz.commands import serve_model

SERVER = """
import json, sys
from http.server import BaseHTTPRequestHandler, HTTPServer

class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        content = json.dumps({"data": [{"id": sys.argv[sys.argv.index("--served-model-name") + 1]}]}).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *args):
        pass

try:
    HTTPServer(("127.0.0.1", int(sys.argv[sys.argv.index("--port") + 1])), Handler).serve_forever(0.05)
except KeyboardInterrupt:
    pass
"""


def options(*words):
    parser = ArgumentParser()
    serve_model.arguments(parser)
    return parser.parse_args(words)


@pytest.fixture
def model(tmp_path):
    """A folder that looks like a model."""
    folder = tmp_path / "tiny"
    folder.mkdir()
    (folder / "config.json").write_text("{}", "utf-8")
    (folder / "model.safetensors").write_bytes(b"")
    return folder


def python_with(tmp_path, script):
    """A Python that has vLLM, as far as anybody can tell."""
    (tmp_path / "server.py").write_text(SERVER, "utf-8")
    path = tmp_path / "python"
    path.write_text(f'#!/bin/sh\n[ "$1" = "-c" ] && exit 0\n{script}\n', "utf-8")
    path.chmod(0o755)
    return str(path)


def port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return str(free.getsockname()[1])


def test_replies_are_forced_without_padding_or_compiling_on_both_devices():
    for device in ("cpu", "gpu"):
        line = serve_model.command_line(options("some/model"), device)
        forced = json.loads(line[line.index("--structured-outputs-config") + 1])
        assert forced == {"backend": "guidance", "disable_any_whitespace": True}
        assert line[line.index("--served-model-name") + 1] == "model"


def test_a_cpu_gets_what_it_can_bear():
    line = serve_model.command_line(options("m"), "cpu")
    assert line[line.index("--dtype") + 1] == "float32"
    assert "--enforce-eager" in line
    assert serve_model.environment("cpu", "m")["VLLM_CPU_KVCACHE_SPACE"] == "1"
    assert "--enforce-eager" not in serve_model.command_line(options("m"), "gpu")


def test_nobody_is_told_of_it_and_a_folder_needs_no_hub(model):
    assert serve_model.environment("gpu", str(model))["HF_HUB_OFFLINE"] == "1"
    assert serve_model.environment("gpu", "name")["VLLM_NO_USAGE_STATS"] == "1"


def test_an_adapter_is_served_beside_its_model_for_the_planner(capsys, tmp_path):
    (tmp_path / "adapter_config.json").write_text('{"r": 16}', "utf-8")
    assert main(["serve-model", "--device", "gpu", "--print", "--adapter", str(tmp_path)]) == 0
    line = capsys.readouterr().out
    assert f"--model {serve_model.PLANNER_MODEL} " in line
    assert f"--enable-lora --lora-modules planner={tmp_path} --max-lora-rank 16" in line
    assert main(["serve-model", "--print", "--adapter", str(tmp_path / "none")]) == 1
    assert "cannot be read" in capsys.readouterr().err


def test_the_command_can_be_looked_at(capsys):
    assert main(["serve-model", "some/model", "--device", "cpu", "--print"]) == 0
    assert "vllm.entrypoints.openai.api_server --model some/model" in capsys.readouterr().out


def test_without_vllm_it_says_what_to_install(capsys, model, monkeypatch):
    monkeypatch.setattr("autoviz.commands.serve_model.find_spec", lambda name: None)
    assert main(["serve-model", str(model)]) == 1
    told = capsys.readouterr().err
    assert "vLLM is not installed" in told
    assert "autoviz-notebook[vllm]" in told


@pytest.mark.parametrize(("name", "told"), [("./none", "There is no folder"), ("{empty}", "holds no model")])
def test_without_a_model_it_says_what_is_missing(capsys, tmp_path, name, told):
    python = python_with(tmp_path, "exit 0")
    assert main(["serve-model", name.format(empty=tmp_path), "--python", python]) == 1
    assert told in capsys.readouterr().err


def test_no_python_where_one_was_named(capsys, model, tmp_path):
    assert main(["serve-model", str(model), "--python", str(tmp_path / "nowhere")]) == 1
    assert "There is no Python" in capsys.readouterr().err


def test_a_server_that_ends_early_is_an_error(capsys, model, tmp_path):
    python = python_with(tmp_path, "exit 3")
    assert main(["serve-model", str(model), "--python", python, "--port", port()]) == 1
    assert "status 3" in capsys.readouterr().err


def test_a_server_that_does_not_answer_in_time_is_stopped(capsys, model, tmp_path):
    python = python_with(tmp_path, "exec sleep 60")
    assert main(["serve-model", str(model), "--python", python, "--port", port(), "--wait", "0.1"]) == 1
    assert "did not answer within" in capsys.readouterr().err


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_it_waits_prints_the_lines_for_a_notebook_and_ends_when_told(model, tmp_path, ending):
    python = python_with(tmp_path, f'shift 2; exec {sys.executable} {tmp_path}/server.py "$@"')
    number = port()
    command = [sys.executable, "-m", "autoviz.cli", "serve-model", str(model), "--python", python, "--port", number]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        lines = []
        for line in server.stdout:
            lines.append(line.strip())
            if "Ctrl-C" in line:
                break
        taken = subprocess.run(command, capture_output=True, text=True, check=False)
        server.send_signal(ending)
        server.wait(30)
    assert f"%config AutoViz.model_url = 'http://127.0.0.1:{number}/v1'" in lines
    assert "%config AutoViz.reader = 'llm'" in lines
    assert "answers at" in taken.stderr
    assert server.returncode == 130
    with socket.socket() as line:
        assert line.connect_ex(("127.0.0.1", int(number))) != 0
