"""Shared by all tests: what is skipped on a machine that lacks a program, and that in CI a skip is a failure."""

from __future__ import annotations

import os
import shutil
from collections.abc import Generator
from importlib.util import find_spec

import pytest

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
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
def chromium() -> str:
    """The path of the browser that the browser tests drive."""
    assert CHROMIUM is not None, "mark the test with @pytest.mark.browser"
    return CHROMIUM
