"""`autoviz get-model`: a file fetched over real connections that break off, lie or refuse, each with its word."""

from __future__ import annotations

import errno
import hashlib
import re
import socket
import threading
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace

import pytest

from autoviz.base_model import fetching
from autoviz.base_model.fetching import Download
from autoviz.base_model.files import BASES, installed, models_folder, width_of
from autoviz.cli import main
from autoviz.errors import FileError, ModelError

CONTENT = b"GGUF" + bytes(range(256)) * 4000
BASE = BASES["0.5B"]
MODEL = replace(BASE, size=len(CONTENT), sha256=hashlib.sha256(CONTENT).hexdigest())


class Hub(BaseHTTPRequestHandler):
    """Serves the file; says how it behaves by the attributes of its server."""

    def do_GET(self):
        hub = self.server
        start = int(re.sub(r"\D", "", self.headers.get("Range", "0")))
        hub.asked.append((self.path, start))
        if hub.status:
            self.send_error(hub.status)
            return
        rest = hub.content[start:] if hub.ranges else hub.content
        self.send_response(206 if start and hub.ranges else 200)
        self.send_header("Content-Length", str(len(rest)))
        self.end_headers()
        self.wfile.write(rest[: hub.breaks_after])
        if len(rest) > hub.breaks_after:
            self.connection.shutdown(socket.SHUT_RDWR)

    def log_message(self, *words):
        pass


@pytest.fixture
def hub(monkeypatch):
    server = ThreadingHTTPServer(("127.0.0.1", 0), Hub)
    server.content, server.breaks_after, server.ranges, server.status, server.asked = CONTENT, len(CONTENT), True, 0, []
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    monkeypatch.setenv("HF_ENDPOINT", f"http://127.0.0.1:{server.server_port}")
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    monkeypatch.setitem(BASES, "0.5B", MODEL)
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("AUTOVIZ_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("AUTOVIZ_PLANNER_MODEL", raising=False)


def fetched(**changes):
    return Download(replace(MODEL, **changes), models_folder(), patience=0.0).fetched()


def test_a_model_is_fetched_with_its_licence_shown_and_found_afterwards(hub, capsys):
    assert installed() is None
    assert main(["get-model"]) == 0
    told = capsys.readouterr().out
    assert "Apache-2.0" in told and BASE.name in told and "planner" in told
    assert installed() == models_folder() / BASE.file
    assert installed().read_bytes() == CONTENT
    assert [path for path, _ in hub.asked] == [f"/{BASE.repository}/resolve/main/{BASE.file}"]
    assert main(["get-model"]) == 0  # here and whole: nothing is asked again
    assert len(hub.asked) == 1 and "here already" in capsys.readouterr().out


def test_a_download_that_breaks_off_is_taken_up_where_it_was(hub):
    hub.breaks_after = len(CONTENT) * 2 // 5
    seen = []
    place = Download(MODEL, models_folder(), seen.append, patience=0.0).fetched()
    assert place.read_bytes() == CONTENT
    starts = [start for _, start in hub.asked]
    assert starts == [0, hub.breaks_after, 2 * hub.breaks_after]
    assert seen == sorted(seen) and seen[-1] == len(CONTENT)


def test_a_download_is_taken_up_by_the_next_run_too(hub):
    models_folder().mkdir(parents=True)
    (models_folder() / f"{BASE.file}.part").write_bytes(CONTENT[:5000])
    assert fetched().read_bytes() == CONTENT
    assert [start for _, start in hub.asked] == [5000]


def test_a_server_that_cannot_go_on_starts_again(hub):
    hub.ranges = False
    models_folder().mkdir(parents=True)
    (models_folder() / f"{BASE.file}.part").write_bytes(b"something else")
    assert fetched().read_bytes() == CONTENT


def test_a_download_of_which_no_more_comes_is_given_up_and_kept(hub):
    models_folder().mkdir(parents=True)
    part = models_folder() / f"{BASE.file}.part"
    part.write_bytes(CONTENT[:5000])
    hub.breaks_after = 0
    with pytest.raises(ModelError, match="broke off after 0 MB of 1 MB") as told:
        fetched()
    assert told.value.retryable and "goes on where it broke off" in told.value.hint
    assert part.read_bytes() == CONTENT[:5000] and len(hub.asked) == fetching.TRIES


def test_another_content_than_the_publishers_is_refused_and_deleted(hub):
    hub.content = CONTENT[:-1] + b"!"
    with pytest.raises(FileError, match="checksum differs"):
        fetched()
    assert list(models_folder().iterdir()) == []


def test_more_than_was_announced_is_refused(hub):
    hub.content = CONTENT * 2
    hub.breaks_after = len(hub.content)
    with pytest.raises(FileError, match="gives more than"):
        fetched()


@pytest.mark.parametrize("status", [403, 404, 503])
def test_a_refusal_is_told_with_its_number(hub, status):
    hub.status = status
    with pytest.raises(ModelError, match=str(status)) as told:
        fetched()
    assert told.value.retryable == (status == 503) and "autoviz get-model FILE" in told.value.hint


def test_without_a_network_the_way_by_hand_is_told(monkeypatch, capsys):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        monkeypatch.setenv("HF_ENDPOINT", f"http://127.0.0.1:{free.getsockname()[1]}")  # nobody listens
        monkeypatch.setenv("no_proxy", "127.0.0.1")
        assert main(["get-model"]) == 1
    told = capsys.readouterr().err
    assert "The hub cannot be reached" in told and "autoviz get-model FILE" in told


def test_a_disk_without_room_is_told_before_anything_is_fetched(hub, monkeypatch):
    monkeypatch.setattr(fetching.shutil, "disk_usage", lambda folder: SimpleNamespace(free=1000))
    with pytest.raises(FileError, match=r"has room for 0 MB, and 1 MB are needed") as told:
        fetched()
    assert "AUTOVIZ_DATA" in told.value.hint and hub.asked == []


def test_a_disk_that_fills_up_meanwhile_is_told(hub, monkeypatch):
    def full(download, reply, file, here):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Download, "_pour", full)
    with pytest.raises(FileError, match="is full"):
        fetched()


