"""`truquero referee`: its exit status, error lines and JSON objects, and records that try to cheat it."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from truquero import IllegalMove, Match
from truquero.cli import main
from truquero.records import RecordError, parse, record, replay

TABLE = "variant argentino\nplayers 2\ndeal 2\ncards 1 7c 6c 4e\ncards 2 1e 1b 5o\n"
UNKNOWN = "variant argentino\nplayers 2\ndeal 2\ncards 1 7c 6c 4e\ncards 2 ?? ?? ??\n"
FALLEN = "variant belmez\nplayers 2\ndeal 2\nexposed 1 4e\n"


@pytest.fixture
def judge(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    """Return a function that runs the referee on a record and returns its exit status, output and errors."""

    def run(text: str, *options: str) -> tuple[int, str, str]:
        path = tmp_path / "a.truco"
        path.write_text(text, encoding="utf-8")
        status = main(["referee", *options, str(path)])
        captured = capsys.readouterr()
        return status, captured.out, captured.err.replace(str(tmp_path) + "/", "")

    return run


# ----------------------------------------------------------------------------------------------------------- contract


def test_a_legal_record_is_reported_and_exits_0(judge: Any) -> None:
    status, out, err = judge(TABLE + "1 envido ; 2 quiero\n= 2-0\n1 truco ; 2 no-quiero\n= 3-0\n== truco A 1\n")
    assert (status, err) == (0, "")
    assert "envido: 2 to A, best envido (seat 1; seat 1 33, seat 2 5)" in out
    assert "truco: 1 to A, not accepted" in out
    assert "Next: seat 1 deals" in out


def test_the_output_names_the_seats_that_may_act_at_the_end(judge: Any) -> None:
    assert "Seat 2 may: envido falta-envido mazo no-quiero quiero real-envido retruco" in judge(TABLE + "1 truco\n")[1]


def test_an_assertion_that_fails_exits_1(judge: Any) -> None:
    status, out, err = judge(TABLE + "1 truco ; 2 no-quiero\n= 0-1\n== truco B 1\n", "--json")
    assert status == 1
    assert err == "a.truco:7: the score is 1-0, not 0-1\na.truco:8: truco B is 0, not 1\n"
    assert json.loads(out)["score"] == [1, 0]


def test_an_illegal_move_exits_2_with_one_line_and_no_object(judge: Any) -> None:
    status, out, err = judge(TABLE + "1 7c\n1 envido\n", "--json")
    assert (status, out) == (2, "")
    assert err == "a.truco:7: seat 1 may not envido: it is the turn of seat 2; seat 1 may not act now\n"
    assert judge(TABLE + "1 7c\n2 retruco\n")[2] == (
        "a.truco:7: seat 2 may not retruco: the next call is truco; "
        "legal: 1e 1b 5o envido real-envido falta-envido truco mazo\n"
    )


def test_the_json_object_has_all_fields(judge: Any) -> None:
    text = "variant belmez\nplayers 4\ndeal 1\nduel 2 3\ncards 2 4e 2b 10o\ncards 3 5e 6c 3o\n"
    text += "2 envido ; 3 no-quiero\n2 4e ; 3 5e\n3 3o ; 2 10o\n2 2b ; 3 6c\n= 0-2\n"
    text += "duel 2 3\ncards 2 4o 7b 7c\ncards 3 1b 1o 7o\n"
    answer = json.loads(judge(text, "--json")[1])
    assert answer["variant"] == "belmez"
    assert (answer["players"], answer["score"], answer["games"], answer["winner"]) == (4, [0, 2], [0, 0], None)
    assert answer["hands"] == [
        {
            "dealer": 1,
            "duel": [2, 3],
            "tricks": ["A", "B", "B"],
            "finished": True,
            "awards": [
                {"lance": "envido", "side": "B", "points": 1},
                {"lance": "truco", "side": "B", "points": 1},
            ],
        },
        {"dealer": 1, "duel": [2, 3], "tricks": [], "finished": False, "awards": []},
    ]
    moves = answer["turn"]["2"]
    assert list(answer["turn"]) == ["2"]
    assert moves == sorted(moves)
    assert {"4o", "7b", "7c", "envido", "envido-10", "envido-40", "envido-pata", "mazo", "truco"} <= set(moves)
    assert not {"envido-3", "envido-42", "flor"} & set(moves)
    assert "claims" not in answer


def test_claims_are_possible_until_the_next_deal(judge: Any) -> None:
    ended = TABLE.replace("7c 6c 4e", "7c 6c 4c") + "1 truco ; 2 no-quiero\n"
    assert json.loads(judge(ended, "--json")[1])["claims"] == {"1": ["pido-flor-2"], "2": ["pido-flor-1"]}
    assert json.loads(judge(ended + "2 pido-flor-1\n= 1-4\n", "--json")[1])["claims"] == {"1": ["pido-flor-2"]}
    assert json.loads(judge(ended + "deal 1\n", "--json")[1])["claims"] == {}


def test_every_file_is_judged_and_the_highest_status_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    texts = {"bad": TABLE + "1 8c\n", "fails": TABLE + "= 1-0\n", "good": TABLE, "binary": ""}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "binary").write_bytes(b"variant argentino\n\xff\n")
    assert main(["referee", "--json", *(str(tmp_path / name) for name in texts), str(tmp_path / "none")]) == 2
    captured = capsys.readouterr()
    assert len(captured.out.splitlines()) == 2
    lines = [line.replace(f"{tmp_path}/", "") for line in captured.err.splitlines()]
    assert [line.split(": ")[0] for line in lines] == ["bad:6", "fails:6", "binary:2", "none"]


def test_a_record_may_come_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO((TABLE + "1 7o\n").encode())))
    assert main(["referee", "-"]) == 2
    assert capsys.readouterr().err.startswith("-:6: seat 1 may not 7o: seat 1 does not hold 7o")


# -------------------------------------------------------------------------------------------------- invalid input


@pytest.mark.parametrize(("text", "line"), [
    ("", 1),
    ("players 2\n", 1),
    ("variant nada\n", 1),
    ("variant argentino\nvariant argentino\n", 2),
    ("variant argentino\nplayers 5\n", 2),
    ("variant argentino\nplayers two\n", 2),
    ("variant argentino\noptions patas=3\n", 2),
    ("variant argentino\noptions target=15 target=20\n", 2),
    ("variant argentino\nscore 30-0\n", 2),
    ("variant argentino\nscore 1-0-0\n", 2),
    ("variant argentino\nscore 1\n", 2),
    (f"variant argentino\nscore {'9' * 5000}-0\n", 2),
    ("variant argentino\ngames 2-0\n", 2),
    ("variant argentino\ndeal 5\n", 2),
    ("variant argentino\ndeal 1\nplayers 2\n", 3),
    ("variant argentino\ndeal 1\ncut 2\n", 3),
    ("variant argentino\ndeal 1\nduel 1 2\n", 3),
    ("variant argentino\ndeal 1\nturned 5o\n", 3),
    ("variant argentino\ndeal 1\ncards 9 1e 2e 3e\n", 3),
    ("variant argentino\ndeal 1\ncards 1 1e 2e\n", 3),
    ("variant argentino\ndeal 1\ncards 1 1e 2e 8e\n", 3),
    ("variant argentino\ndeal 1\ncards 1 1e 2e 2e\n", 3),
    ("variant argentino\ndeal 1\ncards 1 1e 2e 3x\n", 3),
    ("variant argentino\ncards 1 1e 2e 3e\n", 2),
    ("variant argentino\n1 truco\n", 2),
    (TABLE + "1 truco ; = 0-0\n", 6),
    (TABLE + "1 truco ;\n", 6),
    (TABLE + "1\n", 6),
    (TABLE + "1 no quiero\n", 6),
    (TABLE + "= x\n", 6),
    (TABLE + "== truco A\n", 6),
    (TABLE + "== truco A --5\n", 6),
    (TABLE + "== truco A ²\n", 6),
    (TABLE + "== trico A 0\n", 6),
    (TABLE + "== truco C 0\n", 6),
    (TABLE + "deal 1\n", 6),
    (TABLE + "1 truco ; 2 no-quiero\n2 7c\n", 7),
    (TABLE + "9 truco\n", 6),
    (TABLE + "1 carta\n", 6),
    (TABLE + "1 sena-\n", 6),
    (TABLE + "1 sena-macho\n", 6),
    (TABLE + "1 sena-tres\n3 sena-tres\n", 7),
    ("variant paulista\nplayers 2\ndeal 2\ncards 1 7b 6e 4o\ncards 2 3c 2e 12o\n1 7b\n", 6),
    ("variant paulista\nplayers 2\ndeal 2\nturned 4c\ncards 1 4c 6e 4o\n", 5),
    ("variant belmez\nplayers 2\ndeal 2\n1 12e\n", 4),
    ("variant belmez\nplayers 4\ndeal 1\n2 truco\n", 4),
    ("variant argentino\nplayers 3\ndeal 3\n1 truco\n", 4),
    ("variant argentino\nplayers 3\ndeal 3\n3 descarta\n", 4),
])  # fmt: skip
def test_bad_input_names_its_line(judge: Any, text: str, line: int) -> None:
    status, out, err = judge(text, "--json")
    assert (status, out) == (2, "")
    assert err.startswith(f"a.truco:{line}: ")
    assert err.count("\n") == 1


# ------------------------------------------------------------------------------------------------------ unknown cards


@pytest.mark.parametrize("moves", ["1 4e ; 2 7c", "1 4e ; 2 4e", "1 4e ; 2 8c", "1 4e ; 2 1e\n2 1e"])
def test_an_unknown_hand_holds_no_card_that_is_elsewhere(moves: str) -> None:
    with pytest.raises(RecordError, match=r"does not hold|cannot be said"):
        replay(parse(UNKNOWN + moves))


def test_two_unknown_hands_do_not_hold_the_same_card() -> None:
    with pytest.raises(RecordError, match="seat 2 does not hold 4e"):
        replay(parse(UNKNOWN.replace("7c 6c 4e", "?? ?? ??") + "1 4e ; 2 4e"))


def test_the_turned_card_is_in_no_hand() -> None:
    with pytest.raises(RecordError, match="does not hold 4c"):
        replay(parse("variant paulista\nplayers 2\ndeal 2\nturned 4c\n1 4c"))


def test_unknown_cards_that_decide_are_refused() -> None:
    with pytest.raises(RecordError, match="are not known"):
        replay(parse(UNKNOWN.replace("7c 6c 4e", "4c 5e 12b") + "1 envido ; 2 quiero"))
    with pytest.raises(RecordError, match="nobody knows"):
        replay(parse(UNKNOWN + "1 truco ; 2 no-quiero\n1 pido-flor-2"))
    outcome = replay(parse(UNKNOWN + "1 envido ; 2 quiero\n= 2-0\n1 4e ; 2 5o ; 2 1b ; 1 7c"))
    assert outcome.match.score == (2, 1)


# ------------------------------------------------------------------------------------------------------ exposed cards


@pytest.mark.parametrize(("text", "line"), [
    (FALLEN + "2 otra-carta\ncards 1 1e 7e 4o\n", 5),
    (FALLEN + "1 acepta-carta\ncards 1 1e 7e 4o\n", 6),
    (FALLEN + "cards 1 1e 7e 4o\n1 acepta-carta\n", 6),
    (FALLEN + "cards 2 4e 6c 4c\n", 5),
    (FALLEN + "exposed 2 5e\n", 5),
    (FALLEN + "1 otra-carta\ncards 1 1e 7e 4o\ncards 2 7c 4e 4c\n", 7),
    (FALLEN.replace("belmez", "argentino") + "cards 1 1e 7e 4o\n", 5),
    (FALLEN.replace("exposed 1 4e", "cards 1 1e 7e 4o\nexposed 1 4e"), 5),
])  # fmt: skip
def test_an_exposed_card_is_where_it_fell(text: str, line: int) -> None:
    with pytest.raises(RecordError) as error:
        replay(parse(text))
    assert error.value.line == line


# -------------------------------------------------------------------------------------------------------------- seeds


def test_a_seed_and_cards_must_agree() -> None:
    match = Match("paulista", 2, seed="x", dealer=2)
    match.deal(cut=7)
    text = str(record(match))
    assert replay(parse(text)).match.view(1) == match.view(1)
    without_cards = "".join(line for line in text.splitlines(keepends=True) if not line.startswith(("cards", "turned")))
    assert replay(parse(without_cards)).match.view(1) == match.view(1)
    hidden_cards = text.replace(" ".join(match.view(1).cards), "?? ?? ??")  # type: ignore[arg-type]
    assert replay(parse(hidden_cards)).match.view(1) == match.view(1)
    lines = text.splitlines()
    for number, line in enumerate(lines, start=1):
        if line.startswith(("cards 1", "turned")):
            changed = "cards 1 1e 1b 1o" if line.startswith("cards") else "turned 1c"
            with pytest.raises(RecordError, match="the seed") as error:
                replay(parse("\n".join([*lines[: number - 1], changed, *lines[number:]])))
            assert error.value.line == number


# ------------------------------------------------------------------------------------------------------- hidden cards


def test_a_refusal_names_no_card_that_its_player_may_not_see() -> None:
    match = Match("paulista", 2, seed="x", dealer=2, score=(11, 11), mao_ferro_cega=True)
    match.deal()
    with pytest.raises(IllegalMove) as error:
        match.play(1, "truco")
    assert error.value.legal == ("carta-1", "carta-2", "carta-3", "mazo")


def test_a_duel_takes_no_seed_and_no_cut_of_its_own() -> None:
    match = Match("belmez", 4, seed="x", dealer=1)
    match.deal(cut=5)
    match.play(2, "mazo")
    with pytest.raises(ValueError, match="already dealt"):
        match.deal(cut=5)
    assert match.deal()


# ----------------------------------------------------------------------------------- inference about unknown cards


def test_an_exposed_card_is_held_although_no_other_card_is_known() -> None:
    text = "variant belmez\nplayers 2\ndeal 2\nexposed 1 7c\ncards 2 1e 1b 4o\n1 otra-carta\n"
    assert "7c" not in replay(parse(text)).match.turn[1]
    with pytest.raises(RecordError, match="does not hold 7c"):
        replay(parse("variant argentino\nplayers 2\ndeal 2\nexposed 1 7c\n1 acepta-carta ; 1 4c ; 2 7c\n"))


def test_the_card_that_replaces_an_exposed_one_is_new_in_the_deal() -> None:
    text = "variant belmez\nplayers 4\ndeal 1\nduel 2 3\ncards 2 4e 2b 10o\ncards 3 5e 6c 3o\n2 mazo\n"
    text += "duel 2 3\nexposed 2 7c\ncards 2 7c 6e 1c\ncards 3 1b 1o 7o\n2 otra-carta\n"
    assert not {"4e", "2b", "10o", "5e", "6c", "3o", "7c"} & set(replay(parse(text)).match.turn[2])
    match = Match("belmez", players=4, seed=3, dealer=1)
    for _ in range(2):
        match.deal(exposed=2)
        match.play(2, "otra-carta")
        match.play(2, "mazo")
    assert replay(record(match)).failures == []
    assert None not in [one for hand in match.log[0].hands for one in (*hand.cards[2], hand.replacement)]


def test_certain_winners_may_be_unknown() -> None:
    text = "variant paulista\nplayers 2\nscore 11-4\ndeal 2\nturned 4c\ncards 1 ?? ?? ??\ncards 2 {}\n1 quiero"
    assert "mostrar" in replay(parse(text.format("7b 6e 4o"))).match.turn[1]
    assert "mostrar" not in replay(parse(text.format("5b 5c 4o"))).match.turn[1]


def test_declarations_restrict_unknown_cards() -> None:
    """After a legal flor only cards that make a flor remain possible. The error names the line that contradicts it."""
    text = UNKNOWN.replace("cards 1 7c 6c 4e\ncards 2 ?? ?? ??", "cards 1 ?? ?? ??\ncards 2 1e 1b 5o")
    text += "1 flor\n1 7c ; 2 1e ; 2 1b\n"
    assert {move for move in replay(parse(text)).match.turn[1] if move[-1] in "ebo" and move[0].isdigit()} == set()
    with pytest.raises(RecordError, match="does not hold 6o") as error:
        replay(parse(text + "1 6o\n"))
    assert error.value.line == 8


def test_a_partner_who_could_have_answered_with_a_flor_may_be_challenged() -> None:
    text = "variant argentino\nplayers 4\ndeal 4\ncards 1 4c 5e 12b\ncards 2 6o 1c 10e\ncards 3 7b 2c 11o\n"
    ended = text + "cards 4 3c 7c 12c\n1 truco ; 2 no-quiero\n"
    claims = replay(parse(ended)).match.claims()
    assert claims == {
        1: ["pido-flor-2", "pido-flor-4"],
        2: ["pido-flor-1"],
        3: ["pido-flor-2", "pido-flor-4"],
        4: ["pido-flor-1"],
    }
    assert replay(parse(ended + "3 pido-flor-4\n= 4-0\n")).failures == []


def test_partners_with_a_pool_win_together() -> None:
    text = (
        "variant argentino\nplayers 3\noptions gallo=fijo\nscore 5-29-29\ngames 0-1-1\ndeal 3\n1 descarta-4c ; 1 mazo\n"
    )
    match = replay(parse(text)).match
    assert (match.games, match.winner, match.winners) == ((0, 2, 2), "2", ("2", "3"))


DEAD_FLOR = (
    "variant argentino\nplayers 4\ndeal 4\ncards 1 7c 6c 5c\ncards 2 4c 1b 10e\ncards 3 6o 4o 12o\ncards 4 7b 2b 3b\n"
)


def test_a_flor_whose_time_has_passed_does_not_come_back_in_a_raise() -> None:
    """S000 §12, §16: a player who has laid a card or made another call may not bet on an own flor."""
    laid = replay(parse(DEAD_FLOR + "1 5c ; 2 4c\n3 flor ; 4 flor\n")).match
    assert laid.turn == {1: ["quiero"], 3: ["quiero", "contraflor", "contraflor-al-resto"]}
    called = replay(parse(DEAD_FLOR + "1 truco ; 4 flor ; 3 flor ; 4 contraflor\n")).match
    assert "contraflor-al-resto" not in called.turn[1]
    assert "contraflor-al-resto" in called.turn[3]


def test_a_flor_that_was_answered_must_be_one() -> None:
    text = UNKNOWN.replace("7c 6c 4e", "7c 6c 5c")
    for moves in ("2 contraflor ; 1 no-quiero", "2 flor ; 1 quiero", "2 con-flor-me-achico"):
        with pytest.raises(RecordError, match="does not hold 4e"):
            replay(parse(text + f"1 flor ; {moves}\n1 6c ; 2 3o ; 2 4e\n"))


def test_a_seat_that_did_not_answer_a_flor_had_none() -> None:
    match = replay(parse(UNKNOWN.replace("7c 6c 4e", "7c 6c 1c") + "1 flor\n1 6c ; 2 3o ; 2 4o ; 1 7c ; 1 1c\n")).match
    assert not [move for move in match.turn[2] if move.endswith("o") and move[0].isdigit()]
