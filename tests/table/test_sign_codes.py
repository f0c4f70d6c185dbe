"""A side's own code of señas (S000 §16), agreed on before the match and known to that side only."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unicodedata import normalize

import pytest

from tests.support.bot_tables import play
from tests.support.served import Served, Visitor, settings_in
from truquero import IllegalMove, Match, rules_of
from truquero.bots.players.beliefs import Beliefs
from truquero.bots.players.characters import CHARACTERS
from truquero.bots.players.prepared_view import PreparedView
from truquero.bots.players.sign_choice import choose_sign
from truquero.bots.protocol.messages import sign as asked_for_sign
from truquero.bots.protocol.messages import view_as_json
from truquero.cards import CARDS, cards
from truquero.cli import main
from truquero.i18n import LANGUAGES, speaking
from truquero.records import RecordError, parse, record, replay
from truquero.server.changes import SignsAgreed, decode_change, decode_settings
from truquero.speech.narration import TableText
from truquero.table import TableError
from truquero.table.hand_opening import begin_deal, begin_hand
from truquero.table.sign_codes import code_in_words, meaning_words, read_code, write_code
from truquero.tui.saved_matches import SavedMatch, resume_match
from truquero.tui.table_commands import sign_lines, sign_name
from truquero.variants import VARIANTS

CODE = "guino=1e ceja=good-envido/eyebrows oreja=1o+1c/rascarse-la-oreja"
HANDS = {1: "1e 4c 5c", 2: "3e 3b 12o", 3: "7o 6o 4e", 4: "2e 2b 11c"}


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    with speaking("en"):
        yield


def table(**signs: Any) -> Match:
    match = Match("argentino", 4, seed="own", dealer=4, signs=signs)
    begin_deal(match, 4)
    begin_hand(match, HANDS)
    return match


# ----------------------------------------------------------------------------------------------------------- codes


@pytest.mark.parametrize(
    ("variant", "written", "shows"),
    [
        ("paulista", "zap=4p", "4b"),
        ("paulista", "dama=q", "10"),
        ("paulista", "dama=Qp+Ao", "10b 1o"),
        ("paulista", "dama=Q♣+A♦", "10b 1o"),
        ("argentino", "beso=flor", "flor"),
    ],
)
def test_cards_are_named_as_everywhere(variant: str, written: str, shows: str) -> None:
    (sign,) = read_code(rules_of(variant, 4), written)
    assert sign.shows == shows
    assert read_code(rules_of(variant, 4), write_code((sign,))) == (sign,)


def test_meanings_are_read_and_shown_in_the_language_of_the_player() -> None:
    """Records keep the English keys, so that they are the same everywhere."""
    rules = rules_of("argentino", 4)
    with speaking("es"):
        code = read_code(rules, "ceja=buen-envido boca=good-envido/arriba ojo=malas-cartas")
        assert [sign.shows for sign in code] == ["good-envido", "good-envido", "nothing"]
        assert write_code(code) == "ceja=good-envido boca=good-envido/arriba ojo=nothing"
        assert code_in_words(code) == "ceja=buen-envido boca=buen-envido/arriba ojo=malas-cartas"
        assert read_code(rules, code_in_words(code)) == code
    assert code_in_words(code) == write_code(code)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_meaning_that_is_offered_is_accepted(variant: str, language: str) -> None:
    rules = rules_of(variant, 4)
    with speaking(language):
        words = meaning_words(rules)
        assert words
        assert any("envi" in word for word in words) == (rules.envido is not None)
        read_code(rules, [f"s{number}={word}" for number, word in enumerate(words)])
        with pytest.raises(TableError) as refused:
            read_code(rules, "x=zap")
        assert str(refused.value).endswith(", ".join(words))


def test_accents_may_be_characters_of_their_own() -> None:
    code = "guiño=1e ceja=3/cejas-de-búho ojo=2/Ñandú"
    rules = rules_of("argentino", 4)
    assert read_code(rules, normalize("NFD", code)) == read_code(rules, code)


def test_an_accent_of_a_name_is_kept_for_the_table() -> None:
    match = table(A="Guiño=1e")
    (sign,) = match.signs.agreed["A"]
    assert (sign.name, sign.gesture, write_code((sign,))) == ("guino", "guiño", "guiño=1e")
    assert replay(str(record(match))).match.signs.agreed == match.signs.agreed
    match.play(1, "sena-guino")
    text = TableText(match.rules, 3)
    assert text.move_text(match.view(3), match.events[-1]) == "(seña: guiño — ace of swords)"


@pytest.mark.parametrize(
    ("typed", "gesture"), [("gui\u006e\u0303o", "guiño"), ("z" + "\u0301" * 400, "z"), ("ﬁn", "fin")]
)
def test_a_name_keeps_only_accents_of_its_letters(typed: str, gesture: str) -> None:
    """Otherwise a name could cover the lines of rivals who watch with hundreds of marks."""
    (sign,) = read_code(rules_of("argentino", 4), f"{typed}=1e")
    assert sign.gesture == gesture


def test_a_code_is_read_and_written() -> None:
    rules = rules_of("argentino", 4)
    code = read_code(rules, CODE)
    assert [(sign.name, sign.shows, sign.gesture) for sign in code] == [
        ("guino", "1e", "guino"),
        ("ceja", "good-envido", "eyebrows"),
        ("oreja", "1o 1c", "rascarse la oreja"),
    ]
    assert write_code(code) == CODE
    assert read_code(rules, code) == read_code(rules, CODE.split()) == code
    assert read_code(rules, "Tos=3/Toser-Dos-Veces") == read_code(rules, "tos=3/Toser-Dos-Veces")
    assert read_code(rules_of("uruguayo", 4), "nariz=2m")[0].cards(rules.pack, CARDS["5o"]) == (CARDS["2o"],)
    assert read_code(rules, "") == ()


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("guino", "write a name of at most 24 letters"),
        ("=1e", "write a name"),
        ("a b=1e", "write a name"),
        ("gui_no=1e", "write a name"),
        (f"{'a' * 25}=1e", "write a name"),
        ("guino=", "name cards .1e, 3, 1o.1c. or one of"),
        ("guino=pizza", "seña guino means 'pizza': name cards"),
        ("guino=8e", "8e is not a card of this variant"),
        ("guino=2m", "2m is not a card of this variant"),
        ("guino=mb", "name cards"),
        ("guino=1e++3", "name cards"),
        ("guino=1e/", "describe its gesture"),
        ("guino=1e/word", "describe its gesture"),
        (f"guino=1e/{'a' * 41}", "describe its gesture"),
        ("guino=1e/a#b", "describe its gesture"),
        ("guino=1e guino=3", "the seña guino is named twice"),
        ("uno=1e/wink dos=3/wink", "the señas uno and dos have the same gesture"),
        ("uno=1e/Tosí dos=3/tosi", "the señas uno and dos have the same gesture"),
        (" ".join(f"n{number}=1e" for number in range(21)), "a code has at most 20 señas, not 21"),
        ([5], "seña 5: write a name"),
    ],
)
def test_a_malformed_code_is_refused(code: Any, reason: str) -> None:
    with pytest.raises(TableError, match=reason):
        Match("argentino", 4, signs={"A": code})


def test_partners_are_needed() -> None:
    for players in (2, 3):
        with pytest.raises(TableError, match="own señas need partners for the whole match"):
            Match("argentino", players, signs={"A": "guino=1e"})
        Match("argentino", players, signs={"A": ""})
    with pytest.raises(TableError, match="señas of side 'C': name side A or B"):
        Match("argentino", 4, signs={"C": "guino=1e"})
    with pytest.raises(TableError, match="this variant has no envido"):
        Match("paulista", 4, signs={"A": "guino=good-envido"})


# ------------------------------------------------------------------------------------------------------ visibility


def test_a_side_makes_its_own_señas_and_the_other_the_usual_ones() -> None:
    match = table(A=CODE)
    play(match, "1 sena-guino", "2 sena-tres")
    for seat, move in ((1, "sena-tres"), (2, "sena-guino")):
        with pytest.raises(IllegalMove, match="this table has no such seña") as refused:
            match.play(seat, move)
        assert set(refused.value.legal) == set(match.signs.moves_of(seat))


def test_only_the_side_knows_the_meaning_of_its_señas() -> None:
    match = table(A=CODE)
    match.watch(2, 1)
    play(match, "1 sena-oreja")
    own, rival, looking_elsewhere, outside = match.view(3), match.view(2), match.view(4), match.view_of_spectator()
    assert own.sign(match.rules, 1, "oreja").shows == "1o 1c"  # type: ignore[union-attr]
    rival_sign = rival.sign(match.rules, 1, "oreja")
    assert rival_sign is not None
    assert (rival_sign.shows, rival_sign.gesture, rival_sign.cards(match.rules.pack)) == (
        "",
        "rascarse la oreja",
        (),
    )
    assert rival.codes == ((rival_sign,), None)
    assert looking_elsewhere.codes == outside.codes == ((), None)
    narrated = {
        seat: TableText(match.rules, seat).move_text(match.view(seat), match.view(seat).events[-1]) for seat in (2, 3)
    }
    assert narrated == {2: "(seña: rascarse la oreja)", 3: "(seña: rascarse la oreja — ace of coins or ace of cups)"}


def test_views_of_rivals_do_not_depend_on_the_meaning() -> None:
    """A rival sees the same of two tables that differ only in the meanings of the other side's code."""
    first, second = table(A="guino=1e ceja=3"), table(A="guino=3 ceja=good-envido")
    for match in (first, second):
        match.watch(2, 1)
        play(match, "1 sena-guino", "3 sena-ceja", "1 4c", "2 sena-dos", "2 3e")
    for seat in (2, 4):
        assert first.view(seat) == second.view(seat)
        assert view_as_json(first.view(seat), first.rules) == view_as_json(second.view(seat), second.rules)
    assert first.view_of_spectator() == second.view_of_spectator()
    assert first.view(1) != second.view(1)


