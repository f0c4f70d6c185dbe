"""New words in house rules must not be ambiguous at the table; house rules may define their own señas."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from truquero import Match
from truquero.i18n import speaking
from truquero.rulebook import as_text, document
from truquero.speech.narration import TableText
from truquero.speech.talk import read
from truquero.variants import VARIANTS, Preset
from truquero.variants.gestures import GESTURES
from truquero.variants.house import HouseError, loads

SAY = "[words.say]\n"


def house(body: str, variant: str = "argentino") -> Preset:
    return loads(f'name = "mi-pueblo"\nfrom = "{variant}"\n{body}', "casa.toml")


def talk(*entries: tuple[str, str]) -> str:
    return "".join(f'[[words.talk]]\nwords = ["{words}"]\n{rest}\n' for words, rest in entries)


WORDS_IN_USE = [
    # words of another move: of the variant, general words, or of the house rules
    ('truco = ["quiero"]', 4, "words.say.truco[1]: 'quiero' means quiero already: choose other words"),
    ('envido = ["truco"]', 4, "words.say.envido[1]: 'truco' means truco already: choose other words"),
    ('truco = [\n"truco",\n"¡Kiero!"]', 6, "words.say.truco[2]: '¡Kiero!' means quiero already: choose other words"),
    ('truco = ["vale 4"]', 4, "words.say.truco[1]: 'vale 4' means vale-cuatro already: choose other words"),
    ('truco = ["dale"]', 4, "words.say.truco[1]: 'dale' means quiero already: choose other words"),
    ('truco = ["leona"]', 4, "words.say.truco[1]: 'leona' means flor already: choose other words"),
    ('truco = ["paso"]', 4, "words.say.truco[1]: 'paso' means no-quiero already: choose other words"),
    ('truco = ["sin ley"]', 4, "words.say.truco[1]: 'sin ley' means no move already: choose other words"),
    ('no-quiero = ["me voy"]', 4, "words.say.no-quiero[1]: 'me voy' means mazo already: choose other words"),
    (
        'retruco = ["va"]\nmazo = ["me planto"]\ntruco = ["me planto"]',
        5,
        "words.say.mazo[1]: 'me planto' means truco already: choose other words",
    ),
    # cards
    ('truco = ["1e"]', 4, "words.say.truco[1]: '1e' is the name of a card: choose other words"),
    ('truco = ["7 de oros"]', 4, "words.say.truco[1]: '7 de oros' is the name of a card: choose other words"),
    ('truco = ["siete oros"]', 4, "words.say.truco[1]: 'siete oros' is the name of a card: choose other words"),
    ('truco = ["sota"]', 4, "words.say.truco[1]: 'sota' is the name of a card: choose other words"),
    ('truco = ["el tres"]', 4, "words.say.truco[1]: 'el tres' is the name of a card: choose other words"),
    ('truco = ["macho"]', 4, "words.say.truco[1]: 'macho' is the name of a card: choose other words"),
    # words without letters
    ('truco = ["truco", "..."]', 4, "words.say.truco[2]: '...' cannot be heard: write words with letters"),
    ('truco = ["33"]', 4, "words.say.truco[1]: '33' cannot be heard: write words with letters"),
    ('truco = ["H"]', 4, "words.say.truco[1]: 'H' cannot be heard: write words with letters"),
]
IN_OTHER_TOML_TABLES = [
    ('[words.verses]\ntruco = ["no quiero"]', 4, "words.verses.truco[1]: 'no quiero' means no-quiero already"),
    ('[words.names]\n1e = ["truco"]', 4, "words.names.1e[1]: 'truco' means truco already: choose other words"),
    (
        '[words.names]\n1e = ["la dura"]\n1b = ["la dura"]',
        4,
        "words.names.1e[1]: 'la dura' already names 1b: choose another name",
    ),
    (
        talk(("la de siempre", 'moves = ["truco"]'), ("¡La de siempre!", 'moves = ["envido"]')),
        7,
        "words.talk[2].words[1]: '¡La de siempre!' means truco already: choose other words",
    ),
    (
        talk(("quiero", 'moves = ["no-quiero"]')),
        4,
        "words.talk[1].words[1]: 'quiero' means quiero already: choose other words",
    ),
    (talk(("7 de oros", 'moves = ["truco"]')), 4, "words.talk[1].words[1]: '7 de oros' is the name of a card"),
    (talk(("!", 'moves = ["truco"]')), 4, "words.talk[1].words[1]: '!' cannot be heard: write words with letters"),
]


@pytest.mark.parametrize(
    ("body", "line", "message"), [*((SAY + body, *rest) for body, *rest in WORDS_IN_USE), *IN_OTHER_TOML_TABLES]
)
def test_words_in_use_are_refused_at_their_line(body: str, line: int, message: str) -> None:
    with pytest.raises(HouseError) as caught:
        house(body)
    assert caught.value.message.startswith(message)
    assert caught.value.line == line


@pytest.mark.parametrize(
    "body",
    [
        SAY + 'truco = ["truco", "¡TRUCO!", "te la juego"]',
        SAY + '"quiero@truco" = ["dale"]',  # a general word for the same move
        SAY + 'mazo = ["me retiro"]',  # the phrase may mean mazo
        SAY + 'retruco = ["quiero retruco"]',
        talk(("me voy", 'moves = ["no-quiero|mazo"]')),
        talk(("la mía", 'moves = ["truco"]\nplayed = true'), ("la mía", 'moves = ["envido"]\nplayed = false')),
        talk(("la mía", 'moves = ["truco"]'), ("la mía", 'moves = ["truco"]')),
        'truco.ladder = ["pego 2", "repego 3"]\n[words.say]\npego = ["truco"]\nrepego = ["retruco"]',
        '[words.verses]\ndeal = ["Truco"]\n"flor+truco" = ["no hay flor sin truco"]',
    ],
)
def test_unused_words_are_accepted(body: str) -> None:
    assert house(body).voices != VARIANTS["argentino"].voices


@pytest.mark.parametrize("name", VARIANTS)
def test_words_of_the_variant_can_be_repeated(name: str) -> None:
    """This includes variants that use the same words for two moves; the call that they answer distinguishes them."""
    voices = VARIANTS[name].voices
    for table, held in (("say", voices.say), ("verses", voices.verses), ("names", voices.names)):
        lines = (f'"{key}" = {json.dumps(words, ensure_ascii=False)}' for key, words in held.items())
        written = f"[words.{table}]\n" + "\n".join(lines)
        assert house(written, name).voices == voices


def test_expressions_of_house_rules_override_those_of_the_variant() -> None:
    table = house(talk(("hi torne", 'moves = ["truco"]')), "valenciano")
    rules = table.rules()
    assert read("hi torne", rules).moves == ("truco",)
    assert read("vuelvo", rules).moves == ("torne",)


def test_a_number_can_be_a_call_if_points_are_not_declared() -> None:
    ladder = 'truco.ladder = ["truco 2", "joc-fora 24"]\n[words.say]\njoc-fora = ["vint-i-quatre"]'
    assert house(ladder, "valenciano").voices.phrase("joc-fora") == "vint-i-quatre"
    with pytest.raises(HouseError, match="'vint-i-quatre' means N already"):
        house(f'options.declare = "manual"\n{ladder}', "valenciano")


# -------------------------------------------------------------------------------------------------------------- señas

EAR = '[words.signs.ancho]\nshows = "1e"\ngesture = "rascarse la oreja"'


def test_a_seña_of_house_rules_is_shown_as_written() -> None:
    village = house(EAR)
    sign = village.voices.sign("ancho")
    assert sign is not None
    assert (sign.gesture, sign.source) == ("rascarse la oreja", "")
    match = Match(village.rules(4), seed="1", dealer=4)
    match.deal()
    match.play(1, "sena-ancho")
    lines = [line for _kind, line in TableText(match.rules, 3).new_lines(match.view(3), 0)]
    with speaking("en"):
        assert any("rascarse la oreja" in line for line in lines)
        assert "rascarse la oreja" in as_text(document(village))


def test_the_document_lists_every_translated_gesture() -> None:
    about = (Path(__file__).parents[3] / "docs" / "reference" / "house-rules.md").read_text(encoding="utf-8")
    listed = about.partition("For these gestures")[2].partition("\n\n")[0]
    assert re.findall(r"`([a-z-]+)`", listed) == sorted(GESTURES, key=lambda key: (key == "word", key))
