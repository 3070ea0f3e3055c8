"""Shared by all tests: what is skipped on a machine that lacks a program, and that nobody outside is asked."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Generator, Iterator
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
SERVED = {
    "e2e", "llm", "llm_real", "published", "test_doctor.py", "test_model_options.py", "test_replies_that_attack.py",
    "test_get_model.py", "test_planner_served.py", "test_serve_model.py", "test_tracking.py",
}  # fmt: skip
"""Folders and files of tests that talk to a server of their own on this machine; the others open no connection."""
HERE = {"localhost", "127.0.0.1", "::1", "0.0.0.0", "", None, socket.gethostname()}
INSTALLED_BY = "`make test` installs it where it may (root or passwordless sudo)"


def absent() -> dict[str, str]:
    """The markers whose tests cannot run on this machine, and why."""
    reasons = {}
    if CHROMIUM is None:
        reasons["browser"] = f"no Chromium here; {INSTALLED_BY}"
    if shutil.which("java") is None and not os.environ.get("JAVA_HOME"):
        reasons["spark"] = f"no Java runtime here; {INSTALLED_BY}"
    elif find_spec("pyspark") is None:
        reasons["spark"] = "pyspark is not installed"
    return reasons


def pytest_configure(config: pytest.Config) -> None:
    """PySpark 3 leaves its own sockets to the garbage collector; everyone else's are still an error."""
    if find_spec("pyspark") and version("pyspark").startswith("3."):
        config.addinivalue_line("filterwarnings", "ignore:unclosed <socket:ResourceWarning")


_asking: list[pytest.Item] = []
"""The test that runs now."""


def _refuse_connections(event: str, arguments: tuple[Any, ...]) -> None:
    """An audit hook: a test that connects fails, whatever it makes of the error; to this machine only some may."""
    if not _asking or event not in ("socket.connect", "socket.sendto", "socket.getaddrinfo"):
        return
    address = arguments[0] if event == "socket.getaddrinfo" else arguments[1]
    if isinstance(address, str | bytes) and event != "socket.getaddrinfo":
        return  # the path of a socket in the file system
    host = address[0] if isinstance(address, tuple) else address
    # Spark's objects are freed over its connection in any later test.
    served = SERVED.intersection(_asking[-1].path.parts) or "py4j" in sys.modules
    if host not in HERE or not (served or event == "socket.getaddrinfo"):
        pytest.fail(f"This test asks {address!r} over the network")


sys.addaudithook(_refuse_connections)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    _asking.append(item)
    try:
        return (yield)
    finally:
        _asking.pop()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for marker, reason in absent().items():
        for item in items:
            if item.get_closest_marker(marker):
                item.add_marker(pytest.mark.skip(reason=reason))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """With CI=true a browser or Spark test that was skipped counts as failed."""
    report = yield
    marked = item.get_closest_marker("browser") or item.get_closest_marker("spark")
    if report.skipped and marked and os.environ.get("CI") == "true":
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"In CI this test must run, but it was skipped. {reason}"
    return report


@pytest.fixture(scope="session")
def own_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for the ratings and the aliases of the tests."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture(autouse=True)
def nothing_of_the_users(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the ratings nor the aliases of whoever runs the tests change what they see."""
    monkeypatch.setenv("AUTOVIZ_DATA", str(own_home / "data"))
    monkeypatch.setenv("AUTOVIZ_PROJECT", str(own_home / "project"))


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of the browser that the browser tests drive."""
    assert CHROMIUM is not None, "mark the test with @pytest.mark.browser"
    return CHROMIUM


@pytest.fixture(scope="session")
def spark() -> Iterator[Any]:
    """A Spark of one thread on this machine."""
    from pyspark.sql import SparkSession

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)  # else its workers take the first python3 on the path
    builder = SparkSession.builder.master("local[1]").appName("autoviz tests")
    settings = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.shuffle.partitions": "1",
        "spark.sql.session.timeZone": "UTC",
        "spark.driver.memory": "1g",
        # Compiling a query takes far longer than running it on a few rows.
        "spark.sql.codegen.wholeStage": "false",
        "spark.sql.codegen.factoryMode": "NO_CODEGEN",
        "spark.sql.adaptive.enabled": "false",
        "spark.default.parallelism": "1",
        "spark.log.level": "OFF",
    }
    for key, value in settings.items():
        builder = builder.config(key, value)
    session = builder.getOrCreate()
    yield session
    session.stop()


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist of this checkout and the wheel built from that sdist."""
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder)]
    subprocess.run([*build, str(Path(__file__).parent.parent)], check=True, capture_output=True)
    return folder


@pytest.fixture
def fresh_environment(tmp_path: Path) -> Callable[..., Path]:
    """Makes a virtual environment with these packages installed; gives the path of its Python.

    It shares the packages of this environment by a path line, which hides the editable autoviz: the .pth file
    that makes it importable is read only in an environment's own folder.
    """

    def make(*packages: Path) -> Path:
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "env")], check=True)
        python = tmp_path / "env" / "bin" / "python"
        own = next((tmp_path / "env" / "lib").glob("python*/site-packages"))
        (own / "shared.pth").write_text(f"{sysconfig.get_path('purelib')}\n", "utf-8")
        options = ("--no-deps", "--no-index", "--no-build-isolation", "--force-reinstall", "--no-warn-script-location")
        install = [sys.executable, "-m", "pip", "--python", str(python), "install", *options, *map(str, packages)]
        subprocess.run(install, check=True, capture_output=True)
        return python

    return make


@pytest.fixture
def interruptible() -> Iterator[None]:
    """SIGINT raises KeyboardInterrupt, whatever a browser or a kernel of an earlier test made of it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before if before is not None else signal.default_int_handler)
