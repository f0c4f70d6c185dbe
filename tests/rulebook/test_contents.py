"""The contents of a rule book: the phases of every table, the moves that exist, and partners. The rest is left out."""

from __future__ import annotations

import re

import pytest

from truquero import VARIANTS
from truquero.i18n import LANGUAGES, speaking
from truquero.rulebook import Document, as_markdown, document
from truquero.rulebook.document import RuleTable
from truquero.rules.aliases import plain
from truquero.rules.everywhere import everywhere
from truquero.rules.game import Rules
from truquero.table.sign_codes import has_partners
from truquero.variants.advice import ASTURIANO, BELMEZ
from truquero.variants.house import loads

every_variant = pytest.mark.parametrize("name", VARIANTS)


def book(name: str, players: int | None = None, **options: object) -> Document:
    """Return the book for this number of players only, or the complete book."""
    preset = VARIANTS[name]
    return document(preset, preset.rules(players, **options), alone=players is not None)


def text(rule_book: Document, key: str) -> str:
    """Return a section of a book as Markdown."""
    section = rule_book.section(key)
    assert section is not None, f"no section {key}"
    return as_markdown(Document("", (section,)))


def typed(rule_book: Document) -> list[str]:
    words_section = rule_book.section("words")
    assert words_section is not None
    table = next(block for block in words_section.blocks if isinstance(block, RuleTable))
    return [row[0].strip("`") for row in table.rows]


def glossary(rule_book: Document) -> list[tuple[str, str]]:
    """Return the terms of the book's word list with their explanations, without the table of codes."""
    words_section = rule_book.section("words")
    assert words_section is not None
    tables = [block for block in words_section.blocks if isinstance(block, RuleTable)]
    return [
        (plain(word), row[1])
        for table in tables
        if len(table.header) == 2 and not table.rows[0][0].startswith("`")
        for row in table.rows
        for word in row[0].split(", ")
    ]


# ------------------------------------------------------------------------------------------- every number of players


def test_a_book_names_its_number_of_players_and_its_other_sections() -> None:
    assert "What differs with 2, 3, 6 or 8 players is in separate sections." in text(book("argentino"), "table")
    assert "in separate sections" not in text(book("argentino", 4), "table")


def phases(rules: Rules) -> set[str]:
    phase_by_key = {
        "gallo": rules.gallo,
        "duels": rules.duels,
        "captain": rules.captain_sees_partner or None,
        "last_hand": rules.last_hand,
    }
    return {key for key, phase in phase_by_key.items() if phase is not None}


@every_variant
def test_a_book_has_the_phases_of_every_number_of_players(name: str) -> None:
    preset = VARIANTS[name]
    whole_book = document(preset)
    usual = phases(preset.rules())
    for players in preset.players:
        for key in phases(preset.rules(players)) - usual:
            phase, section = whole_book.section(f"{key}-{players}"), book(name, players).section(key)
            assert phase is not None, (key, players)
            assert section is not None
            assert phase.blocks == section.blocks


def test_the_argentine_book_covers_gallo_and_pica_pica() -> None:
    whole_book = book("argentino")
    assert "## With three players: the gallo\n" in text(whole_book, "gallo-3")
    assert "## With six players: duels (pica-pica)\n" in text(whole_book, "duels-6")
    assert "It is worth at most 6 points, besides what each flor adds." in text(whole_book, "duels-6")
    assert book("argentino", 4).section("duels-6") is None
    eight = book("argentino", picapica_8="neighbours")
    assert "Neighbours meet" in text(eight, "duels-8")


def test_a_changed_phase_for_other_players_counts_as_a_house_rule() -> None:
    changes = text(book("argentino", picapica_until=15), "differences")
    assert "While no side has 15 points. In the usual game:" in changes


def test_sections_for_other_numbers_of_players_list_only_changes() -> None:
    assert "- The match, target: A game is won with 18 points." in text(book("gauderio"), "table-2")
    assert "- Duels (cortao): not with this number of players." in text(book("quesada"), "table-6")
    assert "equal cards of partners: They do not tie." in text(book("trucardo"), "table-4")


def test_the_rotating_gallo_has_three_scores() -> None:
    """AR-16: the three players have separate scores."""
    assert "the one with more points wins" in text(book("argentino", 3), "gallo")
    assert "the one with more points wins" not in text(book("argentino", 3, gallo="fijo"), "gallo")


@pytest.mark.parametrize(("name", "parent_players"), [("navarrevisca", 4), ("quesada", 4)])
def test_a_parent_without_that_number_of_players_is_shown_with_its_own(name: str, parent_players: int) -> None:
    note = f"is not played by 6: this book compares the game of {parent_players}."
    assert note in text(book(name, 6), "differences")
    assert "is not played by" not in text(book(name), "differences")


@every_variant
def test_a_book_for_two_has_no_partners(name: str) -> None:
    if 2 in VARIANTS[name].players:
        alone = book(name, 2)
        play = [section for section in alone.sections if section.key not in ("words", "options", "differences")]
        assert "artner" not in as_markdown(Document("", tuple(play)))


# ------------------------------------------------------------------------------------------------- the last hand


def test_a_game_without_ties_has_no_section_on_ties() -> None:
    """S002 §8: in arriba and at 29 to 29, the first of equal cards wins."""
    last_hand = text(book("navarrevisca"), "last_hand")
    assert "Three ties" not in last_hand
    assert last_hand.count("of equal cards, the first played takes it") == 2
    assert "Three ties between them" in text(book("paulista"), "last_hand")
    assert "Three ties" not in text(book("paulista", tie_policy="MANO-TRICK"), "last_hand")


