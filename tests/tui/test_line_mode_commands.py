"""`truquero play`: input other than moves, saved matches, and output that a screen reader can read."""

from __future__ import annotations

import re
import unicodedata
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import pytest

from tests.support.typist import Typist
from truquero.bots.company import company
from truquero.i18n import LANGUAGES, _, speaking
from truquero.records import parse, replay
from truquero.speech.narration import TableText
from truquero.table import Match
from truquero.tui import table_commands
from truquero.tui.line_mode import LineMode, PlayerLeft
from truquero.tui.saved_matches import SavedMatch
from truquero.tui.table_commands import TableCommand, parse_command, sign_lines, sign_name
from truquero.tui.terminal_session import TerminalSession
from truquero.variants import VARIANTS, rules_of

TABLES = [(name, players) for name, preset in VARIANTS.items() for players in preset.players]
ALL_ASIDES = "?\npista\ntanteo\nmesa\nseña\nseña 1\nseña siete-de-oros\nmira\nmira 3\nmira 9\n"

pytestmark = pytest.mark.usefixtures("in_spanish")

# -------------------------------------------------------------------------------------------------------- parsing


@pytest.mark.parametrize(
    ("typed", "command"),
    [
        ("?", (TableCommand.HELP, "")),
        (" AYUDA ", (TableCommand.HELP, "")),
        ("h", (TableCommand.HINT, "")),
        ("dica", (TableCommand.HINT, "")),
        ("Tanteo", (TableCommand.SCORE, "")),
        ("taula", (TableCommand.TABLE, "")),
        ("q", (TableCommand.LEAVE, "")),
        ("señas", (TableCommand.SIGN, "")),
        ("seña 2", (TableCommand.SIGN, "2")),
        ("Seña as de espadas", (TableCommand.SIGN, "as-de-espadas")),
        ("sena-as-de-espadas", (TableCommand.SIGN, "as-de-espadas")),
        ("sinal 1e", (TableCommand.SIGN, "1e")),
        ("mira", (TableCommand.WATCH, "")),
        ("mira al asiento 3", (TableCommand.WATCH, "al-asiento-3")),
        ("watch 4", (TableCommand.WATCH, "4")),
        ("", None),
        ("7o", None),
        ("quiero", None),
        ("pista falsa", None),
        ("me voy", None),
    ],
)
def test_commands_may_be_typed_in_any_language(typed: str, command: tuple[TableCommand, str] | None) -> None:
    assert parse_command(typed) == command


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_no_command_is_also_a_move(variant: str, players: int) -> None:
    """The exception is mira, which is also a move in games that allow calls before looking at one's cards."""
    spoken = rules_of(variant, players).voices.moves_by_phrase
    assert set(spoken) & set(table_commands._COMMANDS) <= {"mira"}


@pytest.mark.parametrize("typed", ["1", "as-de-espadas", "1e"])
def test_a_sena_is_named_by_number_by_name_or_by_its_card(typed: str) -> None:
    match = first_to_play()
    assert sign_name(match.rules, match.view(1), typed) == "as-de-espadas"


# ---------------------------------------------------------------------------------------------------------- typing


def first_to_play(variant: str = "argentino", players: int = 4, **options: str) -> Match:
    """Return a match in which seat 1 is the mano."""
    return Match(rules_of(variant, players, **options), seed="1", dealer=players)


def test_a_sena_is_made_and_seen_by_the_partner(typist: Typist) -> None:
    match = first_to_play()
    text = typist.sit(match, "seña 2\n")
    assert "> seña 2\nTú: (seña: guiñar un ojo — as de bastos)\n> " in text
    [sign] = [event for event in match.view(3).events if event.kind == "sign" and event.seat == 1]
    assert sign.move == "sena-as-de-bastos"
    assert not match.hand or not match.hand.finished


def test_a_sena_that_is_said_takes_no_turn(typist: Typist) -> None:
    """S002, seña 10: players signal the twos by saying "soplillos"."""
    match = first_to_play("navarrevisca")
    typist.sit(match, "soplillos\n")
    [sign] = [event for event in match.view(3).events if event.kind == "sign" and event.seat == 1]
    assert sign.move == "sena-soplillos"
    assert 1 in match.turn


def test_the_senas_are_listed_with_their_meanings(typist: Typist) -> None:
    text = typist.sit(first_to_play(), "seña\nseña guiño-secreto\n")
    assert "\n4) siete-de-oros: llevar los labios a la izquierda; 7 de oros\n" in text
    assert text.count("\n9) envido: ") == 2  # on request, and after an unknown name
    assert _("this table has no such seña") in text.lower()


def test_a_table_without_senas_takes_any_name(typist: Typist) -> None:
    match = first_to_play("paulista")
    text = typist.sit(match, "seña\nseña zape\n")
    assert "(seña: zape)" in text
    assert next(sign_lines(match.rules, match.view(1))) in " ".join(text.split())


