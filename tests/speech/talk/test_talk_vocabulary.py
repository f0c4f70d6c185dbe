"""The vocabulary of table talk: shared words, denials, equivocal forms, and words added by a house."""

from __future__ import annotations

from unicodedata import normalize

import pytest

from truquero.i18n import LANGUAGES, speaking
from truquero.rules.everywhere import ear_of, everywhere, shared_expressions
from truquero.rules.expressions import WHY, read_expressions
from truquero.rules.spelling import sound
from truquero.speech.talk import QueuedCalls, carry_out, read
from truquero.table import Match
from truquero.variants import VARIANTS, preset, rules_of
from truquero.variants.house import HouseError, loads


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_every_table_understands_its_own_words(variant: str) -> None:
    """The words of a variant are read as their move, or as a question if they belong to two moves."""
    rules = rules_of(variant)
    for code, words in rules.voices.phrases_by_move.items():
        if code.endswith("N") or code in ("tapada", "descarta"):
            continue
        for phrase in words:
            reading = read(phrase, rules)
            assert reading.refused == "", (code, phrase)
            readings = reading.question or (reading.moves,)
            plain = [codes for codes in readings if code in codes or codes == ()]
            assert plain or code in ("son-buenas", "no-quiero"), (code, phrase, readings)


@pytest.mark.parametrize("denial", ["no", "nunca", "não", "tampoc", "don't"])
@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_a_denied_word_never_makes_its_move(variant: str, denial: str) -> None:
    """In common play a denied acceptance is a refusal or a question, and no other denied call is a move."""
    rules = rules_of(variant)
    for code, words in rules.voices.phrases_by_move.items():
        for phrase in (*words, *everywhere()["say"].get(code, ())):
            reading = read(f"{denial} {phrase}", rules)
            if not denies_itself(phrase) and code not in ("acepta-carta", "otra-carta"):  # as in "no quiero otra carta"
                assert reading.moves[:1] in ((), ("no-quiero",)), (phrase, reading)
                assert reading.moves == () or code != "no-quiero", (phrase, reading)


def denies_itself(words: str) -> bool:
    return any(f" {denial} " in f" {words.lower()} " for denial in everywhere()["deny"]["words"])


@pytest.mark.parametrize(
    ("word", "other_word"),
    [
        ("envido", "enbido"),
        ("quiero", "kiero"),
        ("vull", "bull"),
        ("vuelvo", "buelvo"),
        ("mazo", "maso"),
        ("Güena", "guena"),
        ("cinc", "sinc"),
        ("hombre", "onvre"),
        ("trucoooo", "truco"),
        ("força", "forza"),
    ],
)
def test_words_that_sound_alike_have_the_same_key(word: str, other_word: str) -> None:
    assert sound(word) == sound(other_word)


@pytest.mark.parametrize("words", ["está bien, señor", "Güena", "três", "a l’última", "não quero"])
def test_accents_may_be_characters_of_their_own(words: str) -> None:
    """macOS types é as e and an accent. A letter that never has an accent is read without it."""
    tokens = ear_of("es").tokens
    assert tokens(normalize("NFD", words)) == tokens(words)
    assert [token.text for token in tokens("qui\u0302ero t\u0301ruco")] == ["quîero", "truco"]


