"""The words and señas of every variant are complete, understood, and validated when they are loaded."""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from truquero import VARIANTS, Match
from truquero.cards import CARDS
from truquero.i18n import LANGUAGES
from truquero.rules.aliases import as_code
from truquero.rules.game import Rules
from truquero.rules.moves import move_codes
from truquero.rules.options import NumberOption
from truquero.rules.voices import Sign, Voices
from truquero.variants.gestures import COUNTERS, GESTURES, MEANINGS, TERMS
from truquero.variants.preset import Preset
from truquero.variants.word_files import DEAL, WORDS, VoicesError, merged, read_voices, voices_of

every_preset = pytest.mark.parametrize("preset", VARIANTS.values(), ids=list(VARIANTS))
PARENT = voices_of("argentino")


def all_rules(preset: Preset) -> Iterator[Rules]:
    """Yield the rules with every value of every option, one option at a time, for every number of players."""
    for players in preset.players:
        yield preset.rules(players)
        for option in preset.options:
            if not isinstance(option, NumberOption):
                for value in option.choices[1:]:
                    yield preset.rules(players, **{option.name: value})
    chosen = {"covered_cards": "on", "mao_ferro_cega": "on"}
    option_names = {option.name for option in preset.options}
    if chosen.keys() <= option_names:
        yield preset.rules(None, **chosen)


@every_preset
def test_word_files_cover_exactly_the_moves_of_the_game(preset: Preset) -> None:
    codes = frozenset[str]().union(*map(move_codes, all_rules(preset)))
    assert set(preset.voices.phrases_by_move) == codes


@every_preset
def test_every_legal_move_has_words(preset: Preset) -> None:
    """The moves come from random play and from what each seat sees."""
    chance = random.Random(preset.name)
    for rules in all_rules(preset):
        match = Match(rules, seed=chance.randrange(1000))
        for code in offered(match, chance):
            if code not in CARDS:
                assert as_written(code) in move_codes(rules)
                assert preset.voices.phrases(code) != (code.replace("-", " "),) or has_own_words(preset.voices, code), (
                    code
                )


def as_written(code: str) -> str:
    """Return a code as voices write it: without its card, and with N for a number."""
    kind, _hyphen, last = code.rpartition("-")
    return kind if last in CARDS else re.sub(r"\d+$", "N", code)


def offered(match: Match, chance: random.Random) -> Iterator[str]:
    for _ in range(6):
        new_deal = match.deals.next_in_deal() is None
        exposed = chance.choice((None, *match.deals.next_in_match(match.score).seats)) if new_deal else None
        if not match.deal(exposed=exposed):
            return
        while match.turn:
            for seat in match.turn:
                yield from match.view(seat).moves
            match.play(*chance.choice(match.moves()))
        for moves in match.claims().values():
            yield from moves


def has_own_words(voices: Voices, code: str) -> bool:
    """Return whether the phrase table contains a code, even one that is spelt as it is said."""
    return code in voices.phrases_by_move or (code.isdigit() and "N" in voices.phrases_by_move)


@every_preset
def test_señas_refer_to_cards_of_the_pack(preset: Preset) -> None:
    rules = preset.rules()
    turned = rules.pack[0]
    for sign in preset.voices.signs:
        assert sign.source, "only a house may leave it out"
        assert sign.gesture in GESTURES, "only a house may tell it in its own words"
        assert (sign.shows in MEANINGS) != bool(sign.cards(rules.pack, turned)), sign
        if sign.gesture == "word":
            assert preset.voices.names[sign.shows], "the word itself is a name"


@every_preset
def test_señas_and_verses_are_not_empty(preset: Preset) -> None:
    voices = preset.voices
    names = [sign.name for sign in voices.signs]
    assert len(names) == len(set(names))
    assert voices.language in LANGUAGES
    assert voices.verses
    for key in voices.verses:
        assert {*key.split("+")} <= {*voices.phrases_by_move, DEAL}


def test_each_variant_has_exactly_one_word_file() -> None:
    assert {path.stem for path in WORDS.glob("*.toml")} == set(VARIANTS)


def test_every_gesture_meaning_counter_and_term_is_used() -> None:
    voices = [preset.voices for preset in VARIANTS.values()]
    assert {sign.gesture for table_voices in voices for sign in table_voices.signs} == set(GESTURES)
    own = {"flor"}  # S000 §18 lists it without a gesture, for a side's own code
    assert {sign.shows for table_voices in voices for sign in table_voices.signs} >= set(MEANINGS) - own
    assert {name for table_voices in voices if table_voices.tally for name in table_voices.tally.counters} == set(
        COUNTERS
    )
    assert {key for table_voices in voices for key in table_voices.names} >= set(TERMS)


# ---------------------------------------------------------------------------------------------------- spoken words


