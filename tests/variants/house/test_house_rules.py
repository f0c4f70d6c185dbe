"""House rules from a TOML file: a preset like any other for the library, the commands and the records."""

from __future__ import annotations

import io
import json
import random
import shlex
from pathlib import Path
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truquero import Match, record
from truquero.cards import CARDS, cards
from truquero.cli import main
from truquero.records import RecordError, parse, replay
from truquero.rules.game import Rules
from truquero.rules.options import NumberOption, OptionError
from truquero.rules.ranking import Manilhas
from truquero.rules.stakes import GAME, MATCH, Stake
from truquero.sim.tables import check
from truquero.variants import VARIANTS, Preset, preset
from truquero.variants.house import HouseError, find, load, loads

EXAMPLES = Path(__file__).parents[3] / "examples" / "house-rules"
FILES = sorted(EXAMPLES.glob("*.toml"))

VILLAGE = """
name = "mi-pueblo"
title = "Truco de mi pueblo"
from = "argentino"
place = "la plaza"
players = [2, 4]
target = 18

[options]
flor = "off"
chicos = 1

[truco]
ladder = ["truco 2", "retruco 4", "la-cama game", "todo match"]

[pack]
without = "2 10 11 12o"

[words.say]
truco = ["¡te la juego!", "truco"]
"quiero@truco" = ["venga"]
la-cama = ["la cama"]
"""


def house(body: str, variant: str = "argentino") -> Preset:
    return loads(f'name = "mi-pueblo"\nfrom = "{variant}"\n{body}')


def test_accents_may_be_characters_of_their_own() -> None:
    text = 'name = "mi-pueblo"\nfrom = "argentino"\ntitle = "Truco de Ávila"\n[words.say]\ntruco = ["la señal"]'
    decomposed, composed = loads(normalize("NFD", text)), loads(text)
    assert decomposed.title == composed.title
    assert decomposed.voices == composed.voices


def play(rules: Rules, seed: int = 1) -> Match:
    """Play a match with random moves and return it."""
    match, chance = Match(rules, seed=seed), random.Random(seed)
    while match.deal():
        while match.turn:
            match.play(*chance.choice(match.moves()))
    return match


def stakes(rules: Rules) -> dict[str, Stake]:
    return {rung.code: rung.stake for rung in rules.truco.rungs}


def order(rules: Rules) -> list[str]:
    return [" ".join(tier) for tier in rules.ranking.tiers]


# -------------------------------------------------------------------------------------------------- resulting presets


def test_a_file_with_every_table_is_read() -> None:
    village = loads(VILLAGE, "somewhere/village.toml")
    assert (village.name, village.title, village.region) == ("mi-pueblo", "Truco de mi pueblo", "la plaza")
    assert (village.parent, village.source, village.players) == ("argentino", "village.toml", (2, 4))
    rules = village.rules()
    assert (rules.variant, rules.title, rules.players) == ("mi-pueblo", "Truco de mi pueblo", 2)
    assert (rules.match.target, rules.match.games_to_win, rules.flor) == (18, 1, None)
    assert rules.truco.base == Stake(1)
    assert stakes(rules) == {"truco": Stake(2), "retruco": Stake(4), "la-cama": GAME, "todo": MATCH}
    assert len(rules.pack) == 40 - 4 - 4 - 4 - 1
    assert set(cards("2e 10b 11c 12o")).isdisjoint(rules.pack)
    assert "12e 12b 12c" in order(rules)
    assert rules.changed == {}


def test_unchanged_rules_are_those_of_the_preset() -> None:
    plain = house("")
    parent = preset("argentino")
    assert (plain.title, plain.region, plain.players) == ("Truco argentino (mi-pueblo)", parent.region, parent.players)
    assert plain.options == parent.options
    assert plain.voices == parent.voices
    for players in plain.players:
        ours, usual = plain.rules(players), parent.rules(players)
        assert (ours.truco, ours.pack, ours.ranking, ours.flor) == (usual.truco, usual.pack, usual.ranking, usual.flor)
        assert (ours.match, ours.duels, ours.gallo) == (usual.match, usual.duels, usual.gallo)


def test_new_defaults_are_listed_first_and_can_be_overridden() -> None:
    table = house("target = 15\noptions.flor = false\noptions.chicos = 1\noptions.tie_policy = 'next'")
    options_by_name = {option.name: option for option in table.options}
    assert options_by_name["flor"].choices == ("off", "on")
    assert options_by_name["chicos"].choices == ("1", "3")
    assert options_by_name["tie_policy"].choices == ("NEXT", "STD", "LAST", "MANO-TRICK", "FIRST-PLAYED")
    assert (options_by_name["target"].default, options_by_name["target"].allowed) == ("15", "1..1000")
    rules = table.rules(2, flor=True, target=20)
    assert (rules.match.target, rules.flor is not None) == (20, True)
    assert rules.changed == {"flor": "on", "target": "20"}


