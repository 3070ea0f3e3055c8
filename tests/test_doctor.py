"""The doctor: what it finds, what it calls broken, and the line it gives to mend it."""

from __future__ import annotations

import json
import socket
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

import autoviz
from autoviz import doctor
from autoviz.cli import main
from autoviz.model.settings import Settings
from autoviz.readers import default
from autoviz.readers.default import default_encoder


@contextmanager
def _server(status: int, body: bytes):
    class Reply(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(status)
            self.end_headers()
            self.wfile.write(body if self.path == "/v1/models" else b"wrong path")

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Reply)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def test_a_server_that_answers_is_named_with_its_models():
    body = json.dumps({"data": [{"id": "small"}, {"id": "large"}]}).encode()
    with _server(200, body) as url:
        found = doctor.model_server(url, timeout=5)
    assert (found.state, found.detail) == ("ok", "answers with small, large")


def test_a_server_that_wants_a_key_counts_as_answering():
    with _server(401, b"") as url:
        found = doctor.model_server(url, timeout=5)
    assert found.state == "ok"
    assert "401" in found.detail


@pytest.mark.parametrize("body", [b"<html>", b"[]", b'{"data": [3]}', b'{"data": null}'])
def test_something_else_on_the_port_is_no_model_server(body):
    with _server(200, body) as url:
        assert doctor.model_server(url, timeout=5).state == "absent"


@pytest.mark.parametrize("url", ["http://127.0.0.1:{port}/v1", "no address at all", "http://[bad/v1"])
def test_no_server_is_no_fault_and_says_how_to_name_one(url):
    found = doctor.model_server(url.format(port=_free_port()))
    assert found.state == "absent"
    assert "AUTOVIZ_LLM_URL" in found.fix


def test_the_server_named_in_the_environment_is_asked(monkeypatch):
    with _server(200, b'{"data": []}') as url:
        monkeypatch.setenv("AUTOVIZ_LLM_URL", url)
        assert doctor.examine()[-1].part == url


def test_a_foreign_distribution_of_the_same_import_name_is_told(monkeypatch):
    monkeypatch.setattr(doctor, "packages_distributions", lambda: {"autoviz": ["autoviz-notebook", "AutoViz"]})
    (found,) = doctor.other_autoviz()
    assert found.state == "broken"
    assert "AutoViz" in found.detail
    assert "pip uninstall -y autoviz" in found.fix


def test_files_that_the_other_project_left_behind_are_told(monkeypatch, tmp_path):
    (tmp_path / "AutoViz_Class.py").touch()
    monkeypatch.setattr(autoviz, "__file__", str(tmp_path / "__init__.py"))
    assert "AutoViz_Class.py" in next(doctor.other_autoviz()).detail


def test_files_of_another_version_than_the_installed_one_are_told(monkeypatch):
    monkeypatch.setattr(autoviz, "__version__", "99.0")
    (found,) = doctor.other_autoviz()
    assert found.state == "broken"
    assert "99.0" in found.detail


def test_a_package_that_is_missing_or_too_old_is_broken_with_its_install_line(monkeypatch):
    monkeypatch.setattr(doctor, "requires", lambda _: ["no-such-package-here>=1", "pydantic>=999", "pandas>=1"])
    missing, old, fine = doctor.required_packages()
    assert (missing.state, missing.detail) == ("broken", "missing")
    assert missing.fix == 'pip install "no-such-package-here>=1"'
    assert old.state == "broken"
    assert ">=999 is needed" in old.detail
    assert fine.state == "ok"


def test_an_absent_extra_is_no_fault_and_has_its_install_line(monkeypatch):
    monkeypatch.setattr(doctor, "requires", lambda _: ['no-such-package-here>=1; extra == "polars"'])
    polars = next(found for found in doctor.optional_parts() if found.part == doctor.OPTIONAL["polars"])
    assert (polars.state, polars.fix) == ("absent", 'pip install "autoviz-notebook[polars]"')


def test_spark_without_java_is_absent(monkeypatch):
    monkeypatch.setattr(doctor, "requires", lambda _: ['pydantic>=1; extra == "spark"'])
    monkeypatch.setattr(doctor.shutil, "which", lambda _: None)
    monkeypatch.delenv("JAVA_HOME", raising=False)
    spark = next(found for found in doctor.optional_parts() if found.part == doctor.OPTIONAL["spark"])
    assert spark.state == "absent"
    assert "Java" in spark.detail


def test_image_files_without_a_browser_are_absent(monkeypatch, tmp_path):
    monkeypatch.setattr(doctor, "requires", lambda _: ['pydantic>=1; extra == "image"'])
    monkeypatch.setenv("BROWSER_PATH", str(tmp_path / "none"))
    monkeypatch.setattr("choreographer.browsers.chromium.get_chrome_download_path", lambda **_: None)
    monkeypatch.setattr("choreographer.browsers.chromium.get_old_chrome_download_path", lambda: None)
    images = next(found for found in doctor.optional_parts() if found.part == doctor.OPTIONAL["image"])
    assert (images.state, images.fix) == ("absent", "apt-get install chromium, or run plotly_get_chrome")
    assert "no browser" in images.detail


def test_every_extra_that_a_user_may_want_is_examined():
    from importlib.metadata import metadata

    offered = set(metadata(doctor.DISTRIBUTION).get_all("Provides-Extra"))
    assert set(doctor.OPTIONAL) == offered - {"dev", "docs"}


def test_the_encoder_is_the_one_that_a_question_uses():
    found = doctor.encoder()
    assert (found.state, found.part) == ("ok", default_encoder(Settings().embedding_model).name)


def test_an_empty_model_folder_is_broken_with_its_install_line(monkeypatch, tmp_path):
    default.network.cache_clear()
    monkeypatch.setattr(default, "WEIGHTS", tmp_path)
    found = doctor.encoder()
    assert found.state == "broken"
    assert "--force-reinstall" in found.fix
    default.network.cache_clear()


def test_the_command_prints_it_all_and_succeeds(capsys, monkeypatch):
    monkeypatch.setenv("AUTOVIZ_LLM_URL", f"http://127.0.0.1:{_free_port()}/v1")
    assert main(["doctor"]) == 0
    shown = capsys.readouterr().out
    for part in (autoviz.__version__, "pandas", "autoviz-reader", "Polars frames", "(extra polars)", "does not answer"):
        assert part in shown
    assert shown.rstrip().endswith("Try it: autoviz demo"), "a newcomer is told how to go on"


def test_the_command_fails_where_something_is_broken(capsys, monkeypatch):
    broken = doctor.Finding("autoviz", "pandas", "broken", "missing", "pip install pandas")
    monkeypatch.setattr("autoviz.commands.doctor.examine", lambda: (broken,))
    assert main(["doctor"]) == 1
    assert "pip install pandas" in capsys.readouterr().out