def test_the_seat_to_watch_is_chosen_by_typing(typist: Typist) -> None:
    match = first_to_play()
    text = typist.sit(match, "mira\nmira 2\nmira 1\nmira 9\nmira a nadie\n")
    watching = _("You are watching {name}.")
    assert watching.format(name="el asiento 3 (compañero)") in text
    assert watching.format(name="el asiento 2 (rival)") in text
    assert text.count(watching.partition("{")[0]) == 2  # the player's own seat and missing seats are refused
    assert match.view(1).watching == 2


def test_mira_is_a_move_where_the_rules_have_it(typist: Typist) -> None:
    match = first_to_play("paulista", blind_calls="on")
    typist.sit(match, "mira 2\nmira\n")
    assert match.view(1).watching == 2
    assert (1, "mira") in match.log[0].hands[0].moves


def test_two_players_have_no_partners_to_sign_to(typist: Typist) -> None:
    match = first_to_play(players=2)
    text = typist.sit(match, "?\nseña 1\nmira 2\n")
    assert text.count(_("With two players there is no partner for señas.")) == 2
    assert "\nseña: " not in text
    assert not any(event.kind == "sign" for event in match.events)


def test_a_hint_shows_what_the_cards_are_worth(typist: Typist) -> None:
    match = first_to_play(players=2)
    text = typist.sit(match, "h\n")
    view = match.view(1)
    held = [card for card in view.cards if card is not None]
    assert f"envido: {match.rules.points.envido(held)}\n" in text
    weakest = min(held, key=lambda card: match.rules.ranking.strengths(None)[card])
    beaten = _("{card} is beaten by {cards}").partition("{cards}")[0].format(card=weakest.name())
    assert f"{beaten}1e, 1b, 7e, 7o, 3".lower() in text.lower()


def test_a_player_learns_without_leaving_the_table(typist: Typist) -> None:
    match = first_to_play(players=2)
    text = typist.sit(match, "aprender\naprender parda\n")
    assert all(f"{card}*" in text for card in match.view(1).cards)
    assert "envido: " in text
    assert "quiero vale cuatro" in text
    assert text.count("parda, empardar: ") == 2


def test_the_score_is_shown_in_words_and_as_a_drawing(typist: Typist) -> None:
    text = typist.sit(Match("belmez", 2, seed="1", dealer=2, score=(17, 29)), "tanteo\n")
    score = "Tú: 17, malah; Rival: 29, güenah; patas: Tú 0, Rival 0."
    assert f"Reparto 1. {score}\n" in text
    assert f"> tanteo\n{score}\nTú: 17         (o) (o)\n17 malah       ((o)\n" in text
    assert "               (o)\nRival: 29\n20 + 9 güenah  (((o)\n" in text


def test_a_rank_that_the_player_holds_once_needs_no_question(typist: Typist) -> None:
    def hands() -> Match:
        return Match.from_cards("argentino", {1: "10e 7e 7c", 2: "3b 11o 12e"}, flor="off")

    text = typist.sit(hands(), "la sota\n")
    assert "Cuál" not in text
    assert "Tú: 10e" in text
    assert "¿Cuál? 7e / 7c" in typist.sit(hands(), "el siete\n")


def test_the_table_command_repeats_the_situation(typist: Typist) -> None:
    text = typist.sit(first_to_play(players=2), "mesa\n")
    before, after = text.split("> mesa\n")
    assert "Tus cartas: " in after
    assert before.endswith(after.removesuffix("> "))


def test_players_see_their_cards_before_the_others_move(typist: Typist) -> None:
    """A player with a partner may make a seña before the partner leads."""
    match = Match("argentino", 4, seed="1", dealer=2)  # seat 3, the partner, is mano
    text = typist.sit(match, "seña 1\n")
    assert "\n0) seguir (o Intro)\n> seña 1\nTú: (seña: levantar las cejas — as de espadas)\n> " in text
    assert match.log[0].hands[0].moves == [(1, "sena-as-de-espadas")]


def test_before_the_first_move_only_commands_and_continuing_are_possible(typist: Typist) -> None:
    with speaking("en"):
        text = typist.sit(Match("argentino", 4, seed="1", dealer=2), "1\ntruco\n0\n")
    on_one_line = " ".join(text.split())
    assert (
        "Seat 3 (partner) speaks first. Before that you may make a seña (“sign”) or choose whom you watch (“watch”)."
        in on_one_line
    )
    assert "> 1\n“1” is not possible now: choose from the list (? for help).\n" in text
    assert "> truco\n“truco” cannot be said now: it is the turn of seat 3 (? for help).\n" in text
    assert "\n> 0\nSeat 3 (partner): " in text