def test_target_can_be_any_number_for_any_number_of_players() -> None:
    assert house("target = 20", "trucardo").rules().match.target == 20
    gauderio = house("target = 12", "gauderio")
    assert [gauderio.rules(players).match.target for players in gauderio.players] == [12, 12, 12]
    usual = house("options.flor = false", "gauderio")
    assert {players: usual.rules(players).match.target for players in usual.players} == {4: 24, 2: 18, 6: 24}
    assert usual.rules(2).changed == {}


def test_aliases_of_an_option_share_one_value() -> None:
    """The points of a cama and the target are the same value, whichever option sets it."""
    parent = preset("valenciano")
    for chosen, points in (({"target": 30}, "30"), ({"cama_points": 18}, "18"), ({}, "24")):
        rules = parent.rules(**chosen)
        assert (rules.options["cama_points"], rules.options["target"]) == (points, points)
        assert rules.match.target == int(points)
        assert rules.changed == ({} if points == "24" else {"target": points})
    table = house("options.cama_points = 18", "valenciano")
    assert table.rules().match.target == 18
    assert (table.rules().changed, table.rules(target=20).changed) == ({}, {"target": "20"})
    assert table.rules(cama_points=24).match.target == 24


def test_a_target_of_house_rules_removes_its_aliases() -> None:
    table = house("target = 12", "valenciano")
    assert "cama_points" not in {option.name for option in table.options}
    assert (table.rules().match.target, "cama_points" in table.rules().options) == (12, False)
    with pytest.raises(OptionError, match="unknown option 'cama_points'"):
        table.rules(cama_points=18)


def test_only_the_named_parts_of_the_truco_change() -> None:
    rules = house('truco.ladder = ["truco 5"]', "belmez").rules()
    assert rules.truco.until_last_card
    assert rules.truco.accept_lack
    assert stakes(rules) == {"truco": Stake(5)}
    base = house("truco.base = 2", "paulista").rules()
    assert (base.truco.base, stakes(base)) == (Stake(2), stakes(preset("paulista").rules()))
    assert base.truco.raise_limit


def test_options_without_an_effect_are_removed() -> None:
    pata = house('truco.ladder = ["truco 3", "pata game"]', "belmez")
    assert {option.name for option in preset("belmez").options} - {option.name for option in pata.options} == {
        "truco_ladder"
    }
    with pytest.raises(OptionError, match="unknown option 'truco_ladder'"):
        pata.rules(truco_ladder="3-6-pata")
    deck = house('pack.without = "4"', "quesada")
    assert {option.name for option in preset("quesada").options} - {option.name for option in deck.options} == {"deck"}
    inverse = house('pack.without = "4"', "trucardo")
    assert order(inverse.rules(ranking="inversa")) == order(inverse.rules())[::-1]


# ------------------------------------------------------------------------------------------------------------- cards


def test_a_pack_can_be_listed_completely_with_its_own_order() -> None:
    body = 'pack.cards = "1 3 4 5 6 7 8 12b"\npack.ranking = "12b > 1e > 1b > 7e > 7o > 3 > 1 > 8 = 7 > 6 > 5 > 4"'
    rules = house(f"players = [4, 2]\n{body}").rules()
    assert len(rules.pack) == 29
    strengths = rules.ranking.strengths()
    assert strengths[CARDS["8o"]] == strengths[CARDS["7c"]] < strengths[CARDS["1o"]] < strengths[CARDS["12b"]]
    assert rules.pack == tuple(card for card in CARDS.values() if card in rules.pack)  # the initial order for shuffles


def test_the_order_of_the_same_pack_can_change() -> None:
    rules = house('pack.ranking = "7 > 6 > 5 > 4 > 3 > 2 > 1 > 12 > 11 > 10"').rules()
    assert (len(rules.pack), order(rules)[0]) == (40, "7e 7b 7o 7c")


