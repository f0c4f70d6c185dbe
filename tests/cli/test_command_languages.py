"""Every command in every language, chosen by `--lang` or by the locale."""

from __future__ import annotations

import errno
import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from truquero.cli import COMMANDS, main
from truquero.i18n import LANGUAGES, current_language
from truquero.i18n.os_errors import reason

RECORD = "variant argentino\nplayers 2\ndeal 2\ncards 1 7c 6c 4e\ncards 2 1e 1b 5o\n1 truco ; 2 no-quiero\n= 1-0\n"

RUNS = {
    "play": "paulista --players 2 --seed 1",
    "learn": "argentino",
    "variants": "belmez",
    "rules": "trucardo",
    "referee": "match.truco",
    "verify": "match.truco",
    "check": "paulista --players 2",
    "simulate": "argentino --matches 2 --players 2",
    "say": "argentino quiero",
    "equity": "argentino --players 2 --cards 7e,6e,1c",
    "solve": "asturiano --steps 1",
    "duel": "azar azar --players 2 --hands 4 --jobs 1",
    "bot-protocol": "",
}


@pytest.fixture(autouse=True)
def in_a_folder_with_a_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("match.truco").write_text(RECORD, encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO("?\n1\nq\n"))


COMPILED = {"solve"}


def _parameter(command: str) -> ParameterSet:
    return pytest.param(command, marks=pytest.mark.compiled if command in COMPILED else ())


