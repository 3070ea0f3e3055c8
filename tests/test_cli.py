"""The command line: its subcommands, its exit statuses, and errors told as messages."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import autoviz
from autoviz import cli
from autoviz.errors import ColumnError


def _failing(error: BaseException) -> SimpleNamespace:
    def run(_options):
        raise error

    return SimpleNamespace(SUMMARY="fails", arguments=lambda parser: None, run=run)


def test_the_version_is_told(capsys):
    with pytest.raises(SystemExit, match="0"):
        cli.main(["--version"])
    assert autoviz.__version__ in capsys.readouterr().out


@pytest.mark.parametrize("line", [[], ["dance"], ["doctor", "--unknown"]])
def test_a_wrong_command_line_exits_with_2(line, capsys):
    with pytest.raises(SystemExit, match="2"):
        cli.main(line)
    assert "usage:" in capsys.readouterr().err


def test_no_command_at_all_lists_what_there_is(capsys):
    with pytest.raises(SystemExit, match="2"):
        cli.main([])
    told = capsys.readouterr().err
    assert "error" not in told and all(name in told for name in cli.COMMANDS)


def test_a_mistyped_command_is_refused_with_the_nearest_one(capsys):
    with pytest.raises(SystemExit, match="2"):
        cli.main(["-v", "repot", "sales.csv"])
    assert "there is no command 'repot'. Did you mean 'report'?" in capsys.readouterr().err


@pytest.mark.parametrize("name", sorted(cli.COMMANDS))
def test_every_command_has_its_own_help(name, capsys):
    with pytest.raises(SystemExit, match="0"):
        cli.main([name, "--help"])
    assert f"autoviz {name}" in capsys.readouterr().out


def test_every_module_of_the_folder_is_a_command():
    import pkgutil

    from autoviz import commands

    modules = {module.name for module in pkgutil.iter_modules(commands.__path__)}
    assert modules == {command.__name__.rpartition(".")[2] for command in cli.COMMANDS.values()}


def test_an_error_is_a_message_on_stderr_and_no_traceback(monkeypatch, capsys):
    monkeypatch.setitem(cli.COMMANDS, "fail", _failing(ColumnError("There is no column 'x'", "Did you mean 'y'?")))
    assert cli.main(["fail"]) == 1
    told = capsys.readouterr()
    assert told.err == "ColumnError: There is no column 'x'\nDid you mean 'y'?\n"
    assert told.out == ""


def test_an_interrupt_ends_with_the_usual_status(monkeypatch):
    monkeypatch.setitem(cli.COMMANDS, "stop", _failing(KeyboardInterrupt()))
    assert cli.main(["stop"]) == 130


def test_the_arguments_of_the_process_are_the_default(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["autoviz", "--version"])
    with pytest.raises(SystemExit, match="0"):
        cli.main()
    assert autoviz.__version__ in capsys.readouterr().out


def test_the_commands_are_there_without_the_script():
    done = subprocess.run([sys.executable, "-m", "autoviz", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("autoviz ")


@pytest.mark.parametrize("name", ["report", "replay", "get-model", "serve-model"])
def test_the_help_of_an_option_says_what_it_is_without_it(name):
    (parsers,) = [item.choices for item in cli.parser()._actions if isinstance(item.choices, dict)]
    taken = [item for item in parsers[name]._actions if item.nargs != 0]
    given = [item for item in taken if isinstance(item.default, int | float | Path)]
    assert [item.dest for item in given if str(item.default).removesuffix(".0") not in item.help] == []