def test_a_file_or_a_folder_is_taken_instead(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(BASES, "0.5B", MODEL)
    folder = tmp_path / "usb"
    folder.mkdir()
    (folder / "renamed.gguf").write_bytes(CONTENT)
    assert main(["get-model", str(folder)]) == 0
    assert installed() == models_folder() / BASE.file  # known by its content
    (folder / "renamed.gguf").write_bytes(CONTENT + b"another")
    assert main(["get-model", str(folder / "renamed.gguf")]) == 0
    assert "No adapter of ours is made for this model" in capsys.readouterr().out


def test_the_larger_of_two_models_is_used(tmp_path):
    models_folder().mkdir(parents=True)
    for base in BASES.values():
        (models_folder() / base.file).write_bytes(CONTENT)
    assert installed().name == BASES["1.5B"].file


@pytest.mark.parametrize("kind, width", [("I", 896), ("Q", 1536)])
def test_the_width_of_a_model_is_read_off_its_head(tmp_path, kind, width):
    gguf = pytest.importorskip("gguf")
    writer = gguf.GGUFWriter(tmp_path / "model.gguf", "qwen2")
    writer.add_name("a model")
    (writer.add_uint32 if kind == "I" else writer.add_uint64)("qwen2.embedding_length", width)
    writer.add_token_list(["a", "b"])
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    assert width_of(tmp_path / "model.gguf") == width
    (tmp_path / "none.gguf").write_bytes(CONTENT)
    assert width_of(tmp_path / "none.gguf") is None


def test_what_is_no_model_is_refused(tmp_path, capsys):
    (tmp_path / "model.gguf").write_bytes(b"<html>")
    (tmp_path / "data").mkdir()
    told = {"model.gguf": "is not a GGUF file", "nowhere.gguf": "cannot be read", "data": "holds none"}
    for source, word in told.items():
        assert main(["get-model", str(tmp_path / source)]) == 1
        assert word in capsys.readouterr().err
