"""Invalid input of any kind causes a single clear line on standard error and exit status 2."""

from __future__ import annotations

import argparse
import ast
import inspect
import io
from pathlib import Path

import pytest

from tests.support.commands import error_line
from truquero.cli import COMMANDS, main
from truquero.cli.command_parser import ARGPARSE_MESSAGES


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("dance", "invalid choice: 'dance'"),
        ("variants brisca", "unknown variant 'brisca'; the variants are argentino,"),
        ("variants argentino belmez", "unrecognized arguments: belmez"),
        ("simulate", "required: VARIANT"),
        ("simulate brisca", "unknown variant 'brisca'"),
        ("simulate target=15", "unknown variant 'target=15'"),
        ("simulate argentino --players 5", "argentino is not played by 5: choose players from 2, 3, 4, 6, 8"),
        ("simulate argentino --players two", "'two' is not a whole number"),
        ("simulate argentino --matches 0", "it must be 1 or more"),
        ("simulate argentino --matches x", "'x' is not a whole number"),
        ("simulate argentino --matches -3", "it must be 1 or more"),
        (f"simulate argentino --matches {'0' * 5_000}", "it must be 1 or more"),
        (f"simulate argentino target={'9' * 5_000}", "choose a whole number from 1 to "),
        ("simulate argentino --hands 3 --matches 3", "argument --matches: not allowed with argument --hands"),
        ("equity argentino --mano --pie", "argument --pie: not allowed with argument --mano"),
        (f"simulate argentino --matches {'9' * 5_000}", "it must have 18 digits or fewer"),
        ("simulate argentino --matches 1.5", "'1.5' is not a whole number"),
        ("simulate argentino --seed \udcff", "it must be UTF-8 text"),
        ("simulate argentino --dance", "unrecognized arguments: --dance"),
        ("play brisca", "unknown variant 'brisca'"),
        ("play --players 7", "argentino is not played by 7"),
        ("play belmez --players 2 patas=4", "option patas=4: choose one of 5, 3"),
        ("play belmez patas=3 patas=5", "option patas is given twice"),
        ("play belmez colour=red", "unknown option 'colour'; the options are"),
        ("play belmez players=2", "unknown option 'players'"),
        ("play belmez name=2", "unknown option 'name'"),
        ("play belmez self=2", "unknown option 'self'"),
        ("play belmez patas", "option 'patas': write name=value"),
        ("play belmez patas=", "option 'patas=': write name=value"),
        ("play target=0", "option target=0: choose a whole number from 1 to 100"),
        ("play --seat 9", "there is no seat 9: seats are 1 to 4"),
        ("play --seat 0", "there is no seat 0"),
        ("play --seat first", "'first' is not a whole number"),
    ],
)
def test_bad_arguments_cause_one_clear_line(arguments: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert message in error_line(capsys, *arguments.split())


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        ("paly", "play"),
        ("play argentin", "argentino"),
        ("variants belmes", "belmez"),
        ("play belmez pata=3", "patas"),
        ("play belmez tie_lead=first_tie", "first_tied"),
        ("play --bots jugadr", "jugador"),
        ("play --playrs=2", "--players"),
        ("simulate argentino --executor refernce", "reference"),
        ("duel azar aprendis", "aprendiz"),
        ("rules --langs es", "--lang"),
        ("play --style clasic", "classic"),
    ],
)
def test_a_mistyped_name_gets_a_suggestion(arguments: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert f"; did you mean {name}?" in error_line(capsys, *arguments.split())


# Messages of argparse for the author of a parser, and messages that these commands cannot cause in their present form.
TO_PROGRAMMERS = {
    "'required' is an invalid argument for positionals",
    ".__call__() not defined",
    "%r is not callable",
    'argument "-" with mode %r',
    "can't open '%(filename)s': %(error)s",
    "cannot have multiple subparser arguments",
    "cannot merge actions - two groups are named %r",
    "conflicting option string: %s",
    "conflicting option strings: %s",
    "conflicting subparser: %s",
    "conflicting subparser alias: %s",
    "dest= is required for options like %r",
    "invalid conflict_resolution value: %r",
    "invalid option string %(option)r: must start with a character %(prefix_chars)r",
    "mutually exclusive arguments must be optional",
}
NEVER_SHOWN = {
    " (default: %(default)s)",  # no formatter writes it
    "%(heading)s:",  # nothing to translate
    "%(prog)s: error: %(message)s\n",  # `Parser.error` writes its own
    "%(prog)s: warning: %(message)s\n",  # nothing is deprecated
    "argument '%(argument_name)s' is deprecated",
    "command '%(parser_name)s' is deprecated",
    "option '%(option)s' is deprecated",
    "expected %s argument",  # no option takes a number of arguments
    "expected %s arguments",
    "expected at most one argument",
    "invalid choice: %(value)r, maybe you meant %(closest)r? (choose from %(choices)s)",  # suggestions are not enabled
    "invalid %(type)s value: %(value)r",  # every type has its own error message
    "one of the arguments %s is required",  # no group is required
    "show program's version number and exit",  # `--version` has its own help text
    "subcommands",  # the commands have no title
    "unexpected option string: %s",
    "unknown parser %(parser_name)r (choices: %(choices)s)",  # an unknown command is an invalid choice
}


def test_all_texts_of_argparse_are_translated() -> None:
    """Each text that argparse passes to gettext has a translation here, or never appears."""
    calls = [node for node in ast.walk(ast.parse(inspect.getsource(argparse))) if isinstance(node, ast.Call)]
    gettext_calls = [node for node in calls if isinstance(node.func, ast.Name) and node.func.id in ("_", "ngettext")]
    texts = {argument.value for node in gettext_calls for argument in node.args if isinstance(argument, ast.Constant)}
    assert "not allowed with argument %s" in texts
    assert texts - TO_PROGRAMMERS - NEVER_SHOWN == set(ARGPARSE_MESSAGES) & texts
    assert not set(ARGPARSE_MESSAGES) & (TO_PROGRAMMERS | NEVER_SHOWN)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is always full")
@pytest.mark.parametrize(
    ("arguments", "buffered"),
    [("play --plain trucardo", True), ("play --plain trucardo", False), ("variants", True), ("--help", True)],
)
def test_a_write_error_is_one_line(
    arguments: str, buffered: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRUQUERO_DATA", str(tmp_path))
    with io.TextIOWrapper(Path("/dev/full").open("wb", buffering=-1 if buffered else 0), write_through=True) as full:
        monkeypatch.setattr("sys.stdout", full)
        monkeypatch.setattr("sys.stdin", io.StringIO(""))
        with pytest.raises(SystemExit) as end:
            main([*arguments.split(), "--lang", "en"])
    assert end.value.code == 1
    assert capsys.readouterr().err == "truquero: cannot write the output: the disk is full\n"


@pytest.mark.parametrize("name", [".", "missing/match.truco"])
def test_a_record_that_cannot_be_written_is_refused_before_the_game(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    assert f"--record {path} cannot be written: " in error_line(capsys, "play", "--record", str(path))


def test_a_record_that_can_no_longer_be_written_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "match.truco"

    def replace_with_a_folder(prompt: str = "") -> str:
        """Replace the record with a folder."""
        path.unlink()
        path.mkdir()
        return "q"

    monkeypatch.setattr("builtins.input", replace_with_a_folder)
    assert main(["play", "--record", str(path)]) == 2
    assert "cannot be written: " in capsys.readouterr().err


@pytest.mark.parametrize("command", COMMANDS)
def test_every_help_has_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main([command, "--help"])
    assert end.value.code == 0
    assert f"Example: truquero {command}" in capsys.readouterr().out