@pytest.mark.parametrize(
    ("word", "other_word"), [("quieto", "quiero"), ("casa", "caza2"), ("chica", "cica"), ("pero", "peyo")]
)
def test_words_that_sound_different_have_different_keys(word: str, other_word: str) -> None:
    assert sound(word) != sound(other_word)


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"moves": ["truco"]}, "needs its words"),
        ({"words": ["x"]}, "needs its moves"),
        ({"words": "x", "moves": ["truco"]}, "needs its words"),
        ({"words": ["x"], "moves": ["truco"], "when": True}, "has no when"),
        ({"words": ["x"], "moves": ["truco"], "played": "yes"}, "played must be true or false"),
        ({"words": ["x"], "moves": ["truco"], "why": "because"}, "why must be one of"),
        ({"words": ["x"], "moves": ["truco"], "article": 16}, "article must be a text"),
    ],
)
def test_the_error_of_a_wrong_expression_names_the_fault(entry: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_expressions([entry])


HOUSE = """
name = "bar"
from = "argentino"

[words.say]
truco = ["canto"]

[[words.talk]]
words = ["la de siempre"]
moves = ["envido", "truco"]
article = "the owner"
"""


def test_house_rules_can_add_expressions() -> None:
    rules = loads(HOUSE).rules(2)
    match = Match(rules, seed="1", dealer=2)
    match.deal()
    assert read("canto", rules).moves == ("truco",)
    reading = read("la de siempre", rules, match)
    assert (reading.moves, reading.queued, reading.article) == (("envido",), ("truco",), "the owner")
    assert carry_out(match, 1, reading) == QueuedCalls({1: ("truco",)})


@pytest.mark.parametrize(("wrong", "message"), [("envidoo", "there is no such move"), ('x", 3, "', "a list of texts")])
def test_a_wrong_expression_of_a_house_is_an_error(wrong: str, message: str) -> None:
    with speaking("en"), pytest.raises(HouseError, match=message):
        loads(HOUSE.replace('"envido", "truco"', f'"{wrong}"'))


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("x = 1", "the keys are article, equivocal, accept_first"),
        ("article = 1", "a text"),
        ("equivocal = 1", "true or false"),
    ],
)
def test_the_error_of_a_wrong_speech_table_names_the_fault(table: str, message: str) -> None:
    with speaking("en"), pytest.raises(HouseError, match=message):
        loads(HOUSE.replace("[[words.talk]]", f"[words.speech]\n{table}\n\n[[words.talk]]"))


def test_house_rules_decide_whether_equivocal_words_count() -> None:
    house = HOUSE.replace("[[words.talk]]", "[words.speech]\nequivocal = true\n\n[[words.talk]]")
    assert read("envidito", loads(house).rules(2)).moves == ("envido",)


def test_a_reading_cites_the_article_of_its_table() -> None:
    """S000 §16 is an Argentine article. Other games have another article, or none."""
    assert [read("truquito", rules_of(name)).article for name in ("argentino", "belmez", "valenciano")] == [
        "S000 §16",
        "",
        "",
    ]
    assert read("trucão", rules_of("paulista")).article == "S004 Conversas"
    assert read("trucu", rules_of("paulista")).article == ""  # S004 says that such words count
    assert read("não truco", rules_of("paulista")).article == ""


def test_a_bare_raise_of_the_truco_suggests_the_right_words() -> None:
    """S000 §14, §16: in a championship "quiero" precedes retruco and vale cuatro."""
    with speaking("en"):
        refusals = [
            read(words, rules_of("argentino"), championship=True).refused for words in ("retruco", "vale cuatro")
        ]
        common_reading = read("retruco", rules_of("argentino"))
    assert [refusal.rpartition(": ")[2] for refusal in refusals] == ["say “quiero retruco”", "say “quiero vale cuatro”"]
    assert common_reading.moves == ("retruco",)


@pytest.mark.parametrize("variant", sorted(set(VARIANTS) - {"argentino"}))
def test_only_the_argentine_book_requires_quiero_before_a_raise(variant: str) -> None:
    """In the others a raise accepts (S003, S004), or nothing is said about championships (S001, S002)."""
    rules = rules_of(variant)
    for rung in rules.truco.rungs:
        assert not read(rules.voices.phrase(rung.code), rules, championship=True).refused


def test_a_truco_before_the_flor_explains_the_order() -> None:
    """S000 §16: a player who says truco first loses the flor and the envido."""
    match = Match("argentino", 2, seed=1, dealer=2)
    match.deal()
    with speaking("en"):
        reading = read("truco y flor", match.rules, match)
    assert reading.refused.endswith("say “flor” before “truco”")
    assert reading.article == "S000 §16"


def test_a_reason_describes_the_reading() -> None:
    match = Match("argentino", 2, seed=1, dealer=2)
    match.deal()
    match.play(1, "truco")
    match.play(2, "retruco")
    with speaking("en"):
        assert read("quiero retruco", match.rules, match).why == "it accepts the call that it names"
        assert (
            read("ni truco ni envido", rules_of("argentino")).why == "said with a “no”: truco, envido; none is called"
        )
        denied = read("no tengo flor", rules_of("argentino"), championship=True)
    assert (denied.why, denied.article) == ("in a championship a call binds even if it is denied", "S000 §16")