@pytest.mark.parametrize(
    ("variant", "move", "about", "heard"),
    [
        ("argentino", "retruco", None, "retruco"),
        ("argentino", "retruco", "truco", "quiero retruco"),
        ("argentino", "quiero", "flor", "con flor quiero"),
        ("argentino", "quiero", "envido", "quiero"),
        ("argentino", "pido-flor-2", None, "pido flor"),
        ("argentino", "33", None, "33"),
        ("belmez", "guena", None, "güena"),
        ("belmez", "al-resto", None, "ar rehto"),
        ("belmez", "quiero", "flor", "lo quiero"),
        ("belmez", "envido-6", None, "envido 3 pares"),
        ("belmez", "mas-4", None, "2 pares más"),
        ("navarrevisca", "quiero", "decide", "arriba"),
        ("navarrevisca", "no-quiero", "decide", "abajo"),
        ("navarrevisca", "no-quiero", "truco", "no quiero"),
        ("paulista", "quiero", "truco", "cai"),
        ("paulista", "no-quiero", "decide", "fugimos"),
        ("paulista", "tapada-4c", None, "coberta"),
        ("paulista", "carta-2", None, "a carta 2"),
        ("valenciano", "vale-cuatro", None, "quatre val"),
        ("valenciano", "cama", None, "joc fora"),
        ("asturiano", "truco", None, "truque"),
        ("autoridades", "nueve", None, "tres más, nueve"),
        ("mineiro", "dez", None, "dez"),
    ],
)
def test_moves_have_the_words_of_their_table(variant: str, move: str, about: str | None, heard: str) -> None:
    assert voices_of(variant).phrase(move, about) == heard


@pytest.mark.parametrize(
    ("variant", "move", "words"),
    [
        ("belmez", "flor", {"cahtellana", "leona", "pelusa"}),  # S003 Vocabulario
        ("belmez", "mazo", {"a la baraja"}),
        ("paulista", "truco", {"Jorge", "truca"}),  # S004 Conversas
        ("paulista", "quiero", {"mando cair", "jogamos"}),
        ("navarrevisca", "quiero", {"arriba", "quiero"}),
        ("valenciano", "torne", {"vuelvo", "torne"}),
        ("argentino", "son-buenas", {"es buena"}),
    ],
)
def test_synonyms_of_the_rule_books(variant: str, move: str, words: set[str]) -> None:
    assert all(move in voices_of(variant).moves_by_phrase[as_code(word)] for word in words)


@pytest.mark.parametrize(
    ("variant", "key", "name"),
    [
        ("argentino", "1b", "hembra"),
        ("belmez", "1o", "pierdetrucoh"),
        ("valenciano", "1c", "copot"),
        ("navarrevisca", "7e", "gallega de espadas"),
        ("paulista", "mc", "copeta"),
        ("uruguayo", "turned-king", "alcahuete"),
        ("venezolano", "11m", "perico"),
        ("valenciano", "misplay", "barraca"),
        ("paulista", "win-game", "raio"),
    ],
)
def test_names_of_cards_and_things(variant: str, key: str, name: str) -> None:
    assert name in voices_of(variant).names[key]


def test_an_unknown_move_is_shown_by_its_code() -> None:
    assert Voices().phrase("vale-cinco") == "vale cinco"
    assert Voices(say={"flor": ("flor",)}).phrases("flor-y-truco") == ("flor y truco",)


def test_a_seña_of_the_turned_suit_shows_the_right_card() -> None:
    pack = VARIANTS["uruguayo"].rules().pack
    two = voices_of("uruguayo").sign("dos-de-muestra")
    assert two is not None
    assert two.cards(pack, CARDS["7o"]) == (CARDS["2o"],)
    assert two.cards(pack, CARDS["7b"]) == (CARDS["2b"],)
    assert two.cards(pack) == ()
    assert set(Sign("tres", "3", "wink", "…").cards(pack)) == {CARDS[code] for code in ("3e", "3b", "3o", "3c")}


def test_belmez_and_valencia_have_their_own_counters() -> None:
    coins, stones = voices_of("belmez").tally, voices_of("valenciano").tally
    assert coins is not None
    assert stones is not None
    assert (coins.stacks, coins.behind) == ({2: 5, 3: 9}, 10)  # S003 Contabilidad
    assert stones.piles == (3, 4)  # S003 III.b


# ----------------------------------------------------------------------------------------------- loading and merging


