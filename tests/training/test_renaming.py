"""Sketched tables under terse names: the same rows and questions, answered by the same SQL under other names."""

from __future__ import annotations

import random

import pytest

from training.reading.invented_tables import invented, names_of
from training.reading.renaming import renamed

SKETCH = """# lettuce: heads cut in a greenhouse
t, 160 rows
bench text 'fresh_weight', 'north', 'south'
lamp_colour text 'red', 'blue'
fresh_weight measure 20..90
leaves count 4..30
question: what is the mean fresh weight of each lamp colour
sql: group bar SELECT lamp_colour, avg(fresh_weight) AS fresh_weight FROM t GROUP BY 1
question: leaves of the heads on the bench called fresh_weight
sql: number number SELECT sum(leaves) AS leaves FROM t WHERE bench = 'fresh_weight'
question: which variety was sown
sql: lacking
"""


@pytest.mark.parametrize("seed", range(12))
def test_every_question_is_read_under_names_of_which_no_two_are_alike(seed: int) -> None:
    text = renamed(SKETCH, random.Random(seed))
    names = names_of(text.partition("\nquestion:")[0].splitlines()[2:])
    assert len({name.casefold() for name in names}) == 4
    made = invented(text, random.Random(1))
    assert made is not None
    assert list(made.rows.columns) == names
    assert len(made.asked) == 3


@pytest.mark.parametrize("seed", range(12))
def test_questions_and_values_stay_as_they_are(seed: int) -> None:
    text = renamed(SKETCH, random.Random(seed))
    assert "question: what is the mean fresh weight of each lamp colour\n" in text
    assert "'fresh_weight', 'north', 'south'" in text
    assert "= 'fresh_weight'" in text


def test_names_get_shorter() -> None:
    texts = [renamed(SKETCH, random.Random(seed)) for seed in range(12)]
    assert sum("fresh_weight measure" not in text for text in texts) >= 9