def test_both_sides_may_have_a_code_with_the_same_names() -> None:
    match = table(A="guino=1e", B="guino=3")
    play(match, "1 sena-guino", "2 sena-guino")
    assert match.view(3).sign(match.rules, 1, "guino").shows == "1e"  # type: ignore[union-attr]
    assert match.view(4).sign(match.rules, 2, "guino").shows == "3"  # type: ignore[union-attr]


def test_copies_keep_the_codes() -> None:
    match = table(A=CODE)
    assert match.copy() == match
    assert match.copy().signs.codes == match.signs.codes
    assert match != table(A="guino=1e")


# ---------------------------------------------------------------------------------------------------------- records


def test_a_record_contains_the_codes() -> None:
    match = table(A=CODE, B="tos=3")
    play(match, "1 sena-guino", "2 sena-tos", "1 4c")
    written = record(match)
    assert "signs A guino=1e ceja=good-envido/eyebrows oreja=1o+1c/rascarse-la-oreja\nsigns B tos=3\n" in str(written)
    assert parse(str(written)) == written
    again = replay(parse(str(written)))
    assert again.match.signs.codes == match.signs.codes
    assert record(again.match) == written
    assert "signs" not in str(record(table()))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("signs A guino=1e\nsigns a tos=3", "4: signs A is given twice"),
        ("signs C guino=1e", "3: señas of side 'C'"),
        ("signs A guino=8e", "3: seña guino: 8e is not a card"),
        ("signs", "3: signs needs words after it"),
        ("deal 1\nsigns A guino=1e", "4: signs must stand before the first deal"),
    ],
)
def test_a_wrong_code_in_a_record_names_its_line(line: str, reason: str) -> None:
    with pytest.raises(RecordError, match=reason):
        replay(parse(f"variant argentino\nplayers 4\n{line}\n"))


