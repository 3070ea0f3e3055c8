"""A real vLLM server with a real small model, started by `autoviz serve-model`; only `make test-llm` collects these."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

FOLDER = os.environ.get("AUTOVIZ_TEST_LLM", "")
if not FOLDER:
    collect_ignore_glob = ["test_*.py"]

PATIENT = {"model_timeout": 300.0, "model_budget": 900.0, "model_cache": False}


@pytest.fixture(scope="session")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the server, which has answered once."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    python, model = Path(FOLDER) / "bin" / "python", Path(FOLDER) / "smollm2"
    command = [sys.executable, "-m", "autoviz.cli", "serve-model", str(model), "--python", str(python)]
    log = tmp_path_factory.mktemp("vllm") / "log"
    with log.open("w") as file:
        options = ["--device", "cpu", "--port", str(port), "--wait", "900"]
        server = subprocess.Popen([*command, *options], stdout=subprocess.PIPE, stderr=file, text=True)
    try:
        assert server.stdout is not None
        lines = []
        for line in server.stdout:
            lines.append(line)
            if "Ctrl-C stops" in line:
                break
        else:
            pytest.fail(f"serve-model ended early: {log.read_text('utf-8')[-2000:]}")
        assert f"%config AutoViz.model_url = 'http://127.0.0.1:{port}/v1'" in "".join(lines)
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        server.terminate()
        server.wait(60)
        server.stdout.close()