# ---------------------------------------------------------------------------------------------------- screen readers


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("variant", "players"), [("argentino", 3), ("belmez", 4), ("paulista", 2), ("uruguayo", 6)])
def test_output_of_line_mode_has_only_readable_characters(
    variant: str, players: int, language: str, typist: Typist, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The output has no frames, no colours and no overwritten lines."""
    monkeypatch.setenv("TRUQUERO_LANG", language)
    text = typist.play(f"{variant} --plain --players {players} --seed 7 --ceremony", ALL_ASIDES + "1\n\n" * 150)
    assert len(text.splitlines()) > 100
    strange = {sign for sign in text if unicodedata.category(sign) in ("Cc", "Cf", "Co", "Cn")} - {"\n"}
    assert not strange
    assert not re.search("[\u2500-\u259f]", text)


def test_the_opponents_are_named(typist: Typist) -> None:
    text = typist.command("argentino --bots azar,aprendiz,azar --seed 1", "")
    people = company("argentino", {2: "azar", 3: "aprendiz", 4: "azar"}, "1")
    lines = [f"Asiento {seat}: {people[seat].name} ({'aprendiz' if seat == 3 else 'azar'})" for seat in (2, 3, 4)]
    assert "\n".join(lines) in text


# ----------------------------------------------------------------------------------------------------- saved matches


def moves_of(record: Path) -> list[tuple[int, str]]:
    log = replay(parse(record.read_text(encoding="utf-8"))).match.log
    return [move for deal in log for hand in deal.hands for move in hand.moves]


@pytest.mark.parametrize("variant", ["argentino", "belmez", "paulista"])
def test_a_match_that_was_left_can_be_resumed(variant: str, typist: Typist, tmp_path: Path) -> None:
    record = tmp_path / "match.truco"
    for lines in (2, 4, 8):
        output = typist.play(f"{variant} --seed 11 --record {record}", "1\n" * lines)
        assert "truquero play --resume" in output
        before = moves_of(record)
        resumed = typist.command(f"--resume --record {record}", "")
        assert moves_of(record)[: len(before)] == before
        spoken = [line for line in output.split("Reparto")[-1].splitlines() if re.match(r"(Tú|Asiento \d.*): «", line)]
        assert spoken == [line for line in resumed.splitlines() if line in spoken][: len(spoken)]
    finished = typist.command(f"--resume --record {record}", "1\n\n" * 3000)
    assert "Fin de la partida." in finished
    played = replay(parse(record.read_text(encoding="utf-8")))
    assert played.failures == []
    assert played.match.over


def test_every_move_is_saved_before_it_is_shown(
    typist: Typist, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kept.truco"
    match = Match("argentino", 4, seed="3")
    session = TerminalSession(
        match, SavedMatch(path, match.seed, 1, dict.fromkeys((2, 3, 4), "azar")), TableText(match.rules, 1)
    )
    lines: list[str] = []

    def listening(*values: object) -> None:
        lines.append(" ".join(map(str, values)))
        if re.match(r"(Tú|Asiento \d \(.*\)): ", lines[-1]):
            saved = replay(parse(path.read_text(encoding="utf-8"))).match
            assert [hand.moves for deal in saved.log for hand in deal.hands] == [
                hand.moves for deal in match.log for hand in deal.hands
            ]

    monkeypatch.setattr("builtins.print", listening)
    typist.types("1\n\n" * 20)
    with suppress(PlayerLeft):
        LineMode(session).play()
    assert sum(": «" in line for line in lines) > 5


def test_a_match_that_cannot_be_saved_continues_with_one_warning(
    typist: Typist, capsys: pytest.CaptureFixture[str]
) -> None:
    match = first_to_play(players=2)
    saved = SavedMatch(typist.folder / "gone" / "match.truco", match.seed, 1, {2: "azar"})
    typist.types("1\n" * 10)
    player = LineMode(TerminalSession(match, saved, TableText(match.rules, 1)))
    with suppress(PlayerLeft):
        player.play()
    player.leave()
    text = capsys.readouterr().out
    assert text.count("TRUQUERO_DATA") == 1
    assert "--resume" not in text
    assert len(match.log) > 1


def test_a_failing_program_is_reported_once_and_the_match_continues(typist: Typist) -> None:
    text = typist.command("argentino --players 2 --bots exec:false --seed 1", "1\n" * 8)
    assert text.count("false") == 2  # in the list of opponents, and in the error message
    assert "Reparto 2." in text


def test_ctrl_c_during_a_hand_keeps_the_match(typist: Typist, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = iter(["1"])

    def interrupted(prompt: str = "") -> str:
        try:
            return next(typed)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr("builtins.input", interrupted)
    assert "¡Hasta otra!" in typist.play("argentino --players 2 --seed 1", "")


def test_a_bot_never_answers_before_the_player_of_its_side(typist: Typist) -> None:
    """A person who is asked together with a bot partner speaks first, or leaves the answer to the bot."""
    typed = 0
    for seed in range(8):
        match = Match("argentino", 4, seed=f"{seed}", dealer=3, flor="off")
        text = typist.sit(match, "\n" * 12)
        for before, after in pairwise(text.splitlines()):
            if after.startswith("Asiento 3 (compañero): «") and "quiero" in after:
                typed += 1
                assert before.endswith("> "), (before, after)
    assert typed
