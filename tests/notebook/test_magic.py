"""The magic in a real IPython shell: what it returns, shows, refuses and remembers."""

from __future__ import annotations

import pytest

from autoviz.analysis import Analysis
from autoviz.notebook.view import PLOTLY

QUESTION = "total revenue by region"
ASK = f"%%autoviz sales\n{QUESTION}"


def test_it_shows_answer_chart_and_rest_once_and_returns_the_analysis(run, shell):
    cell = run(ASK)
    assert isinstance(cell.result, Analysis)
    assert len(cell.shown) == 3
    assert "autoviz-answer" in cell.shown[0]["text/html"]
    assert PLOTLY in cell.shown[1] and "<table" in cell.shown[1]["text/html"]
    assert cell.shown[1]["text/plain"] == cell.result.charts[0].alt
    assert "Coverage" in cell.shown[2]["text/html"]
    assert shell.user_ns["_"] is cell.result
    assert shell.user_ns["Out"][shell.execution_count - 1] is cell.result


def test_the_analysis_is_shown_again_when_it_is_named_later(run):
    run(ASK)
    assert len(run("_").shown) == 3


def test_a_line_holds_a_question_too_and_its_result_can_be_kept(run, shell):
    cell = run(f"kept = %autoviz sales {QUESTION} --chart bar")
    assert cell.succeeded
    assert shell.user_ns["kept"].charts[0].mark == "bar"


def test_a_semicolon_silences(run):
    cell = run(f"%%autoviz sales\n{QUESTION};")
    assert cell.shown == []
    assert run("%autoviz show").result.record.question.text == QUESTION


def test_prose_with_braces_and_dollars_is_taken_as_it_is(run, shell):
    shell.user_ns["region"] = "not this"
    cell = run("%autoviz sales total revenue by region {region} $region;")
    assert shell.user_ns["_"] is not None
    assert run("%autoviz show").result.record.question.text == "total revenue by region {region} $region"
    assert cell.succeeded


def test_without_a_name_the_frame_that_fits_is_asked_and_said_aloud(run, shell):
    import pandas as pd

    assert "the only frame here" in run(f"%%autoviz\n{QUESTION}").html
    shell.user_ns["staff"] = pd.DataFrame({"person": ["a", "b"], "salary": [1.0, 2.0]})
    cell = run(f"%%autoviz\n{QUESTION}")
    assert cell.result.record.profile.name == "sales"
    assert "Asked of sales" in cell.html


def test_of_several_frames_the_one_that_is_meant_is_asked(run, shell):
    import pandas as pd

    shell.user_ns["staff"] = pd.DataFrame({"person": ["a", "b"], "salary": [1.0, 2.0]})
    cell = run("%%autoviz sales staff\naverage salary by person")
    assert cell.result.record.profile.name == "staff"
    assert "Asked of staff" in cell.html


def test_the_chart_is_told_to_those_who_hear_the_page(run):
    cell = run(ASK)
    assert f"Chart: {cell.result.charts[0].alt}" in cell.shown[0]["text/html"]


def test_an_option_names_the_result(run, shell):
    cell = run(f"%%autoviz sales -o mine\n{QUESTION}")
    assert shell.user_ns["mine"] is cell.result


def test_dry_run_plans_and_does_not_run(run):
    cell = run(f"%%autoviz sales --dry-run\n{QUESTION}")
    assert cell.result.answer == "" and cell.result.plan is not None
    assert not any(PLOTLY in bundle for bundle in cell.shown)


def test_quiet_leaves_the_proof_out_and_verbose_opens_it(run):
    assert "<details" not in run(f"%%autoviz sales --quiet\n{QUESTION}").html
    verbose = run(f"%%autoviz sales --verbose\n{QUESTION}").html
    assert verbose.count("<details") == verbose.count(" open>")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("salse", "Did you mean 'sales'?"),
        ("sales --char bar", "'--chart'"),
        ("sales --grain week --grain day", "given twice"),
        ("sales --grain wek", "'week'"),
        ("sales --confirm --yes", "exclude each other"),
        ("sales --chart", "needs a value"),
        ("sales -o 3x", "name of a variable"),
        ("shell_number", "not a frame"),
    ],
)
def test_what_cannot_be_done_is_told_without_a_traceback_and_fails_the_cell(run, shell, line, words):
    shell.user_ns["shell_number"] = 3
    cell = run(f"%%autoviz {line}\n{QUESTION}")
    assert not cell.succeeded
    assert words in cell.printed
    assert "Traceback" not in cell.printed and ".py" not in cell.printed


