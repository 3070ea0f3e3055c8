"""Aliases: given or learned, kept in a file that the user can edit, and a data dictionary beside them."""

from __future__ import annotations

import pytest
import yaml

import autoviz
from autoviz.aliases import load_project, project_file
from autoviz.errors import ColumnError, FileError


def test_an_alias_is_kept_with_its_type_and_confidence(sales):
    autoviz.alias(sales, {"Takings": "net_revenue", "west coast": {"region": "West"}})
    content = yaml.safe_load(project_file().read_text("utf-8"))
    assert content["aliases"]["takings"] == {
        "column": "net_revenue", "type": "measure", "confidence": 1.0, "source": "given",
    }  # fmt: skip
    assert content["aliases"]["west coast"]["value"] == "West"
    asked = autoviz.ask(sales, "total takings by product for the west coast").requirements
    assert asked.metrics == ("net_revenue",)
    assert any(item.kind == "filter" and item.value == "West" for item in asked.constraints)


def test_a_column_or_value_that_is_not_there_is_refused(sales):
    with pytest.raises(ColumnError, match="net_revenu"):
        autoviz.alias(sales, {"takings": "net_revenu"})
    with pytest.raises(ColumnError, match="Wst"):
        autoviz.alias(sales, {"west coast": {"region": "Wst"}})
    assert not project_file().exists()


def test_the_file_can_be_edited(sales):
    autoviz.alias(sales, {"takings": "net_revenue"})
    project_file().write_text("aliases:\n  takings: units\n", "utf-8")
    assert autoviz.ask(sales, "total takings by region").requirements.metrics == ("units",)
    project_file().write_text("aliases:\n  takings: {column: units, confidence: 7}\n", "utf-8")
    with pytest.raises(FileError, match="confidence"):
        autoviz.ask(sales, "total takings by region")


def test_an_alias_in_doubt_is_not_used(sales):
    project_file().parent.mkdir(parents=True)
    project_file().write_text("aliases:\n  takings: {column: units, confidence: 0.3}\n", "utf-8")
    assert load_project().meant(0.5) == {}


def test_a_correction_teaches_an_alias(sales):
    frame = sales.rename(columns={"revenue": "gross_turnover", "net_revenue": "net_turnover"})
    session = autoviz.Session(frame, tie_margin=0.0)
    first = session.ask("total turnover by region")
    other = "net_turnover" if first.requirements.metrics == ("gross_turnover",) else "gross_turnover"
    corrected = session.ask(f"no, I meant {other}")
    assert corrected.requirements.metrics == (other,)
    assert any("From now on" in note for note in corrected.record.notes)
    known = load_project().aliases["turnover"]
    assert (known.column, known.source) == (other, "learned")
    assert autoviz.Session(frame).ask("total turnover by product").requirements.metrics == (other,)


def test_the_own_name_of_a_column_goes_on_meaning_it(sales):
    session = autoviz.Session(sales)
    session.ask("total revenue by region")
    assert session.ask("no, I meant net_revenue").requirements.metrics == ("net_revenue",)
    assert not load_project().aliases
    assert session.ask("total revenue by product").requirements.metrics == ("revenue",)


@pytest.mark.parametrize("name", ("dictionary.yaml", "dictionary.csv", None))
def test_a_data_dictionary_helps_linking(sales, tmp_path, name):
    frame = sales.rename(columns={"net_revenue": "kpi_7"})
    told = {"kpi_7": "commission paid to agents"}
    if name:
        text = (
            "kpi_7: commission paid to agents\n"
            if name.endswith("yaml")
            else "column,description\nkpi_7,commission paid to agents\n"
        )
        (tmp_path / name).write_text(text, "utf-8")
    autoviz.alias(frame, dictionary=tmp_path / name if name else told)
    assert {name: said.description for name, said in load_project().columns.items()} == told
    assert autoviz.ask(frame, "total commission by region").requirements.metrics == ("kpi_7",)


def test_descriptions_in_attrs_help_too(sales):
    frame = sales.rename(columns={"net_revenue": "kpi_7"})
    frame.attrs["descriptions"] = {"kpi_7": "commission paid to agents"}
    assert autoviz.ask(frame, "total commission by region").requirements.metrics == ("kpi_7",)


def test_without_a_file_nothing_is_written(sales):
    autoviz.Session(sales).ask("total revenue by region")
    assert not project_file().exists()
    assert autoviz.alias(sales).aliases == {}