@pytest.mark.parametrize("command", [_parameter(name) for name in COMMANDS if name != "serve"])  # runs until stopped
def test_a_command_has_texts_in_every_language(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    outputs = {}
    for language in LANGUAGES:
        assert main(["--lang", language, command, *RUNS[command].split()]) == 0
        written = capsys.readouterr()
        assert written.err == ""
        outputs[language] = re.sub(r"\d", "", written.out)
        sys.stdin.seek(0)
    assert len(set(outputs.values())) == len(LANGUAGES)
    assert current_language() == "en"


@pytest.mark.parametrize("command", [None, *COMMANDS])
def test_help_is_in_every_language(command: str | None, capsys: pytest.CaptureFixture[str]) -> None:
    outputs = set()
    for language in LANGUAGES:
        with pytest.raises(SystemExit) as end:
            main(["--lang", language, *([command] if command else []), "--help"])
        assert end.value.code == 0
        outputs.add(capsys.readouterr().out)
    assert len(outputs) == len(LANGUAGES)


@pytest.mark.parametrize(
    "arguments",
    [
        "--lang pt variants",
        "variants --lang pt",
        "--lang en variants --lang pt",
        "variants --lang=pt",
        "variants --la pt",
    ],
)
def test_the_language_may_stand_before_or_after_the_command(arguments: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments.split()) == 0
    assert "JOGADORES" in capsys.readouterr().out


@pytest.mark.parametrize(("language", "heading"), [("es", "JUGADORES"), ("ca", "JUGADORS"), ("en", "PLAYERS")])
def test_without_lang_the_locale_chooses(
    language: str, heading: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TRUQUERO_LANG")
    monkeypatch.setenv("LC_ALL", f"{language}_XX.UTF-8")
    assert main(["variants"]) == 0
    assert heading in capsys.readouterr().out


@pytest.mark.parametrize(
    ("locale", "command", "message"),
    [
        ("es.UTF-8", "equity argentino", "decí dónde te sentás"),
        ("es", "equity target=15 uruguayo", "decí dónde te sentás"),
        ("es", "equity belmez", "di dónde te sientas"),
        ("es_ES", "equity argentino", "di dónde te sientas"),
        ("es_UY", "equity belmez", "decí dónde te sentás"),
        ("pt", "equity argentino", "diga onde"),
        ("es", "equity argentino --lang es", "di dónde te sientas"),
        ("es_ES", "equity argentino --lang es-AR", "decí dónde te sentás"),
    ],
)
def test_spanish_without_a_country_is_that_of_the_game(
    locale: str, command: str, message: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TRUQUERO_LANG")
    monkeypatch.setenv("LC_ALL", locale)
    assert main([*command.split(), "--against", "1: envido>=28"]) == 2
    assert message in capsys.readouterr().err


def test_a_language_without_a_catalogue_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["variants", "--lang", "eu"])
    assert end.value.code == 2
    [line] = capsys.readouterr().err.splitlines()
    assert "invalid choice: 'eu' (choose from " in line


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("serve --port x", "argumento --port: tiene que ser un número de 0 a 65535"),
        ("dance", "no vale (elige entre "),
        ("simulate argentino --matches", "argumento --matches: le falta su valor"),
        ("simulate argentino --matches x", "'x' no es un número entero"),
        ("simulate argentino --dance", "no se entiende: --dance"),
        ("play --seat 9", "no hay asiento 9"),
        ("variants brisca", "no se conoce la variante 'brisca'"),
    ],
)
def test_errors_are_in_the_language(arguments: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        status: object = main([*arguments.split(), "--lang", "es"])
    except SystemExit as end:
        status = end.code
    written = capsys.readouterr()
    assert status == 2
    [line] = written.err.splitlines()
    assert message in line


def test_machine_readable_output_is_the_same_in_every_language(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("check", "referee"):
        outputs = set()
        for language in LANGUAGES:
            assert main([command, *RUNS[command].split(), "--json", "--lang", language]) == 0
            outputs.add(capsys.readouterr().out)
        assert len(outputs) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_columns_stay_aligned(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    for variant in ("argentino", "paulista", "belmez"):
        assert main(["simulate", variant, "--matches", "2", "--lang", language]) == 0
        shares = [line for line in capsys.readouterr().out.splitlines() if line.endswith("%")]
        assert shares
        assert len({len(line) for line in shares}) == 1


def test_letters_that_the_terminal_cannot_write_are_replaced() -> None:
    environment = {**os.environ, "LC_ALL": "C", "PYTHONIOENCODING": "ascii", "TRUQUERO_LANG": "pt"}
    process = subprocess.run(
        [sys.executable, "-m", "truquero", "variants"], env=environment, capture_output=True, check=False
    )
    assert process.returncode == 0
    assert process.stderr == b""
    assert process.stdout.isascii()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_of_variants_fits_a_terminal(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variants", "--lang", language]) == 0
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("language", "missing", "folder"),
    [
        ("es", "no existe ese fichero o directorio", "es un directorio"),
        ("pt", "não existe esse arquivo ou diretório", "é um diretório"),
        ("ca", "eixe fitxer o directori no existix", "és un directori"),
    ],
)
@pytest.mark.parametrize("command", ["referee", "say argentino truco --position", "rules", "play --record"])
def test_system_messages_are_translated(
    command: str, language: str, missing: str, folder: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("folder.toml").mkdir()
    for path, message in (("nowhere/file.toml", missing), ("folder.toml", folder)):
        assert main([*command.split(), path, "--lang", language]) == 2
        assert message in capsys.readouterr().err


def test_rare_system_messages_stay_untranslated() -> None:
    assert reason(OSError(errno.EXDEV, "Invalid cross-device link")) == "Invalid cross-device link"
    assert reason(OSError("strange")) == "strange"


@pytest.mark.parametrize(
    ("language", "pattern"), [("en", r"\d\.\d\d%$"), ("es", r"\d,\d\d %$"), ("pt", r"\d,\d\d%$"), ("ca", r"\d,\d\d %$")]
)
def test_numbers_are_written_as_in_the_language(
    language: str, pattern: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", "paulista", "--matches", "2", "--lang", language]) == 0
    assert len(re.findall(pattern, capsys.readouterr().out, re.MULTILINE)) > 5


def test_awards_of_a_check_are_in_the_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "paulista", "--players", "2", "--lang", "ca"]) == 0
    text = capsys.readouterr().out
    assert "  truc no volgut: 1, 3, 6, 9\n" in text
    assert "refused" not in text


def test_a_game_has_the_plural_of_its_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "valenciano", "--lang", "ca"]) == 0
    text = capsys.readouterr().out
    assert "guanya qui faça 2 cames" in text
    assert "cames: Nosaltres 0, Ells 0" in " ".join(text.split())
    assert "(truque, no vull, me’n vaig)" in re.sub(r"\s+", " ", text)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_calls_a_file_by_its_name_in_the_language(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([command, "--help", "--lang", "es"])
    assert "FILE" not in capsys.readouterr().out