# --------------------------------------------------------------------------------------------------- moves and words


def test_only_existing_moves_can_be_typed() -> None:
    usual = typed(book("argentino"))
    assert {"vale-cuatro", "contraflor", "pido-flor-2"} <= set(usual)
    assert not {"28", "son-buenas", "mira", "tapada"} & set(usual)
    assert not [code for code in typed(book("argentino", flor=False)) if "flor" in code]
    assert {"28", "son-buenas"} <= set(typed(book("argentino", declare="manual")))
    assert [code for code in typed(book("argentino")) if code.startswith("descarta-")]
    assert not [code for code in typed(book("argentino", 4)) if code.startswith("descarta-")]


def test_a_number_that_is_typed_is_explained() -> None:
    flor = text(book("argentino"), "words")
    assert "the number in `pido-flor-2` gives the seat of the challenged player" in flor
    blind = book("paulista", mao_ferro_cega=True, covered_cards=True)
    assert {"carta-2", "tapada-2", "tapada-4c"} <= set(typed(blind))
    assert "the place of the card in the hand, from 1 to 3" in text(blind, "words")
    assert "carta-2" not in typed(book("paulista"))


def test_the_words_of_a_ladder_match_its_calls() -> None:
    house = loads('name = "corto"\nfrom = "argentino"\n[truco]\nladder = ["truco 2", "pego 5"]\n')
    assert typed(document(house))[0] == "truco"
    assert "pego" in typed(document(house))
    assert not {"retruco", "vale-cuatro"} & set(typed(document(house)))


def test_expressions_and_sayings_of_other_moves_are_left_out() -> None:
    house = loads('name = "otro"\nfrom = "belmez"\n[truco]\nladder = ["reto 3"]\n')
    words = text(document(house), "words")
    assert "farruco" not in words
    assert "Trucoh como" not in words
    assert "lah de farruco" in text(book("belmez"), "words")
    assert "sin ley" not in text(book("argentino", flor=False), "words")


# ------------------------------------------------------------------------------------------------------- partners


@every_variant
def test_advice_in_words_costs_the_points_only_in_brazil(name: str) -> None:
    """S004 Conversas."""
    forbidden = "advises a partner in words during a hand loses the points that it is worth"
    assert (forbidden in as_markdown(book(name, VARIANTS[name].players[0]))) == (name in ("paulista", "mineiro"))


@every_variant
def test_partners_may_agree_on_señas_of_their_own(name: str) -> None:
    """S000 §16."""
    for players in VARIANTS[name].players:
        section = book(name, players).section("signs")
        own_code = section is not None and "may agree on" in as_markdown(Document("", (section,)))
        assert own_code == has_partners(players), players


# -------------------------------------------------------------------------------------------------------- advice


@every_variant
def test_advice_is_in_the_books_of_its_games_only(name: str) -> None:
    """S003 Reglas de Oro, and S003 I on Asturias."""
    advice = {"belmez": BELMEZ, "asturiano": ASTURIANO}.get(name)
    if advice is None:
        assert book(name).section("advice") is None
        return
    page, page_for_two = text(book(name), "advice"), text(book(name, 2), "advice")
    for sentence in advice.sentences:
        assert f"- {sentence}\n" in page
        assert f"- {sentence}\n" in page_for_two
    for sentence in advice.with_partners:
        assert f"- {sentence}\n" in page
        assert sentence not in page_for_two


# ------------------------------------------------------------------------------------------------- cards and sources


@pytest.mark.parametrize(("name", "figures"), [("argentino", True), ("valenciano", False), ("belmez", False)])
def test_figures_are_mentioned_if_some_count_nothing(name: str, figures: bool) -> None:
    assert ("the figures nothing" in text(book(name), "values")) == figures


@pytest.mark.parametrize("name", ["uruguayo", "venezolano", "belmez"])
def test_two_piezas_make_a_flor(name: str) -> None:
    assert "so are two piezas with any card" in text(book(name), "values")


@every_variant
def test_rule_books_contain_no_source_codes(name: str) -> None:
    for language in ("en", "es"):
        with speaking(language):
            assert re.findall(r"\bS00\d|\((?:MI|VE)\)", as_markdown(book(name))) == []


@every_variant
def test_no_table_has_an_empty_header(name: str) -> None:
    assert not re.search(r"^\|(?:\s+\|)+$", as_markdown(book(name)), re.MULTILINE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_is_explained_by_itself(language: str) -> None:
    articles = everywhere()["articles"]["words"]
    with speaking(language):
        for preset in VARIANTS.values():
            for word, meaning in glossary(document(preset)):
                first, _space, rest = plain(meaning).partition(" ")
                assert word not in (plain(meaning), rest if first in articles else ""), f"{preset.name}: {word}"


def test_the_glossary_omits_a_word_only_if_the_book_uses_it() -> None:
    with speaking("es"):
        assert ("mano", "quien juega primero") in glossary(document(VARIANTS["argentino"]))
        assert ("punto", "un tanto") in glossary(document(VARIANTS["trucardo"]))
    with speaking("en"):
        assert ("tanto", "a point") in glossary(document(VARIANTS["argentino"]))
