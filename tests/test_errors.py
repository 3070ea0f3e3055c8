"""Errors: three parts told, kept by pickle, shown in a notebook without a traceback, and names offered."""

from __future__ import annotations

import inspect
import pickle

import pytest

from autoviz import errors
from autoviz.errors import AutovizError, ColumnError, DateError, did_you_mean, nearest

KINDS = [kind for _, kind in inspect.getmembers(errors, inspect.isclass) if issubclass(kind, AutovizError)]


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_says_what_and_what_to_do(kind):
    error = kind("It failed", "Do this.", retryable=True)
    assert str(error) == "It failed\nDo this."
    assert (error.what, error.hint, error.retryable) == ("It failed", "Do this.", True)


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_survives_pickling(kind):
    copy = pickle.loads(pickle.dumps(kind("It failed", "Do this.", retryable=True)))
    assert type(copy) is kind
    assert (copy.what, copy.hint, copy.retryable) == ("It failed", "Do this.", True)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_says_when_it_is_met(kind):
    assert kind.__doc__


def test_by_default_trying_again_does_not_help_and_there_is_no_empty_line():
    error = AutovizError("It failed")
    assert not error.retryable
    assert str(error) == "It failed"
    assert error._render_traceback_() == ["AutovizError: It failed"]


def test_a_notebook_shows_the_message_in_place_of_the_traceback():
    from IPython.core.interactiveshell import InteractiveShell

    shell = InteractiveShell()
    shell.ast_node_interactivity = "none"
    shown: list[str] = []
    shell._showtraceback = lambda etype, evalue, stb: shown.extend(stb)
    shell.push({"ColumnError": ColumnError})
    result = shell.run_cell("raise ColumnError('No column x', 'Did you mean y?')")
    assert not result.success
    assert shown == ["ColumnError: No column x", "Did you mean y?"]


def test_a_date_error_is_caught_as_a_column_error():
    with pytest.raises(ColumnError):
        raise DateError("not a date")


def test_the_nearest_names_are_found_whatever_the_casing():
    assert nearest("REVNUE", ["Revenue", "Region", "units"])[0] == "Revenue"
    assert nearest("zzz", ["Revenue"]) == []


@pytest.mark.parametrize(
    ("name", "available", "hint"),
    [
        ("revnue", ["revenue", "units"], "Did you mean 'revenue'?"),
        ("zzz", ["revenue", "units"], "Available columns: 'revenue' and 'units'."),
        ("zzz", [], "There are no columns here."),
    ],
)
def test_a_hint_offers_near_names_or_lists_what_there_is(name, available, hint):
    assert did_you_mean(name, available, "columns") == hint


def test_a_long_list_is_cut_and_counted():
    hint = did_you_mean("zzz", [f"column {number:02}" for number in range(30)], "columns")
    assert hint.endswith("and 18 more.")