@pytest.mark.parametrize(
    ("variant", "words", "message"),
    [
        ("venezolano", "envido cinco piedras", "there is no “envido cinco” at this table"),
        ("argentino", "quiero por cinco", "no bet of this table has “cinco”"),
        ("belmez", "envido mil", "that bet is too high: the game is to 40"),
    ],
)
def test_a_size_is_never_dropped(variant: str, words: str, message: str) -> None:
    with speaking("en"):
        assert read(words, rules_of(variant)).refused.startswith(message)


def test_a_number_without_a_meaning_is_reported() -> None:
    with speaking("en"):
        reading = read("somos dos amigos: truco", rules_of("argentino"))
    assert reading.moves == ("truco",)
    assert reading.why.endswith("dos has no meaning")


def test_no_words_are_defined_twice() -> None:
    """No word belongs both to a move and to an expression, in the shared table or in any variant's."""
    shared = everywhere()
    vocabularies = [(shared["say"], shared_expressions())]
    vocabularies += [(preset(name).voices.phrases_by_move, preset(name).voices.talk) for name in VARIANTS]
    for say, talk in vocabularies:
        words_of_moves = {words for phrases in say.values() for words in phrases}
        assert not words_of_moves & {words for expression in talk for words in expression.words}


def test_every_reason_is_used() -> None:
    tables = [
        everywhere()["talk"],
        *([vars(expression) for expression in preset(name).voices.talk] for name in VARIANTS),
    ]
    used = {entry.get("why", "") for table in tables for entry in table}
    set_by_code = {
        "",
        "said-twice",
        "verse",
        "raise",
        "own-word",
        "shared-word",
        "card",
        "equivocal",
        "denied",
        "no-claims",
    }
    set_by_code |= {"denied-binds", "accepts-named", "sign"}
    assert used | set_by_code == set(WHY)


@pytest.mark.parametrize("language", LANGUAGES)
def test_readings_are_explained_in_every_language(language: str) -> None:
    with speaking(language):
        assert read("envido mi truco", rules_of("argentino")).why
        assert read("trulo", rules_of("argentino")).refused


def test_vuelvo_accepts_only_the_envit() -> None:
    """S003 III.b: «el jugador que acepta dice: "vuelvo"». It does not answer a truc."""
    match = Match("valenciano", 2, seed=1, dealer=2, envit_mode="literal")
    match.deal()
    match.play(1, "envido")
    assert read("¡vuelvo!", match.rules, match, 2).moves == ("quiero",)
    match.play(2, "no-quiero")
    match.play(1, "truco")
    assert read("vuelvo", match.rules, match, 2).moves == ()


def test_a_call_of_house_rules_is_its_own_word() -> None:
    house = HOUSE.split("[")[0] + '[truco]\nladder = ["pego 3", "repego 6"]\n'
    reading = read("pego", loads(house).rules(2))
    assert (reading.moves, reading.why) == (("pego",), "a word of this table")


def test_codes_can_be_typed_instead_of_words() -> None:
    """The codes that a refusal or a question offers can be typed as they are."""
    match = Match("belmez", 2, seed=3, dealer=2)
    match.deal()
    for code in match.turn[1]:
        assert read(code, match.rules, match, 1).moves == (code,), code
    match.play(1, "envido")
    for code in match.turn[2]:
        assert read(code, match.rules, match, 2).moves == (code,), code
    assert read("mas-3", match.rules, match, 2).refused
    assert read("7o", match.rules, match, 2).refused
    readings = [read(code, match.rules) for code in ("mas-4", "7o", "envido-6", "envido-3", "tapada-4c", "8o")]
    assert [reading.moves for reading in readings] == [("mas-4",), ("7o",), ("envido-6",), (), (), ()]


def test_a_size_that_was_not_bet_leads_to_a_question() -> None:
    match = Match("belmez", 2, seed=3, dealer=2)
    match.deal()
    match.play(1, "envido")
    assert read("quiero dos pares", match.rules, match, 2).question == (("quiero",), ("mas-4",))
    assert read("quiero y más cuatro", match.rules, match, 2).moves == ("mas-4",)
