"""Sketched tables: what stands in the repository can be learned from, and what cannot is told with its reason."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from training.reading.invented_tables import invented
from training.reading.sketches import faults, sketches_in

FILES = sorted((Path(__file__).parents[2] / "training" / "sketches").glob("*.txt"))
SKETCH = """# ferry: crossings
t, 160 rows
line text 'North', 'South'
sailed moment 2024-01-02..2024-03-30
cars count 0..40
question: {question}
sql: {reply}
question: what does the captain earn
sql: lacking
"""


def told(question: str, reply: str) -> list[str]:
    return list(faults(SKETCH.format(question=question, reply=reply), 1))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_first_table_of_each_file_can_be_read_with_all_its_questions(path: Path) -> None:
    first = sketches_in([path])[0]
    made = invented(first, random.Random(1))
    assert made is not None
    assert len(made.asked) == first.count("\nquestion:")


def test_a_sketch_without_fault_names_none() -> None:
    reply = "trend line SELECT date_trunc('month', sailed) AS month, sum(cars) AS cars FROM t GROUP BY 1 ORDER BY 1"
    made = invented(SKETCH.format(question="traffic by month", reply=reply), random.Random(1))
    assert made is not None and made.rows["sailed"].dt.hour.nunique() > 3
    assert told("traffic by month", reply) == []


@pytest.mark.parametrize(
    ("question", "reply", "reason"),
    [
        ("cars by boat", "group bar SELECT boat, sum(cars) AS cars FROM t GROUP BY 1", "boat"),
        ("cars on busy trips", "number number SELECT sum(cars) AS cars FROM t WHERE cars > 33", "33"),
        ("trips with over 1000 cars", "rows table SELECT line, cars FROM t WHERE cars > 1000", "no row"),
        ("cars by line", "groups bar SELECT line, sum(cars) AS cars FROM t GROUP BY 1", "no kind"),
    ],
)
def test_what_cannot_be_learned_is_told_with_its_reason(question: str, reply: str, reason: str) -> None:
    assert reason in " ".join(told(question, reply))