def test_house_rules_replace_only_the_given_words() -> None:
    data = tomllib.loads("""
        [say]
        truco = ["truquito"]
        "quiero@truco" = ["venga"]
        vale-cinco = ["vale cinco"]
        [signs.tres]
        shows = "3"
        gesture = "wink"
        source = "our house"
        [signs.perro]
        shows = "nothing"
        gesture = "nod"
        source = "our house"
    """)
    house = merged(PARENT, data, codes=["vale-cinco"])
    assert house.phrase("truco") == "truquito"
    assert (house.phrase("quiero", "truco"), house.phrase("quiero", "envido")) == ("venga", "quiero")
    assert house.phrase("vale-cinco") == "vale cinco"
    assert house.phrases_by_move["quiero"] == ("quiero", "con flor quiero", "venga")
    assert house.phrase("envido") == PARENT.phrase("envido")
    assert [sign.name for sign in house.signs] == [*(sign.name for sign in PARENT.signs), "perro"]
    changed = house.sign("tres")
    assert changed is not None
    assert changed.gesture == "wink"
    assert (house.language, house.names, house.tally) == (PARENT.language, PARENT.names, PARENT.tally)


GOOD_SIGN = {"shows": "3", "gesture": "wink", "source": "S000"}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"sya": {}}, r"house.toml: \[sya\]: there is no such table; the tables are language, say"),
        ({"language": "la"}, "unknown language 'la'; choose one of es, pt, ca, en"),
        ({"say": []}, r"\[say\]: write it as a table"),
        ({"say": {"truko": ["truko"]}}, r"\[say\] truko: there is no such move; the moves are N, acepta-carta"),
        ({"say": {"truco": "truco"}}, r"\[say\] truco: write a list of words"),
        ({"say": {"truco": []}}, "write a list of words"),
        ({"say": {"truco": ["truco", "truco"]}}, "write a list of words"),
        ({"say": {"truco": [" truco"]}}, "write a list of words"),
        ({"say": {"truco": ["truco {n}"]}}, "only in the words of moves of any size"),
        ({"say": {"truco": ["truco {"]}}, "a brace too many"),
        ({"say": {"pido-flor-N": ["flor al {seat}"]}}, "only in the words of moves of any size"),
        ({"say": {"quiero@siempre": ["quiero"]}}, "write what the answer is about after @: decide, flor"),
        ({"verses": {"truko": ["…"]}}, r"\[verses\] truko: there is no such move"),
        ({"verses": {"flor+truko": ["…"]}}, "there is no such move"),
        ({"names": {"13e": ["…"]}}, r"\[names\] 13e: name cards, such as 1e"),
        ({"signs": {"tres": {}}}, r"\[signs.tres\]: shows is missing: write shows ="),
        ({"signs": {"tres": 3}}, r"\[signs.tres\]: a seña has shows, gesture, source"),
        ({"signs": {"Tres": GOOD_SIGN}}, "small letters with hyphens"),
        ({"signs": {"tres": {**GOOD_SIGN, "shows": "13"}}}, "shows = '13': name cards"),
        ({"signs": {"tres": {**GOOD_SIGN, "gesture": ""}}}, "gesture must say in one line how the seña is made"),
        ({"signs": {"tres": {**GOOD_SIGN, "gesture": "a\nb"}}}, "gesture must say in one line"),
        ({"signs": {"tres": {**GOOD_SIGN, "gesture": ["wink"]}}}, "gesture must say in one line"),
        ({"signs": {"tres": {**GOOD_SIGN, "source": ""}}}, "where the seña is from"),
        ({"tally": {"counters": ["rats"], "source": "S"}}, r"\[tally\] counters: write a list of some of beans"),
        ({"tally": {"counters": ["beans"], "source": ""}}, r"\[tally\] source: say where"),
        ({"tally": {"counters": ["beans"], "source": "S", "piles": [0]}}, "heaped together"),
        ({"tally": {"counters": ["beans"], "source": "S", "stacks": {"two": 5}}}, "how much so many are worth"),
        ({"tally": {"counters": ["beans"], "source": "S", "behind": -1}}, "behind the others"),
        ({"tally": {"beans": 1}}, "there is no such key; the keys are counters"),
    ],
)
def test_errors_name_the_place_and_say_what_is_allowed(data: dict[str, Any], message: str) -> None:
    with pytest.raises(VoicesError, match=message) as caught:
        merged(PARENT, data, "house.toml")
    assert str(caught.value).startswith("house.toml: ")


def test_a_complete_word_file_names_its_language() -> None:
    with pytest.raises(VoicesError, match=r'words\.toml: write language = "es"'):
        read_voices({"say": {}}, "words.toml")
    with pytest.raises(VoicesError, match="write a move in small letters"):
        read_voices({"language": "es", "say": {"Vale cuatro": ["…"]}})
    with pytest.raises(VoicesError, match="a verse belongs to a move"):
        read_voices({"language": "es", "verses": {"Vale cuatro": ["…"]}})


def test_rules_contain_the_words_of_their_variant() -> None:
    for preset in VARIANTS.values():
        assert preset.rules().voices is preset.voices