@pytest.mark.parametrize(
    "cell", ["%%autoviz sales", "%%autoviz sales\n", "\n%%autoviz sales\n  \n", "%autoviz sales", "%%autoviz"]
)
def test_where_nothing_is_asked_it_says_where_to_write_and_what_could_be_asked(run, cell):
    told = run(cell)
    assert not told.succeeded
    assert "There is no question" in told.printed and "total revenue" in told.printed
    assert "UsageError" not in told.printed and "Traceback" not in told.printed


def test_debug_shows_where_it_failed(run):
    cell = run("%%autoviz sales --debug\nwie hoch ist der umsatz in jeder region und in jedem monat")
    assert not cell.succeeded
    assert "autoviz" in cell.printed and "line" in cell.printed


def test_a_fault_of_our_own_is_told_with_its_stage(run, monkeypatch):
    def broken(*given, watch, **named):
        watch("narrowing", None)
        raise KeyError("x")

    monkeypatch.setattr("autoviz.notebook.magic.ask_frames", broken)
    cell = run(ASK)
    assert "KeyError" in cell.printed and "Where: the stage narrowing" in cell.printed and "--debug" in cell.printed
    assert "Traceback" not in cell.printed


def test_a_bad_config_value_is_refused_when_a_question_runs(run):
    run("%config AutoViz.tries = 'many'")
    cell = run(ASK)
    assert not cell.succeeded and "tries" in cell.printed
    assert "AutoViz.tries" in run("%autoviz config").shown[0]["text/plain"]


def test_commands_correct_the_latest_answer(run):
    run("%%autoviz sales\ntotal revenue by region over time")
    assert run("%autoviz grain quarter").result.charts[0].grain == "quarter"
    swapped = run('%autoviz read "revenue" = units').result
    assert swapped.requirements.metrics == ("units",)
    assert swapped.charts[0].grain == "quarter", "earlier corrections stay"
    assert run("%autoviz chart area").result.charts[0].mark == "area"
    assert run("%autoviz function median").result.table["units"].max() < swapped.table["units"].max()
    assert list(run("%autoviz groups region").result.table.columns) == ["region", "units"]
    assert len(run("%autoviz limit 2").result.table) == 2
    assert list(run("%autoviz measure units = revenue").result.table.columns) == ["region", "revenue"]
    assert list(run("%autoviz undo").result.table.columns) == ["region", "units"]


def test_a_command_that_fails_leaves_the_latest_answer_as_it_was(run):
    before = run(ASK).result
    assert "time axis" in run("%autoviz grain week").printed
    assert run("%autoviz show").result is before


def test_a_tie_is_asked_about_and_options_hold_for_the_choice(run):
    run("%config AutoViz.tie_margin = 1.0")
    run("%config AutoViz.confidence_threshold = 0.0")
    cell = run("%%autoviz sales --grain quarter\ndemand over time")
    assert cell.result.clarification and "%autoviz choose" in cell.html
    assert "Choose from 1 to" in run("%autoviz choose 9").printed
    assert run("%autoviz choose 1").result.charts[0].grain == "quarter"


def test_a_choice_is_not_run_before_it_is_confirmed(run):
    run("%config AutoViz.tie_margin = 1.0")
    run("%config AutoViz.confidence_threshold = 0.0")
    run("%%autoviz sales --confirm\ndemand over time")
    assert run("%autoviz choose 1").result.answer == ""
    assert run("%autoviz run").result.answer


def test_a_plan_is_confirmed_by_commands(run):
    cell = run("%%autoviz sales --confirm -o asked\ntotal revenue by region")
    assert cell.result.answer == ""
    gap = run("%autoviz drop plot").result
    assert not gap.coverage.complete and gap.answer == ""
    ran = run("%autoviz run").result
    assert "Not done: the chart" in ran.answer and not ran.figures


