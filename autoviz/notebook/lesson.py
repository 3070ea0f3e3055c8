"""Lesson: the stages one by one with a sentence on each, and a step that students are to predict."""

from __future__ import annotations

from autoviz.answering.requirement_words import requirement_words
from autoviz.errors import PlanError, did_you_mean
from autoviz.export.markup import AMBER, FONT, GREY, INK, Markup, code, joined, shown, soft, tag
from autoviz.listing import listed
from autoviz.model.plan import Plan, Step
from autoviz.model.provenance import StageRecord
from autoviz.model.record import AnalysisRecord
from autoviz.notebook.stages import SENTENCES

_BOX = f"border-left:3px solid #E69F00; padding:4px 0 4px 12px; margin:4px 0; {FONT}; {INK}; font-size:13px"


def stages(record: AnalysisRecord, hidden: str = "") -> Markup:
    """Each stage closed under its sentence; the reader opens one after the other."""
    lines = [_stage(number, stage) for number, stage in enumerate(record.provenance.stages, start=1)]
    question = _prediction(record, hidden) if hidden else Markup("")
    head = tag("div", tag("b", "How this answer came about. "), soft("Open the stages one by one."))
    return tag("div", head, *lines, question, style=_BOX, class_="autoviz-lesson")


def _stage(number: int, stage: StageRecord) -> Markup:
    words = SENTENCES.get(stage.stage, "")
    summary = tag("summary", tag("b", f"{number}. {stage.stage}"), f": {words}", style="cursor:pointer; padding:2px 0")
    flow = f"needs {', '.join(stage.needs) or 'nothing'}; gives {', '.join(stage.promises)}"
    body = (
        tag("div", stage.summary or "Done.", style=f"background:{GREY}; padding:4px 8px; margin:2px 0"),
        tag("div", soft(f"It {flow}. {_how(stage)} It took {stage.seconds * 1000:.0f} ms.")),
    )
    return tag("details", summary, tag("div", *body, style="padding:0 0 6px 18px"))


def _how(stage: StageRecord) -> str:
    if stage.needs_model:
        return f"A language model reads ({stage.reader})."
    return "The same input always gives the same output." if stage.deterministic else "Its output may differ."


def _prediction(record: AnalysisRecord, hidden: str) -> Markup:
    step = next(step for part in record.parts for step in part.plan.steps if step.id == hidden)
    steps = [step.id for part in record.parts for step in part.plan.steps]
    order = joined((code("?" if name == hidden else name) for name in steps), " → ")
    ask = tag(
        "div", tag("b", "Predict: "), "one step of the plan is hidden. Which tool comes there, and with what? ", order
    )
    solution = tag("details", tag("summary", "Open to check", style="cursor:pointer"), _told(step))
    return tag("div", ask, solution, style=f"background:{AMBER}; padding:6px 10px; margin:6px 0")


def _told(step: Step) -> Markup:
    params = ", ".join(f"{name}={shown(value)}" for name, value in step.params.items())
    served = listed(list(map(requirement_words, step.satisfies)))
    why = f"It serves {served}." if served else "It prepares the steps after it."
    return tag("div", code(f"{step.tool}({params})"), " ", why, style="padding:4px 0 0 18px")


def hidden_step(plan: Plan, wanted: str) -> str:
    """The id of the step that is meant by its number, id or tool."""
    names = [step.id for step in plan.steps]
    if wanted.isdigit() and 1 <= int(wanted) <= len(names):
        return names[int(wanted) - 1]
    for step in plan.steps:
        if wanted in (step.id, step.tool):
            return step.id
    raise PlanError(f"The plan has no step {wanted!r} to hide", did_you_mean(wanted, names, "steps"))
