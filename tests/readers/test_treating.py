"""What a question wants done with rows or values beside its analysis, read from the examples of the registry."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

import autoviz
from autoviz.model.profile import DatasetProfile
from autoviz.model.requirements import Cumulative, Distinct, Filter, Missing, Sample, SavePath, Statistic
from autoviz.query.sql import from_sql
from autoviz.readers.embedded.treating import says_itself, treated
from autoviz.registry.treatments import Treatment, treatments
from autoviz.samples import load_sales

FILLED = {
    "{column}": "salary", "{columns}": "salary, rating and hire date", "{number}": "500", "{percent}": "10%",
    "{value}": "0", "{path}": "out/result.csv",
}  # fmt: skip


def said(example: str) -> str:
    return " ".join(FILLED.get(word, word) for word in example.split())


@pytest.mark.parametrize("treatment", treatments().treatments, ids=lambda item: item.examples[0])
def test_every_example_asks_for_what_it_stands_for(treatment, staff):
    for example in treatment.examples:
        opening = "is it so, " if treatment.claimed else "please show me, "
        asked = treated(f"{opening}{said(example)}", staff, {})
        kinds = [item.kind for item in asked.constraints]
        assert kinds == ([] if treatment.asks is None else [treatment.asks["kind"]]), example


@pytest.mark.parametrize(
    ("question", "constraint", "rest"),
    [
        ("running total of salary by month", Cumulative(), "total salary by month"),
        ("what is the cumulative number of hires per year?", Cumulative(), "what is the number of hires per year?"),
        ("drop duplicate rows", Distinct(), ""),
        ("average salary by dept after dropping all the duplicates", Distinct(), "average salary by dept"),
        ("deduplicate the data, then average salary by dept", Distinct(), "average salary by dept"),
        ("keep only one row per job title", Distinct(columns=("job_title",)), ""),
        ("ignore rows with missing salary", Missing(how="drop", columns=("salary",)), ""),
        ("mean salary per dept, leaving out records where the salary is null",
         Missing(how="drop", columns=("salary",)), "mean salary per dept"),
        ("mean salary per dept without missing values", Missing(how="drop"), "mean salary per dept"),
        ("drop rows that have no salary or rating", Missing(how="drop", columns=("salary", "rating")), ""),
        ("replace missing ratings by the average", Missing(how="mean", columns=("rating",)), ""),
        ("treat missing salaries as 0 and plot salary by dept",
         Missing(how="value", columns=("salary",), value=0), "plot salary by dept"),
        ("a random sample of 500 rows", Sample(n=500), ""),
        ("scatter of salary and rating for a random sample of 1,000 records", Sample(n=1000),
         "scatter of salary and rating"),
        ("25 percent of the rows at random", Sample(fraction=0.25), ""),
        ("how many values are missing?", Statistic(kind="completeness"), "?"),
        ("which columns have missing values where the dept is Sales", Statistic(kind="completeness"),
         "number of rows where the dept is Sales"),
        ("number of missing salaries by dept", Filter(column="salary", op="is null"), "number of rows by dept"),
        ("how many salaries are missing", Statistic(kind="completeness", columns=("salary",)), ""),
        ("which job titles appear more than once", Statistic(kind="duplicates", columns=("job_title",)), ""),
        ("are there any duplicated rows", Statistic(kind="duplicates"), ""),
        ("does salary differ significantly between depts?", Statistic(kind="significance"),
         "does salary differ between depts?"),
        ("quartiles of salary by dept", Statistic(kind="percentiles"), "distribution salary by dept"),
        ("is there any seasonality in salary", Statistic(kind="seasonality"), "is there any trend salary"),
        ("save average salary by dept to out/means.csv", SavePath(path="out/means.csv"), "average salary by dept"),
        ("Please export total salary by dept as pie_heatmap.csv.", SavePath(path="pie_heatmap.csv"),
         "total salary by dept"),
        ("save average salary by dept to means.csv.exe", SavePath(path="means.csv.exe"), "average salary by dept"),
        ("mean salary by dept and save the table to m.xlsx", SavePath(path="m.xlsx"), "mean salary by dept"),
        ("average salary by dept, save it to out/means.csv", SavePath(path="out/means.csv"), "average salary by dept"),
    ],
)  # fmt: skip
def test_a_phrase_is_taken_out_of_the_question(question, constraint, rest, staff):
    asked = treated(question, staff, {})
    assert asked.constraints == (constraint,)
    assert asked.rest == rest
    assert asked.links[0].kind == "label" and asked.links[0].phrase in question


@pytest.mark.parametrize(
    "question",
    [
        "show the rows with missing salary",
        "how many unique job titles are there",
        "3 month running average of salary",
        "cumulative distribution of salary",
        "90th percentile of salary by dept",
        "upper quartile of salary",
        "sample of salaries",
        "total salary by dept",
    ],
)
def test_what_only_sounds_alike_is_left_to_the_analysis(question, staff):
    asked = treated(question, staff, {})
    assert (asked.rest, asked.constraints) == (question, ())


def test_two_of_them_in_one_question(staff):
    asked = treated("drop duplicates and rows with missing salary... ", staff, {})
    assert asked.constraints[0] == Distinct()
    both = treated("remove duplicates, ignore missing ratings, average salary by dept", staff, {})
    assert both.constraints == (Distinct(), Missing(how="drop", columns=("rating",)))
    assert both.rest == "average salary by dept"


@pytest.mark.parametrize(
    ("name", "question"),
    [("cumulative_cases", "cumulative cases by region"), ("running_total", "running total by region"),
     ("sample", "average Sales of sample 12")],
)  # fmt: skip
def test_the_name_of_a_column_is_no_request(name, question, sales: DatasetProfile):
    named = sales.columns[3].replaced(name=name)
    profile = sales.replaced(columns=(*sales.columns, named), fingerprint=f"with {name}")
    assert treated(question, profile, {}).constraints == ()
    assert treated("running total of Sales by region", sales, {}).constraints == (Cumulative(),)


def test_rows_alone_are_wanted_only_where_nothing_else_is_asked(staff):
    assert treated("please show me the table with no duplicates", staff, {}).alone
    assert not treated("how many rows are left without duplicates", staff, {}).alone
    assert not treated("average salary", staff, {}).alone


def test_an_example_holds_the_slots_of_its_constraint():
    with pytest.raises(ValidationError, match=r"holds \[\], and its constraint \['{number}'\]"):
        Treatment(asks={"kind": "sample", "n": "{number}"}, examples=("some rows",))
    with pytest.raises(ValidationError, match="none of the slots"):
        Treatment(asks={"kind": "sample", "n": "{amount}"}, examples=("{amount} rows",))


def test_what_is_saved_is_saved_however_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "of-root-0"
    folder.mkdir()
    for path in ("top.csv", "of-root-0/top.csv"):
        autoviz.ask(load_sales(), f"export the 5 best selling categories to {path}")
        assert (tmp_path / path).is_file()


@pytest.mark.parametrize(
    ("question", "sql", "said"),
    [
        ("average salary of Sales against the rest", "SELECT dept = 'Sales' AS s, AVG(salary) FROM t GROUP BY 1", True),
        ("average salary of Sales against the rest", "SELECT dept, AVG(salary) FROM t GROUP BY 1", False),
        ("average rating by salary quartile",
         "SELECT q, AVG(r) FROM (SELECT ntile(4) OVER (ORDER BY salary) AS q, rating AS r FROM t) GROUP BY 1", True),
        ("average rating by salary quartile", "SELECT salary, AVG(rating) FROM t GROUP BY 1", False),
        ("running total of salary by hire date",
         'SELECT "hireDate", SUM(SUM(salary)) OVER (ORDER BY "hireDate") FROM t GROUP BY 1', True),
        ("running total of salary by hire date", 'SELECT "hireDate", SUM(salary) FROM t GROUP BY 1', False),
        ("is the difference in salary between depts significant",
         "SELECT dept = 'Sales' AS s, AVG(salary) FROM t GROUP BY 1", False),
    ],
)  # fmt: skip
def test_a_query_may_have_in_it_what_stands_beside_an_analysis(staff, question, sql, said):
    assert says_itself(from_sql(sql, staff.names), treated(question, staff, {}), staff) is said
