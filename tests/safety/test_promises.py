"""Promises: each line of SECURITY.md and docs/reliability.md names what proves it, and that is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NAMED = re.compile(r"`(tests/[\w/]+\.py)`")
ELSEWHERE = re.compile(r"\]\(benchmarks\.md\)|`make [\w-]+`|the loader `\w+` below")
"""What is no test and proves a line all the same."""


@pytest.mark.parametrize("page", ["SECURITY.md", "docs/reliability.md"])
def test_every_test_that_is_named_is_there(page):
    named = NAMED.findall((ROOT / page).read_text("utf-8"))
    assert len(named) > 10
    assert [path for path in named if not (ROOT / path).is_file()] == []


@pytest.mark.parametrize(
    ("page", "heading"), [("SECURITY.md", "What is promised"), ("docs/reliability.md", "What an attack trial found")]
)
def test_every_promise_and_every_finding_has_its_proof(page, heading):
    part = (ROOT / page).read_text("utf-8").partition(f"\n## {heading}")[2].partition("\n## ")[0]
    rows = [line for line in part.splitlines() if line.startswith("| ")][1:]
    assert len(rows) > 10
    assert [row for row in rows if not NAMED.search(row) and not ELSEWHERE.search(row)] == []