@pytest.mark.parametrize(
    ("body", "vira", "manilha"),
    [
        ('pack.without = "4 5 6"', "3o", "7b"),  # wraps around to the lowest rank that is left
        ('pack.without = "2"', "1o", "3b"),
        ('pack.cards = "8 9 10 11 12"\npack.ranking = "8 > 9 > 10 > 11 > 12"', "10c", "9b"),
        ('pack.cards = "8 9 10 11 12"\npack.ranking = "8 > 9 > 10 > 11 > 12"', "8c", "12b"),
    ],
)
def test_the_manilha_follows_the_vira_in_the_new_order(body: str, vira: str, manilha: str) -> None:
    ranking = house(f"players = [4, 2]\n{body}", "paulista").rules().ranking
    assert isinstance(ranking.turned, Manilhas)
    strengths = ranking.strengths(CARDS[vira])
    assert max(strengths, key=lambda card: strengths[card]) == manilha


def test_piezas_work_with_a_smaller_pack() -> None:
    rules = house('pack.without = "3"', "uruguayo").rules()
    strengths = rules.ranking.strengths(CARDS["7o"])
    assert sorted(strengths, key=lambda card: -strengths[card])[:3] == ["2o", "4o", "5o"]


def test_a_pack_can_be_too_small_for_one_option() -> None:
    small = house('options.phases = "round"\nplayers = [4]\npack.without = "1 2 3"', "quesada")
    assert len(small.rules().pack) == 19
    with pytest.raises(OptionError, match="4 players need 21 cards and the pack has 19"):
        small.rules(phases="cortaillos")


# ------------------------------------------------------------------------------------------------------------- words


def test_words_override_those_of_the_preset() -> None:
    voices = loads(VILLAGE).rules().voices
    assert voices.phrase("truco") == "¡te la juego!"
    assert voices.phrase("la-cama") == "la cama"
    assert voices.phrase("todo") == "todo"  # it has no phrase of its own
    assert voices.phrase("quiero", "truco") == "venga"
    assert voices.phrase("real-envido") == preset("argentino").voices.phrase("real-envido")


def test_señas_for_removed_cards_are_removed() -> None:
    usual = {sign.shows for sign in preset("argentino").voices.signs}
    remaining = {sign.shows for sign in house('pack.without = "2"').voices.signs}
    assert usual - remaining == {"2"}
    body = '[words.signs.rey]\nshows = "12b"\ngesture = "wink"\nsource = "us"'
    assert house(body).voices.sign("rey") is not None


# ----------------------------------------------------------------------------------------------------------- in play

TABLES = {
    "argentino": 'truco.ladder = ["truco 2", "retruco 3", "vale-cuatro 4", "la-cama game"]\npack.without = "2 12o"',
    "uruguayo": 'target = 12\ntruco.base = 2\ntruco.ladder = ["truco 4", "flor-de-truco 9"]\npack.without = "3"',
    "belmez": 'target = 21\noptions.patas = 3\ntruco.ladder = ["truco 2", "retruco 5", "pata game"]',
    "valenciano": 'options.deck = "24"\ntruco.ladder = ["truco 3", "retruco 6", "val-nou 9", "joc-fora match"]',
    "paulista": 'pack.without = "4 5 6"\ntruco.ladder = ["truco 2", "doze 12"]',
    "navarrevisca": 'pack.ranking = "3 = 2 > 1 > 12 = 11 = 10 > 7 > 6 > 5 > 4"',
}


@pytest.mark.parametrize("variant", TABLES)
def test_matches_with_house_rules_are_played_and_replayed(variant: str) -> None:
    table = house(TABLES[variant], variant)
    for players in table.players:
        match = play(table.rules(players))
        assert match.over
        text = str(record(match))
        assert text.startswith(f"variant mi-pueblo\nplayers {players}\ndeal ")  # the record lists no options
        judged = replay(parse(text), [table])
        assert judged.failures == []
        assert (judged.match.score, judged.match.games) == (match.score, match.games)


@pytest.mark.parametrize("variant", TABLES)
def test_the_exhaustive_check_of_house_rules_finds_no_violation(variant: str) -> None:
    for finding in check(house(TABLES[variant], variant).rules(2, target=12)):
        assert not finding.violations