# ------------------------------------------------------------------------------------------------------------- bots


def test_a_bot_signals_its_card_in_the_code_of_its_side() -> None:
    match = table(A="guino=1e ceja=good-envido", B=CODE)
    prepared = PreparedView(match.rules, match.view(1))
    signs = [choose_sign(prepared, random.Random(seed), CHARACTERS["prudente"]) for seed in range(60)]
    assert signs.count("sena-guino") > 30
    assert set(signs) <= {None, "sena-guino", "sena-ceja"}


def test_a_bot_believes_its_partners_code_and_cannot_read_the_rivals() -> None:
    match = table(A="guino=7o", B="tos=2e")
    match.watch(1, 2)
    play(match, "3 sena-guino", "2 sena-tos")

    beliefs = Beliefs(PreparedView(match.rules, match.view(1)), random.Random(1))
    seats = match.view(1).seats

    def likelier(seat: int, held: str) -> float:
        """Return how many times more likely the seat holds this card than an unrelated one."""
        place = seats.index(seat)
        with_it, without = cards(f"{held} 4b 10c"), cards("5b 4b 10c")
        return beliefs.weight(place, with_it) / beliefs.weight(place, without)

    assert likelier(3, "7o") > 5
    assert likelier(2, "2e") == 1


def test_a_program_receives_the_code_of_its_side() -> None:
    match = table(A="guino=1e tos=1o+1c")
    message: Any = asked_for_sign(match.view(3), match.rules)
    assert message["moves"] == ["sena-guino", "sena-tos"]
    wink = {"move": "sena-guino", "shows": "1e", "gesture": "guino"}
    assert message["view"]["codes"] == [[wink, {"move": "sena-tos", "shows": "1o 1c", "gesture": "tos"}], None]
    rival: Any = asked_for_sign(match.view(2), match.rules)
    assert rival["view"]["codes"] == [[], None]
    assert "sena-tres" in rival["moves"]
    assert json.dumps(message)


