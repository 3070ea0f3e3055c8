"""The commands of the checkout: `make` lists what there is, and `.ci/run` times each part and stops at a failure."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ASKED_FOR = {
    "demo", "test", "lab", "bench", "lint", "test-llm", "test-oldest", "generate", "install", "clean", "help",
    "gallery", "docs", "docs-examples", "fuzz", "test-second", "test-long",
}  # fmt: skip

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")


@pytest.fixture
def ci(tmp_path):
    """Runs a copy of `.ci/run` with a `make` that notes what it is asked for and fails at one target."""
    (tmp_path / ".ci").mkdir()
    script = shutil.copy(ROOT / ".ci" / "run", tmp_path / ".ci" / "run")
    fake = tmp_path / "bin" / "make"
    fake.parent.mkdir()
    fake.write_text('#!/bin/sh\necho "make $* CI=$CI"\n[ "$1" != "$FAILS_AT" ]\n', "utf-8")
    fake.chmod(0o755)

    def run(fails_at: str = "") -> subprocess.CompletedProcess[str]:
        path = f"{fake.parent}{os.pathsep}{os.environ['PATH']}"
        environment = {**os.environ, "PATH": path, "FAILS_AT": fails_at}
        return subprocess.run(["bash", script], env=environment, capture_output=True, text=True, check=False)

    return run


def test_make_alone_lists_every_command():
    done = subprocess.run(["make", "-s"], cwd=ROOT, capture_output=True, text=True, check=True)
    listed = re.findall(r"^make ([\w-]+) +\S", done.stdout, re.MULTILINE)
    assert set(listed) == ASKED_FOR


def test_ci_runs_lint_and_tests_as_ci_and_prints_the_minutes_of_each_part(ci):
    done = ci()
    assert done.returncode == 0, done.stderr
    for target in ("install", "lint", "test", "test-second"):
        assert re.search(rf"^make {target}\b.* CI=true$", done.stdout, re.MULTILINE), target
    minutes = done.stdout.split("Minutes of each part:")[1]
    assert re.findall(r"\d+\.\d  (.+)", minutes) == ["set-up", "lint and second Python", "test"]


@pytest.mark.parametrize("target", ["lint", "test-second"])
def test_ci_stops_at_a_failure_and_still_prints_the_minutes(ci, target):
    done = ci(fails_at=target)
    assert done.returncode == 1
    assert not re.search(r"^make test CI", done.stdout, re.MULTILINE)
    assert "lint and second Python (failed)" in done.stdout.split("Minutes of each part:")[1]


@pytest.mark.parametrize("script", [".ci/run", "scripts/system_packages.sh", "scripts/second_python.sh"])
def test_a_script_can_be_run(script):
    assert os.access(ROOT / script, os.X_OK)
    subprocess.run(["bash", "-n", ROOT / script], check=True)


def test_system_packages_need_no_rights_where_all_is_there(tmp_path):
    for name in ("chromium", "java"):
        (tmp_path / name).write_text("#!/bin/sh\n", "utf-8")
        (tmp_path / name).chmod(0o755)
    (tmp_path / "bash").symlink_to(shutil.which("bash"))
    done = subprocess.run(
        ["bash", ROOT / "scripts" / "system_packages.sh"], env={"PATH": str(tmp_path)}, capture_output=True, check=True
    )
    assert done.stdout == b""


def test_system_packages_say_why_they_are_not_installed(tmp_path):
    (tmp_path / "bash").symlink_to(shutil.which("bash"))
    done = subprocess.run(
        ["bash", ROOT / "scripts" / "system_packages.sh"],
        env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "Not installed: chromium default-jre-headless (this system has no apt-get)" in done.stdout
