"""Skipped browser and Spark tests: a skip with its reason on a bare machine, a failure in CI."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = Path(__file__).with_name("conftest.py")
TESTS = """
import pytest

@pytest.mark.browser
def test_in_the_browser(): pass

@pytest.mark.spark
def test_on_spark(): pass

@pytest.mark.skip(reason="another reason")
def test_of_another_kind(): pass
"""
MARKERS = ("-o", "markers=browser: x\nspark: x")


def _run(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    (folder / "conftest.py").write_text(CONFTEST.read_text("utf-8"), "utf-8")
    (folder / "test_parts.py").write_text(TESTS, "utf-8")
    bare = {name: value for name, value in os.environ.items() if name not in ("CI", "JAVA_HOME")}
    command = [sys.executable, "-m", "pytest", "-rsf", "-p", "no:cacheprovider", f"--rootdir={folder}", *MARKERS]
    return subprocess.run(command, cwd=folder, env={**bare, **environment}, capture_output=True, text=True, check=False)


def test_a_bare_machine_skips_them_and_says_why(tmp_path):
    done = _run(tmp_path, PATH=str(tmp_path))
    assert done.returncode == 0, done.stdout
    assert "3 skipped" in done.stdout
    assert "no Chromium here" in done.stdout
    assert "no Java runtime here" in done.stdout


def test_in_ci_such_a_skip_is_a_failure_and_another_is_not(tmp_path):
    done = _run(tmp_path, PATH=str(tmp_path), CI="true")
    assert done.returncode == 1
    assert "1 skipped, 2 errors" in done.stdout
    assert "must run, but it was skipped" in done.stdout


@pytest.mark.browser
@pytest.mark.spark
def test_where_the_programs_are_there_they_run(tmp_path):
    done = _run(tmp_path, CI="true")
    assert "2 passed, 1 skipped" in done.stdout
