"""The style of the four languages: mistakes that native speakers found, each as a pattern that must not return."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools.translations import path_of, read, strings
from truquero.i18n import speaking
from truquero.rulebook import document
from truquero.rulebook.markdown import as_markdown
from truquero.speech.score_text import half_counted
from truquero.variants import VARIANTS, rules_of

ROOT = Path(__file__).parents[2]
BOOKS = ROOT / "docs/variants"
PAGE = ROOT / "web/src/texts"


def translations(language: str) -> list[str]:
    return [text for message in read(path_of(language)) if message.id for text in strings(message)]


def texts_of(language: str) -> list[str]:
    """Return every text that is shown in a language: the catalogue, the page and the rule books. Leave out the tables
    of codes, whose words belong to the game."""
    page = [(PAGE / name).read_text(encoding="utf-8") for name in (f"{language}.ts", f"table/{language}.ts")]
    books = [path.read_text(encoding="utf-8") for path in (BOOKS / language).glob("*.md")]
    lines = [line for text in (*page, *books) for line in text.splitlines() if not line.startswith("| `")]
    return lines if language == "en" else [*translations(language), *lines]


@pytest.mark.parametrize(
    ("language", "pattern"),
    [
        ("es", r"servir al palo"),
        ("es", r"[Aa] suertes"),
        ("es", r"sentados uno sí y otro no"),
        ("es", r"Nada impide callarla"),
        ("es", r"\b(el envit|del truc|cartes blanques, o negres)\b"),
        ("en", r"Your word|What happens|By night|Only who has|\"Go in\"|\"We\"|\"They\""),
        ("en", r"who sit by turns|What is otherwise|in sections apart|They are no tie|Who gets it|a match has some"),
        ("en", r"\b(rey|caballo|sota) of\b|\bof (espadas|bastos|oros|copas)\b|\b(rey|caballo|sota): equal"),
        ("en", r"Nobody is stopped"),
        ("en", r"\b[Hh](e|is|im)\b|[Mm]eddl"),
        ("pt", r"O baralho de que sai|[Dd]esde a segunda vaza|pontos estejam iguais|cai aberta|[Dd]istribuição limpa"),
        ("pt", r"\(zap, gato, paus\)"),
        ("pt", r"[Hh]ífens|dividem a conta|\b[Nn]ão há tal\b|\b[Cc]astig|«"),
        ("ca", r"\b\w*(repart|decid|segu|exist|imped|ofer|convert|coincid)eix(en|es)?\b"),
        ("ca", r"\b(lleveu|trieu|digueu|escriviu|compareu)\b"),
        ("ca", r"\b[Ee]scapç|\b[Oo]rdre\b|\bveure\b|\b[Aa]quest|\bavui\b|\b[Pp]etit|\bs[ei]va\b"),
        ("ca", r"cap per amunt|\ba sorts\b"),
        ("ca", r"[a-zà-ÿ]'[a-zà-ÿ\d]"),
    ],
)
def test_a_known_language_mistake_stays_fixed(language: str, pattern: str) -> None:
    codes = re.compile(r"`[^`]*`|'[^' ]*[-+][^']*'")
    assert not [line for line in texts_of(language) if re.search(pattern, codes.sub("", line))]


def test_brazilian_verbs_have_the_pronoun_before_them() -> None:
    """The pronoun follows only an infinitive or imperative: not "escreve-se", "joga-se" or "seguem-se"."""
    allowed = re.compile(r"\w*r-se|sente-se|vira-se mais uma")
    lines = [re.sub(allowed, "", line) for line in texts_of("pt")]
    assert not [line for line in lines if re.search(r"\b\w+-se\b", line)]


def test_portuguese_says_dar_as_cartas_and_not_dar_alone() -> None:
    """The verb "dar" alone sounds comical; the phrase is "dar as cartas"."""
    for path in (BOOKS / "pt").glob("*.md"):
        prose = "\n".join(line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("|"))
        assert not re.findall(r"\b(?:dá|dar|dão)\b(?! as cartas| por boa)", prose), path


def test_valencian_uses_one_kind_of_apostrophe() -> None:
    words = (ROOT / "src/truquero/variants/words/valenciano.toml").read_text(encoding="utf-8")
    assert not re.findall(r"\w'\w", words)
    assert "a pardas" not in words


# ------------------------------------------------------------------------------------------------------------ content


def book(name: str, language: str = "en") -> str:
    with speaking(language):
        return as_markdown(document(VARIANTS[name]))


def test_a_flor_must_be_sung() -> None:
    """S000 §11, §12 and S003 Flor: singing is a duty, and silence has a cost."""
    assert "It must be sung; silence risks a challenge (“pido flor”)." in book("argentino")
    assert "It must be sung; a silent flor is not paid." in book("belmez")
    assert "Es obligatoria; quien la calla se expone a «pido flor»." in book("argentino", "es")
    assert "Es obligatoria; quien la calla no la cobra." in book("belmez", "es")


def test_salihse_means_reaching_20_points_of_either_half() -> None:
    """S003 Vocabulario: «llegar a 20 tantos, ya sean de "güenah" o de "malah"»."""
    assert "| salihse | llegar a 20 tantos, ya sean de güenah o de malah |" in book("belmez", "es")


@pytest.mark.parametrize(("name", "word"), [("trucardo", "chico"), ("paulista", "queda")])
def test_a_game_that_is_the_match_is_not_one_of_several(name: str, word: str) -> None:
    text = book(name, "es")
    assert f"| {word} | un juego, que es la partida entera |" in text
    assert f"| {word} | un juego, de los que una partida tiene varios |" not in text


def test_the_ace_of_clubs_is_the_basto() -> None:
    """S000 §9: the names of the ace of batons."""
    assert "as de bastos (bastillo, basto, macho de bastos, hembra)" in book("argentino", "es")


def test_cards_have_one_language_and_their_own_name_once() -> None:
    text = book("belmez")
    assert "batons (bastos, b ╱)" in text
    assert "king (rey, 12)" in text
    assert "king of batons (gallo)" in text


def test_one_point_has_the_singular_name_of_its_half() -> None:
    rules = rules_of("argentino")
    assert [half_counted(rules, points) for points in (0, 1, 2, 16)] == ["malas", "mala", "malas", "buena"]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("argentino", "One cut that leaves at least 3 cards in each part, or a knock on the pack"),  # S000 §17
        ("belmez", "or a blow with the closed fist instead of a cut"),  # S003
        ("argentino", "A card that has been played cannot be taken back."),  # S000 §14
        ("navarrevisca", "A card that has been played cannot be taken back."),  # S002 §11
        ("navarrevisca", "Partners may not show each other their cards: that is what the señas are for."),  # S002 §12
        ("navarrevisca", "a player who does so pays the whole bill of the table"),  # S002
        ("argentino", "Diminutives and words that may be taken for a call are forbidden"),  # S000 §16
        ("argentino", "“quiero retruco”, not “retruco” alone"),  # S000 §14, §16
        ("paulista", "from the top or from the bottom of the pack"),  # S004 Embaralhamento
        ("paulista", "If the cut was dry or there was none, the cutter may draw cards"),
    ],
)
def test_the_rule_book_contains_a_rule_of_its_source(name: str, sentence: str) -> None:
    assert sentence in book(name)
