"""`truquero say`: interpretations, questions and refusals, as text and as JSON."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.commands import Command
from tests.support.record_queries import hand

CARDS = ("5b 7b 12c", "4e 6e 11o")


SAY = Command("say")
output_of, json_of, error_of = SAY.output_of, SAY.json_of, SAY.error_of


@pytest.fixture
def position(tmp_path: Path) -> str:
    """Return the path of a record that ends with an unanswered truco."""
    path = tmp_path / "hand.truco"
    path.write_text(hand("1 truco", *CARDS), encoding="utf-8")
    return str(path)


def test_an_interpretation_cites_its_article(capsys: pytest.CaptureFixture[str]) -> None:
    assert output_of(capsys, "argentino", "Envido mi truco") == (
        "Moves: envido truco\nArticle: the Argentine rule book of juegosdesalon.com, §16\nWhy: both calls count\n"
    )


def test_words_need_no_quotes(capsys: pytest.CaptureFixture[str]) -> None:
    assert output_of(capsys, "belmez", "envido", "tres", "pares").startswith("Moves: envido-6\n")


def test_text_without_a_move_is_reported_as_talk(capsys: pytest.CaptureFixture[str]) -> None:
    assert output_of(capsys, "argentino", "qué lindo día").startswith("No move\n")
    assert output_of(capsys, "argentino", "").startswith("No move\n")


def test_ambiguous_words_are_a_question(capsys: pytest.CaptureFixture[str]) -> None:
    out = output_of(capsys, "argentino", "envido o truco", status=1)
    assert out.startswith("Which of these? envido / truco\n")


def test_a_championship_reads_words_more_strictly(capsys: pytest.CaptureFixture[str]) -> None:
    assert output_of(capsys, "argentino", "quieto", status=1).startswith("Refused: “quieto” is ambiguous: say “quiero”")
    assert output_of(capsys, "argentino", "quieto", "--championship").startswith(
        "Moves: quiero\nArticle: the Argentine rule book of juegosdesalon.com, §16\n"
    )


def test_a_refusal_names_the_rule_book_and_what_to_say(capsys: pytest.CaptureFixture[str]) -> None:
    """S000 §14, §16. The output names the article by its rule book, not by the source code S000."""
    text = output_of(capsys, "argentino", "retruco", "--championship", status=1)
    assert text == (
        "Refused: in a championship a truco is accepted before it is raised: say “quiero retruco”\n"
        "Article: the Argentine rule book of juegosdesalon.com, §14, §16\n"
    )
    answer = json_of(capsys, "argentino", "retruco", "--championship", status=1)
    assert (answer["article"], answer["rule_book"]) == (
        "S000 §14, §16",
        "the Argentine rule book of juegosdesalon.com, §14, §16",
    )


def test_words_are_read_at_the_position_of_a_record(capsys: pytest.CaptureFixture[str], position: str) -> None:
    out = output_of(capsys, "argentino", "quiero retruco", "--position", position)
    assert out.startswith("Moves: retruco\nSeat: 2\nArticle: the Argentine rule book of juegosdesalon.com, §16\n")
    assert output_of(capsys, "argentino", "quiero", "--position", position, "--seat", "1", status=1).startswith(
        "Refused: "
    )


def test_a_move_that_waits_for_an_answer_is_listed_as_later(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "open.truco"
    path.write_text(hand("", *CARDS), encoding="utf-8")
    out = output_of(capsys, "argentino", "envido mi truco", "--position", str(path))
    assert out.startswith("Moves: envido\nLater: truco\nSeat: 1\n")


def test_a_refusal_lists_the_legal_moves(capsys: pytest.CaptureFixture[str], position: str) -> None:
    out = output_of(capsys, "argentino", "vale cuatro", "--position", position, status=1)
    assert out.startswith("Refused: seat 2 may not vale-cuatro: the next call is retruco\n")
    last = out.splitlines()[-1]
    assert last.startswith("You may say: ")
    assert "retruco" in last


def test_an_answer_is_not_read_from_a_call_that_is_illegal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "falta.truco"
    path.write_text(hand("1 falta-envido", *CARDS), encoding="utf-8")
    out = output_of(capsys, "argentino", "quiero real envido", "--position", str(path), status=1)
    assert out.startswith("Refused: seat 2 may not real-envido: that call may not follow\n")
    assert output_of(capsys, "argentino", "quiero falta envido", "--position", str(path)).startswith("Moves: quiero\n")


def test_json_contains_the_moves_or_the_question(capsys: pytest.CaptureFixture[str], position: str) -> None:
    answer = json_of(capsys, "argentino", "sí", "--position", position)
    assert answer["moves"] == ["quiero"]
    assert (answer["variant"], answer["words"], answer["seat"]) == ("argentino", "sí", 2)
    ambiguous = json_of(capsys, "argentino", "envido o truco", status=1)
    assert ambiguous["question"] == [["envido"], ["truco"]]
    assert ambiguous["moves"] == ambiguous["waits"] == ambiguous["legal"] == []
    assert ambiguous["refused"] == ""


def test_house_rules_may_be_anywhere_among_the_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    assert output_of(capsys, "argentino", "treinta y tres", "declare=manual").startswith("Moves: 33\n")
    assert output_of(capsys, "argentino", "treinta y tres", "--championship", "declare=manual").startswith(
        "Moves: 33\n"
    )
    assert output_of(capsys, "argentino", "treinta y tres").startswith("No move\n")
    assert output_of(capsys, "argentino", "flor", "flor=off").startswith("No move\n")


def test_a_position_may_come_from_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, position: str
) -> None:
    with Path(position).open(encoding="utf-8") as file:
        monkeypatch.setattr("sys.stdin", file)
        assert output_of(capsys, "argentino", "quiero", "--position", "-").startswith("Moves: quiero\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["argentino"], "required: WORDS"),
        (["brisca", "truco"], "unknown variant"),
        (["argentino", "truco", "--seat", "2"], "--seat needs --position"),
        (["argentino", "truco", "--seat", "x"], "'x' is not a whole number"),
        (["argentino", "truco", "--players", "5"], "choose players from"),
        (["argentino", "truco", "target=none"], "whole number"),
        (["argentino", "truco", "--position", "/nowhere.truco"], "/nowhere.truco: there is no such file"),
    ],
)
def test_bad_arguments_are_refused(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    assert message in error_of(capsys, *arguments)


def test_bad_positions_are_refused(capsys: pytest.CaptureFixture[str], position: str, tmp_path: Path) -> None:
    assert "the position is a game of argentino, not of belmez" in error_of(
        capsys, "belmez", "truco", "--position", position
    )
    assert "there is no seat 9" in error_of(capsys, "argentino", "truco", "--position", position, "--seat", "9")
    message = error_of(capsys, "argentino", "truco", "declare=manual", "--position", position)
    assert "the record of the position already names its players and house rules" in message
    broken = tmp_path / "broken.truco"
    broken.write_text("variant argentino\n1 dance\n", encoding="utf-8")
    assert f"{broken}: 2: " in error_of(capsys, "argentino", "truco", "--position", str(broken))
    broken.write_bytes(b"\xff\xfe")
    assert "not UTF-8" in error_of(capsys, "argentino", "truco", "--position", str(broken))
