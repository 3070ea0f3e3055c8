"""Changes of a reader become a plan; what they leave open is filled in and logged."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd

from autoviz.analysis import opening
from autoviz.model.plan import SOURCE, PlanChange
from autoviz.pipeline import run
from autoviz.readers.minimal import MinimalReader

FRAME = pd.DataFrame({"region": ["West", "East", "West"], "amount": [3, 4, 5]})


class _Adding(MinimalReader):
    """The minimal plan and one more step, which reads what it is told."""

    def __init__(self, *inputs):
        self.added = PlanChange(
            action="add", step_id="more", tool="show_table", description="more", inputs=inputs,
            satisfies=("outputs.table",),
        )  # fmt: skip

    def adapt(self, *given):
        made = super().adapt(*given)
        return made.replaced(changes=(*made.changes, self.added))


def repairs(reader):
    state = replace(opening(FRAME, "an overview"), reader=reader, next_readers=())
    (part,) = run(state).parts
    assert part.plan.step("more").inputs == (SOURCE,)
    return [fix for record in part.step_records for fix in record.repairs if fix.step_id == "more"]


def test_a_step_that_names_no_table_reads_the_frame_and_that_is_logged():
    (fix,) = repairs(_Adding())
    assert (fix.param, fix.before, fix.after) == ("df", None, SOURCE) and "no table was named" in fix.reason


def test_a_step_that_names_its_table_needs_no_repair():
    assert repairs(_Adding(SOURCE)) == []