# --------------------------------------------------------------------------------------------------------- terminal


def test_the_terminal_lists_the_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = table(A=CODE)
    lines = list(sign_lines(match.rules, match.view(1)))
    assert lines[0] == "Your side has agreed on señas of its own: only you know what they mean."
    assert lines[1] == "1) guino: ace of swords (espadilla, macho de espadas, macho)"
    assert sign_name(match.rules, match.view(1), "2") == "ceja"
    assert sign_name(match.rules, match.view(1), "1e") == "guino"
    assert "agreed" not in " ".join(sign_lines(match.rules, match.view(2)))
    monkeypatch.setenv("TRUQUERO_DATA", str(tmp_path))
    for played in (Match("argentino", 4, seed="kept", signs={"A": CODE}), dealt_from_seed()):
        saved = SavedMatch.begin(played, 1, dict.fromkeys((2, 3, 4), "azar"))
        saved.save(played)
        saved.unlock()
        again, resumed = resume_match(saved.path)
        again.unlock()
        assert resumed.signs.codes == played.signs.codes


def dealt_from_seed() -> Match:
    match = Match("argentino", 4, seed="kept", signs={"A": CODE})
    match.deal()
    return match


def test_the_command_takes_a_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TRUQUERO_DATA", str(tmp_path))
    written = tmp_path / "match.truco"
    monkeypatch.setattr("builtins.input", lambda *_prompt: (_ for _ in ()).throw(EOFError))
    arguments = [
        "play",
        "argentino",
        "--players",
        "4",
        "--bots",
        "azar",
        "--plain",
        "--seed",
        "1",
        "--record",
        str(written),
    ]
    assert main([*arguments, "--signs", "guino=1e"]) == 0
    assert "signs A guino=1e" in written.read_text(encoding="utf-8")
    assert main([*arguments, "--seat", "2", "--signs", "guino=1e"]) == 0
    assert "signs B guino=1e" in written.read_text(encoding="utf-8")
    capsys.readouterr()
    assert main([*arguments, "--signs", "guino=9e"]) == 2
    assert "9e is not a card of this variant" in capsys.readouterr().err


# ---------------------------------------------------------------------------------------------------------- browser


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with Served(settings_in(tmp_path)) as server:
        yield server


