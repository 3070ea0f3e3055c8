"""The stages as a user meets them: in which order, and a sentence on each."""

from __future__ import annotations

SENTENCES: dict[str, str] = {
    "loading": "Load the reader, once per session.",
    "profile": "Look at the table: its columns, their kinds and ranges, without sending a row anywhere.",
    "sizing": "Ask a language model how large the question is and what it needs.",
    "intent": "Decide what kind of analysis the question asks for; that picks a family of plan templates.",
    "requirements": "Write down exactly what is asked: metrics, groups, time, conditions, outputs. Nothing is added.",
    "template": "Take the template of that family whose needs are met.",
    "narrowing": "Of all tools keep about ten: those of the template, and those nearest to what is asked.",
    "adaptation": "Change the template into a plan: each change names the requirement that caused it.",
    "coverage": "Prove it: every requirement has a step, and every step has a requirement.",
    "follow-up": "Change what was asked before in the ways that this question names, and in no other.",
    "recall": "Take the plan of an earlier question that asked for the very same; coverage still has to prove it.",
    "schema": "Look at the names and types of the columns, and at nothing else yet.",
    "build": "Let a language model write requirements and plan in one reply; it may look something up first.",
    "rebuild": "Build again where the plan before had gaps.",
    "critique": "Ask a language model what the plan lacks; it can add a gap and never takes one away.",
    "gate": "After the last try, take out what nobody asked for and say what could not be done.",
    "execution": "Run the steps in order on the data, and write down what each did.",
    "proof": "Compute the same a second time with SQL, which shares no code with the steps, and compare the numbers.",
    "answer": "Tell the results in sentences; every number in them comes from a step.",
}
USUAL = ("loading", "profile", "intent", "requirements", "template", "narrowing", "adaptation", "coverage")
RUNNING = ("execution", "proof", "answer")


def expected(*, only_plan: bool) -> tuple[str, ...]:
    """The stages that a question usually goes through."""
    return USUAL if only_plan else (*USUAL, *RUNNING)