def test_params_are_set_and_checked(run):
    run("%%autoviz sales --confirm\ntotal revenue by region")
    assert "agg_func" in run("%autoviz set aggregate.agg_fnc = mean").printed
    assert "Choose from" in run("%autoviz set aggregate.agg_func = meen").printed
    plan = run("%autoviz set aggregate.agg_func = mean").result.plan
    assert next(step for step in plan.steps if step.tool == "aggregate").params["agg_func"] == "mean"


def test_rows_are_filtered_by_a_command(run):
    run(ASK)
    assert set(run("%autoviz filter region in West, East").result.table["region"]) == {"West", "East"}
    assert "'region'" in run("%autoviz filter regoin = West").printed
    assert "region = West and units > 5" in run("%autoviz filter West").printed
    assert len(run("%autoviz filter").result.table) == 5


def test_corrections_are_of_the_part_that_was_turned_to(run):
    run(ASK)
    assert run("%autoviz part 1").succeeded
    assert "no part 2" in run("%autoviz part 2").printed
    assert "its number" in run("%autoviz part two").printed


def test_a_rating_is_kept_and_counts(run, tmp_path):
    from autoviz.feedback import satisfaction

    cell = run(ASK)
    assert "good answer" in run("%autoviz rate up").shown[0]["text/plain"]
    noted = run("%autoviz rate down <b>too</b> coarse")
    assert "bad answer, because: <b>too</b> coarse." in noted.shown[0]["text/plain"] and "<b>" not in noted.html
    assert cell.result.metrics.satisfaction == 0.0
    assert (satisfaction().ratings, satisfaction().good_ratings) == (1, 0), "the last rating of an answer counts"
    assert len((tmp_path / "data" / "feedback.jsonl").read_text("utf-8").splitlines()) == 2


def test_plan_diff_why_code_and_help_speak_of_the_latest_answer(run, shell):
    assert "Ask first" in run("%autoviz plan").printed
    run(ASK)
    plan = run("%autoviz plan")
    assert "aggregate" in plan.shown[0]["text/plain"] and "the measure, the groups" in plan.html
    assert "template" in run("%autoviz diff").html
    assert "Tools considered" in run("%autoviz why").html
    helped = run("%autoviz help").shown[0]["text/plain"]
    assert "--confirm" in helped and max(map(len, helped.splitlines())) <= 100, "wider lines break in the Lab"
    assert "--confirm" in run("%autoviz --help").shown[0]["text/plain"]
    run("%autoviz code")
    assert "groupby" in shell.rl_next_input


def test_teaching_reveals_stages_and_hides_a_step(run):
    html = run("%%autoviz sales --teach --hide aggregate\ntotal revenue by region").html
    assert "Predict" in html and "autoviz-lesson" in html
    assert "Provenance" not in html, "it would give the hidden step away"
    assert "It serves the measure, the groups, the total, the comparison and how it is summed up." in html
    assert "no step" in run("%%autoviz sales --teach --hide nothing\ntotal revenue by region").printed


def test_it_can_be_unloaded(run, shell):
    import autoviz

    autoviz.unload_ipython_extension(shell)
    assert "autoviz" not in shell.magics_manager.magics["cell"]
    autoviz.load_ipython_extension(shell)
    assert run(ASK).succeeded


def test_a_replay_tells_what_has_changed_and_then_shows_answer_and_chart(run, tmp_path):
    run("%%autoviz sales -o a\naverage revenue by region")
    run(f"a.save({str(tmp_path / 'q.autoviz.json')!r})")
    again = run(
        "import autoviz\n"
        f"autoviz.replay({str(tmp_path / 'q.autoviz.json')!r}, sales.assign(revenue=sales['revenue'] * 1.2))"
    )
    assert "reached from 155.79 to 39,480, now from 186.95 to 47,376" in again.html, "numbers as people write them"
    assert again.html.index("beyond 10%") < again.html.index("Average revenue: East")
    assert any(PLOTLY in bundle for bundle in again.shown)
    alone = again.result._repr_mimebundle_()["text/html"]
    assert "%load_ext autoviz" in alone, "where the extension is missing, the way to the chart is told"