def test_a_side_agrees_on_a_code_at_a_served_table(served: Served) -> None:
    ana, eva = Visitor(served, "Ana"), Visitor(served, "Eva")
    table = ana.open_table(variant="argentino", players=4, signs="Guiño=1e", bots="azar")
    with ana.page(table, lang="en") as first, eva.page(table, lang="en") as second:
        assert first.view["you"]["sign_code"] == "guiño=1e"
        assert second.request("agree-signs", signs="tos=3")["code"] == "forbidden"  # a spectator
        second.request("sit", seat=2)
        frames = len(first.frames)
        assert second.request("agree-signs", signs="tos=3 nariz=1b/wrinkle-nose")["type"] == "done"
        assert second.view["you"]["sign_code"] == "tos=3 nariz=1b/wrinkle-nose"
        assert second.request("agree-signs", signs="tos=pizza")["code"] == "illegal"
        assert second.request("agree-signs", signs="x" * 2000)["code"] == "malformed"
        assert first.request("start-match")["type"] == "done"
        pages = (first, second)
        while not all(page.view.get("hand") and page.view["hand"]["signs"] for page in pages):
            if not any(page.must_cut and page.act() for page in pages):
                min(pages, key=lambda page: page.version).receive()
        signs = {page.view["you"]["seat"]: page.view["hand"]["signs"] for page in pages}
        assert [(sign["code"], sign["meaning"]) for sign in signs[1]] == [("sena-guino", "ace of swords")]
        assert [sign["code"] for sign in signs[2]] == ["sena-tos", "sena-nariz"]
        assert second.request("agree-signs", signs="tos=3")["code"] == "late"
        assert not any("tos" in frame or "nariz" in frame for frame in first.frames[frames:])
        assert not any("guino" in frame or "guiño" in frame for frame in second.frames)
        assert first.request("move", version=first.version, move="sena-tres")["code"] in ("illegal", "late")
    with ana.page(table, lang="en") as again:
        assert again.view["you"]["sign_code"] == "guiño=1e"


def test_a_code_comes_back_with_the_table(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path)) as served:
        ana = Visitor(served, "Ana")
        table = ana.open_table(variant="argentino", players=4, signs="guino=1e")
        cookies, guest = ana._jar, ana.guest
    with Served(settings_in(tmp_path)) as served:
        ana.served, ana._jar, ana.guest = served, cookies, guest
        with ana.page(table) as page:
            assert page.view["you"]["sign_code"] == "guino=1e"


@pytest.mark.parametrize(
    "settings",
    [{"signs": "guino=9e"}, {"signs": "guino"}, {"signs": "guino=1e", "players": 2}, {"signs": "a=1e " * 500}],
)
def test_a_wrong_code_opens_no_table(served: Served, settings: dict[str, Any]) -> None:
    with pytest.raises(Exception, match="HTTP Error 4"):
        Visitor(served, "Ana").open_table(**({"variant": "argentino", "players": 4} | settings))


def test_a_player_who_leaves_a_side_takes_its_code_away(served: Served) -> None:
    ana, eva = Visitor(served, "Ana"), Visitor(served, "Eva")
    table = ana.open_table(variant="argentino", players=4, signs="guino=1e")
    with ana.page(table) as first, eva.page(table) as second:
        second.request("sit", seat=3)
        second.until(lambda: second.view["you"]["sign_code"] == "guino=1e")
        second.request("sit", seat=2)
        assert second.view["you"]["sign_code"] == ""
        first.until(lambda: first.view["you"]["sign_code"] == "")


def test_tables_stored_without_codes_are_still_read() -> None:
    old = {"variant": "argentino", "players": 4, "options": {}, "public": False, "spectators": True}
    old |= {"seconds": 0, "reserve": 0, "bots": "azar"}
    assert decode_settings(json.dumps(old)).rules.players == 4
    assert decode_change(b'{"kept":"coded","side":"A","signs":"guino=1e"}') == SignsAgreed("A", "guino=1e")