@st.composite
def files(draw: st.DrawFn) -> str:
    """Return well-formed house rules, whose values may still contradict each other."""
    parent = VARIANTS[draw(st.sampled_from(sorted(VARIANTS)))]
    heights = sorted(draw(st.sets(st.integers(2, 40), min_size=1, max_size=5)))
    whole = draw(st.sampled_from([[], ["game"], ["match"], ["game", "match"]]))
    ladder = [f"call-{number} {stake}" for number, stake in enumerate([*heights, *whole])]
    gone = draw(st.sets(st.sampled_from([*range(1, 13), "4o", "7e", "12b"]), min_size=1, max_size=4))
    options = [option for option in parent.options if option.name != "target" and not isinstance(option, NumberOption)]
    lines = [
        f'name = "mi-pueblo"\nfrom = "{parent.name}"',
        f"players = [{draw(st.sampled_from(parent.players))}]",
        f"target = {draw(st.integers(1, 40))}",
        f"truco.base = {draw(st.integers(1, heights[0] - 1))}\ntruco.ladder = {json.dumps(ladder)}",
        f'pack.without = "{" ".join(map(str, gone))}"',
        *(f'options.{option.name} = "{draw(st.sampled_from(option.choices))}"' for option in options),
    ]
    kept_lines = draw(st.lists(st.booleans(), min_size=len(lines), max_size=len(lines)))
    return "\n".join(line for number, line in enumerate(lines) if number == 0 or kept_lines[number])


@given(files())
def test_all_accepted_house_rules_can_be_played(text: str) -> None:
    """Play a match to its end and check that its record replays."""
    try:
        table = loads(text)
    except HouseError:
        return
    match = play(table.rules())
    assert match.over
    assert replay(parse(str(record(match))), [table]).match.score == match.score


def test_records_contain_options_that_differ_from_the_house_rules() -> None:
    table = house("target = 6\noptions.flor = false\noptions.chicos = 1")
    text = str(record(play(table.rules(2, flor=True, target=6))))
    assert "\noptions flor=on\n" in text
    assert replay(parse(text), [table]).match.rules.flor is not None


def test_a_record_with_unknown_house_rules_is_refused() -> None:
    with pytest.raises(RecordError, match=r"1: unknown variant 'mi-pueblo'; .* --house FILE\.toml"):
        replay(parse("variant mi-pueblo\ndeal 1"))


def test_a_record_with_other_house_rules_is_refused() -> None:
    tables = [loads(f'name = "{name}"\nfrom = "argentino"') for name in ("roca", "lomas")]
    with pytest.raises(RecordError) as caught:
        replay(parse("# theirs\nvariant mi-barrio\ndeal 1"), tables)
    assert caught.value.line == 2
    assert caught.value.message.startswith("unknown variant 'mi-barrio'; ")
    assert caught.value.message.endswith("; the given house rules are roca, lomas")


# ---------------------------------------------------------------------------------------------------------- examples


def test_there_are_examples() -> None:
    assert [path.stem for path in FILES] == ["boteco", "illes", "mata", "sobremesa"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_examples_are_played(path: Path) -> None:
    table = load(path)
    assert table.name == path.stem
    for players in table.players:
        assert play(table.rules(players), seed=7).over


# ---------------------------------------------------------------------------------------------------------- commands


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "Mi Pueblo.TOML"
    path.write_text(VILLAGE, encoding="utf-8")
    return path


def test_find_accepts_names_and_files(file: Path) -> None:
    assert find("Belmez") is VARIANTS["belmez"]
    assert find(str(file)).name == "mi-pueblo"


def test_play_and_referee(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "match.truco"
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 2000))
    assert main(["play", str(file), "--seed", "5", "--record", str(path), "chicos=3", "word=any"]) == 0
    assert "Truco de mi pueblo" in capsys.readouterr().out
    assert path.read_text(encoding="utf-8").startswith(
        "variant mi-pueblo\nplayers 2\noptions word=any chicos=3\n",
    )
    assert main(["referee", "--house", str(file), str(path)]) == 0
    assert main(["referee", str(path)]) == 2
    assert "--house FILE.toml" in capsys.readouterr().err


def test_the_other_commands(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variants", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["name"] == "mi-pueblo"
    assert main(["simulate", str(file), "--matches", "3", "--json", "target=5"]) == 0
    assert json.loads(capsys.readouterr().out)["variant"] == "mi-pueblo"
    assert main(["check", str(file), "target=6"]) == 0


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_example_that_is_printed_can_be_typed(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with_space = tmp_path / "a table.toml"
    with_space.write_bytes(path.read_bytes())
    assert main(["variants", str(with_space)]) == 0
    example = capsys.readouterr().out.splitlines()[-1].removeprefix("Example: ")
    command = shlex.split(example)
    assert command[:3] == ["truquero", "play", str(with_space)]
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    assert main(command[1:]) == 0


@pytest.mark.parametrize("command", ["play", "variants", "simulate", "check"])
def test_a_bad_file_gives_one_line(command: str, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(VILLAGE.replace("18", "0"), encoding="utf-8")
    assert main([command, str(file)]) == 2
    written = capsys.readouterr()
    assert written.out == ""
    assert written.err == (f"truquero {command}: {file}:7: target must be a whole number from 1 to 1000, not 0\n")
