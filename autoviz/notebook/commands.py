"""The subcommands of `%autoviz`: how each is written, what it does, and the function that does it."""

from __future__ import annotations

from autoviz.export import sections
from autoviz.notebook.corrections import (
    back,
    chart,
    choose,
    drop,
    filter_rows,
    function,
    grain,
    groups,
    limit,
    measure,
    rate,
    read,
    run,
    set_param,
    show,
    turn_to_part,
    undo,
)  # fmt: skip
from autoviz.notebook.displays import (
    freeze,
    put_code,
    show_config,
    show_diff,
    show_history,
    show_metrics,
    show_plan,
    show_why,
)
from autoviz.notebook.meanings import alias, correct_column, make_report, show_profile
from autoviz.notebook.options import help_text
from autoviz.notebook.subcommand import Command, Magic, show_html


def show_help(magic: Magic, words: str) -> None:
    """Options and subcommands."""
    width = max(len(command.usage) for command in COMMANDS.values())
    listed = "\n".join(f"  {command.usage:{width}}  {command.summary}" for command in COMMANDS.values())
    text = f"{help_text()}\nsubcommands, about the latest answer:\n{listed}\n"
    show_html(sections.block(text), text)


COMMANDS: dict[str, Command] = {
    "plan": Command("%autoviz plan", "the steps of the plan", show_plan),
    "diff": Command("%autoviz diff", "the plan against its template", show_diff),
    "why": Command("%autoviz why", "how it was read, and which tools were considered", show_why),
    "code": Command("%autoviz code", "pandas and plotly code in the next cell", put_code),
    "show": Command("%autoviz show", "the answer again, in this cell", show),
    "choose": Command("%autoviz choose NUMBER", "one of the readings that tied", choose),
    "read": Command('%autoviz read "PHRASE" = COLUMN', "correct how a phrase was read", read),
    "function": Command("%autoviz function FUNCTION", "sum, mean, median … of the same measures", function),
    "measure": Command("%autoviz measure OLD = NEW", "another column in place of one that is measured", measure),
    "groups": Command("%autoviz groups COLUMN, …|none", "other groups, all that are wanted", groups),
    "limit": Command("%autoviz limit NUMBER|all", "only the first so many", limit),
    "grain": Command("%autoviz grain GRAIN", "other periods of time", grain),
    "chart": Command("%autoviz chart MARK", "another chart", chart),
    "filter": Command("%autoviz filter CONDITIONS", "other rows: region = West and units > 5", filter_rows),
    "part": Command("%autoviz part NUMBER", "correct another part of a question with several", turn_to_part),
    "drop": Command("%autoviz drop STEP", "leave a step out", drop),
    "set": Command("%autoviz set STEP.PARAM = VALUE", "change a param of a step", set_param),
    "run": Command("%autoviz run", "approve and run the plan that --confirm showed", run),
    "rate": Command("%autoviz rate up|down [WHY]", "rate the answer; kept on this machine", rate),
    "history": Command("%autoviz history", "the questions of this session, and where it stands", show_history),
    "undo": Command("%autoviz undo", "take back the last correction, or the last question", undo),
    "back": Command("%autoviz back [NUMBER]", "the question before, or the one of that number", back),
    "alias": Command('%autoviz alias ["WORD" = COLUMN[: VALUE]]', "what words mean in this project", alias),
    "profile": Command("%autoviz profile [FRAME]", "what each column means, keys, series, warnings", show_profile),
    "column": Command("%autoviz column NAME FACT=VALUE", "correct meaning, adds_up, unit, missing …", correct_column),
    "report": Command(
        "%autoviz report [FRAME] [YAML] [FILE]", "many questions in one .html, .md or .ipynb", make_report
    ),
    "freeze": Command("%autoviz freeze", "take the live bar away", freeze),
    "metrics": Command("%autoviz metrics", "how the questions of this session went, in rates", show_metrics),
    "config": Command("%autoviz config", "the settings and their values", show_config),
    "help": Command("%autoviz help", "this", show_help),
}
NAMES: tuple[str, ...] = tuple(COMMANDS)
