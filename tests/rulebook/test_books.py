"""The rule books are complete and readable in every language, and differ exactly where the rules differ."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from truquero import VARIANTS, Rules
from truquero.cards import Card
from truquero.cli import main
from truquero.i18n import LANGUAGES, speaking
from truquero.rulebook import Document, as_markdown, as_text, comparison, document, sections_of_play
from truquero.rulebook.card_and_move_names import Names
from truquero.rulebook.differences import differences
from truquero.rulebook.document import BookSection, Bullets, CardRows, RuleTable
from truquero.rulebook.pages import pages
from truquero.rules.game import BothClose
from truquero.rules.options import NumberOption, OptionError, RuleOption
from truquero.rules.ranking import Ranking
from truquero.rules.stakes import Stake
from truquero.rules.trick_rules import AllTied, Dark, Ties, TrickRules
from truquero.variants import Preset
from truquero.variants.house import loads
from truquero.variants.option_groups import grouped_options

ROOT = Path(__file__).parents[2]
SEATINGS = [(name, players) for name, preset in VARIANTS.items() for players in preset.players]
every_seating = pytest.mark.parametrize(("name", "players"), SEATINGS)
every_variant = pytest.mark.parametrize("name", VARIANTS)

HOUSE = """
name = "mi-casa"
from = "argentino"
target = 20
[options]
flor = "off"
[truco]
ladder = ["truco 2", "retruco 5"]
"""


def book(name: str, players: int | None = None, **options: object) -> Document:
    """Return the book for this number of players only, or the complete book."""
    preset = VARIANTS[name]
    return document(preset, preset.rules(players, **options), alone=players is not None)


def section(container: Document, key: str) -> BookSection:
    section_of_book = container.section(key)
    assert section_of_book is not None, f"no section {key}"
    return section_of_book


def table(container: BookSection) -> RuleTable:
    return next(block for block in container.blocks if isinstance(block, RuleTable))


# -------------------------------------------------------------------------------------------------------- formatting


@every_seating
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rule_book_is_complete_and_legible(name: str, players: int, language: str) -> None:
    with speaking(language):
        whole_book = book(name, players)
        for text in (as_text(whole_book), as_text(whole_book, pictures=False)):
            assert [line for line in text.splitlines() if len(line) > 80 or line != line.rstrip()] == []
            assert not re.search(r"[{}`]|>>>", text)
            options = re.sub(r"\s+", " ", text)
            assert [option.name for option in VARIANTS[name].options if f"{option.name}=" not in options] == []
        for part in whole_book.sections:
            topics = [statement.topic for statement in part.statements]
            assert len(topics) == len(set(topics)), f"two statements of one topic in {part.heading}"
        page = as_markdown(whole_book)
        assert not re.search(r"[{}]|>>>", page)
        assert page.startswith(f"# {VARIANTS[name].title}\n")


@every_seating
def test_every_card_of_the_pack_is_once_in_the_order(name: str, players: int) -> None:
    rules = VARIANTS[name].rules(players)
    [rows] = [block for block in section(book(name, players), "ranking").blocks if isinstance(block, CardRows)]
    cards = [Card(face.code) for row in rows.rows for face in row.faces]
    assert sorted(cards) == sorted(rules.pack)


@every_variant
def test_the_pictures_show_the_order_of_the_engine(name: str) -> None:
    rules = VARIANTS[name].rules()
    ranking = section(book(name), "ranking")
    [rows] = [block for block in ranking.blocks if isinstance(block, CardRows)]
    matches = [re.match(r"With `(\w+)` turned the order", getattr(block, "text", "")) for block in ranking.blocks]
    turned = next((Card(match[1]) for match in matches if match), None)
    assert (turned is not None) == bool(rules.deal.turned)
    strengths = rules.ranking.strengths(turned)
    heights = [{strengths[Card(face.code)] for face in row.faces} for row in rows.rows]
    assert all(len(height) == 1 for height in heights)
    assert heights == sorted(heights, key=max, reverse=True)


@pytest.mark.parametrize("name", ["uruguayo", "venezolano"])
def test_the_example_of_a_substitute_is_correct(name: str) -> None:
    text = as_markdown(book(name))
    match = re.search(r"With `(\w+)` turned, `(\w+)` is the highest card", text)
    assert match is not None
    strengths = VARIANTS[name].rules().ranking.strengths(Card(match[1]))
    assert strengths[Card(match[2])] == max(strengths.values())


def test_a_book_without_pictures_has_no_drawings() -> None:
    text = as_text(book("paulista"), pictures=False)
    assert re.findall(r"[─-╰]", text) == []
    assert "Qp: queen of clubs (zap, gato" in re.sub(r"\s+", " ", text)


def test_cards_are_drawn_as_boxes_with_code_and_sign() -> None:
    assert "┌─────┐ ┌─────┐\n  7. │1o  ●│ │1c  ∪│" in as_text(book("argentino"))


@every_variant
def test_house_rules_show_default_values_and_meaning(name: str) -> None:
    preset = VARIANTS[name]
    tables = [block for block in section(book(name), "options").blocks if isinstance(block, RuleTable)]
    groups = grouped_options(preset)
    assert [option_table.header[0] for option_table in tables] == [title for title, _options in groups]
    for option_table, (_title, options) in zip(tables, groups, strict=True):
        usual = [(option, preset.default(option, preset.players[0])) for option in options]
        assert option_table.rows == tuple(
            (f"`{option.name}={value}`", f"`{option.allowed.replace('|', ' ')}`", option.description)
            for option, value in usual
        )


@every_variant
def test_words_signs_and_sayings_of_the_table_are_in_the_book(name: str) -> None:
    voices = VARIANTS[name].voices
    text = as_markdown(book(name))
    for verses in voices.verses.values():
        for verse in verses:
            assert verse in text
    tables = [block for block in section(book(name), "signs").blocks if isinstance(block, RuleTable)]
    assert [len(rows.rows) for rows in tables] == ([len(voices.signs)] if voices.signs else [])


def test_markdown_escapes_bars_and_stars_in_tables() -> None:
    marked_document = Document("*", (BookSection("x", "|", (RuleTable(("a|b",), (("`c|d` *e*",),)),)),))
    assert as_markdown(marked_document) == "# \\*\n\n## \\|\n\n| a\\|b |\n| --- |\n| `c\\|d` \\*e\\* |\n"


# ------------------------------------------------------------------------------------------------------- differences


def differences_between(preset: Preset, rules: Rules, other_rules: Rules) -> list[str]:
    names = Names(rules)
    sections, other_sections = sections_of_play(preset, rules, names), sections_of_play(preset, other_rules, names)
    return list(differences(sections, other_sections, "the other"))


@every_seating
def test_a_game_does_not_differ_from_itself(name: str, players: int) -> None:
    preset = VARIANTS[name]
    assert differences_between(preset, preset.rules(players), preset.rules(players)) == []


@every_variant
def test_the_book_lists_the_differences_from_the_parent_variant(name: str) -> None:
    preset = VARIANTS[name]
    section_of_book = book(name).section("differences")
    assert (section_of_book is None) == (not preset.parent)
    if section_of_book is not None:
        assert VARIANTS[preset.parent].title in section_of_book.heading
        [bullets] = section_of_book.blocks
        assert isinstance(bullets, Bullets)
        target, parent_target = (VARIANTS[variant].rules().match.target for variant in (name, preset.parent))
        assert any("won with" in item and f"{parent_target} points" in item for item in bullets.items) == (
            target != parent_target
        )


def test_chosen_house_rules_are_compared_with_the_usual_ones() -> None:
    section_of_book = section(book("argentino", flor=False, target=20), "differences")
    assert section_of_book.heading == "What these house rules change"
    [bullets] = section_of_book.blocks
    assert isinstance(bullets, Bullets)
    assert "Flor: only in the usual game, not here." in bullets.items
    item = "The match, target: A game is won with 20 points. In the usual game: A game is won with 30 points."
    assert item in bullets.items


def values_of(option: RuleOption) -> st.SearchStrategy[str]:
    return st.integers(1, 40).map(str) if isinstance(option, NumberOption) else st.sampled_from(option.choices)


def random_rules(data: st.DataObject, preset: Preset, players: int) -> Rules:
    changed = data.draw(st.lists(st.sampled_from(preset.options), max_size=4, unique_by=lambda option: option.name))
    try:
        return preset.rules(players, **{option.name: data.draw(values_of(option)) for option in changed})
    except OptionError:
        reject()  # the drawn options contradict each other


def in_effect(rules: Rules) -> Rules:
    """Return the rules without settings that have no effect: ties that cannot occur, penalties for absent duels."""
    tricks, last_hand = rules.tricks, rules.last_hand
    if tricks.ties in (Ties.MANO_TRICK, Ties.FIRST_PLAYED):
        tricks = TrickRules(ties=tricks.ties)
    if tricks.all_tied is not AllTied.CALLER_LOSES:
        tricks = replace(tricks, all_tied_pays=0)
    dark_matters = tricks.all_tied is AllTied.CALLER_LOSES or tricks.caller_decides_tied_trick
    if not dark_matters or (tricks.dark is Dark.BLIND and not rules.blind_calls):
        tricks = replace(tricks, dark=Dark.NEVER)
    if last_hand is not None and (last_hand.ties or tricks.ties) in (Ties.MANO_TRICK, Ties.FIRST_PLAYED):
        last_hand = replace(last_hand, all_tied=AllTied.NONE, iron_all_tied=AllTied.NONE)
    if last_hand is not None and last_hand.both is BothClose.MANO_DECIDES:
        last_hand = replace(last_hand, iron_all_tied=AllTied.NONE, iron_blind=False)
    if rules.flor is not None and rules.players == 2:
        rules = replace(rules, flor=replace(rules.flor, per_card=True))
    if rules.duels is None:
        rules = replace(rules, intrusion_costs=0, hide_score_in_duels=False)
    if rules.envido is None and rules.flor is None:
        rules = replace(rules, declare_aloud=False)
    return replace(rules, tricks=tricks, last_hand=last_hand)


@every_variant
@settings(max_examples=12)
@given(data=st.data())
def test_differences_appear_exactly_where_the_rules_differ(name: str, data: st.DataObject) -> None:
    preset = VARIANTS[name]
    players = data.draw(st.sampled_from(preset.players))
    rules, other_rules = random_rules(data, preset, players), random_rules(data, preset, players)
    assert bool(differences_between(preset, rules, other_rules)) == (in_effect(rules) != in_effect(other_rules))


NAMES = {"Rules.variant", "Rules.title"}  # these are labels, not rules


def changed_values(value: object) -> Iterator[object]:
    """Yield other values of the same type."""
    match value:
        case bool():
            yield not value
        case Stake():
            yield value._replace(points=value.points + 1)
        case int():
            yield value + 1
        case str():
            yield f"{value}x"
        case Enum():
            yield from (member for member in type(value) if member is not value)
        case (first, *rest) if is_dataclass(first):
            yield from ((new, *rest) for _name, new in changes(first))


def changes(part: Any) -> Iterator[tuple[str, Any]]:
    """Yield copies of the rules, each with a single field of a part changed, and the name of that field."""
    for field in fields(part):
        value = getattr(part, field.name)
        if not field.compare or isinstance(value, Ranking):
            continue
        if is_dataclass(value):
            yield from ((name, replace(part, **{field.name: new})) for name, new in changes(value))
        else:
            yield from (
                (f"{type(part).__name__}.{field.name}", replace(part, **{field.name: new}))
                for new in changed_values(value)
            )


def test_the_book_covers_every_field_of_the_rules() -> None:
    """Every field of the rules needs a sentence: a change of any field changes the book of at least one variant."""
    is_silent: dict[str, bool] = {}
    for name, players in SEATINGS:
        preset = VARIANTS[name]
        rules = preset.rules(players)
        for field, changed in changes(rules):
            if is_silent.get(field, True):
                is_silent[field] = not differences_between(preset, changed, rules)
    assert {field for field, no_difference in is_silent.items() if no_difference} == NAMES


@every_variant
@settings(max_examples=6)
@given(data=st.data())
def test_any_house_rules_make_a_book(name: str, data: st.DataObject) -> None:
    preset = VARIANTS[name]
    rules = random_rules(data, preset, data.draw(st.sampled_from(preset.players)))
    with speaking(data.draw(st.sampled_from(sorted(LANGUAGES)))):
        whole_book = document(preset, rules)
        assert all(len(line) <= 80 for line in as_text(whole_book).splitlines())
        assert "{" not in as_markdown(whole_book)


# -------------------------------------------------------------------------------------------- comparison and pages


def test_the_comparison_has_a_row_for_every_variant() -> None:
    [compared] = comparison(VARIANTS.values()).sections
    rows = {row[0]: dict(zip(table(compared).header, row, strict=True)) for row in table(compared).rows}
    assert list(rows) == list(VARIANTS)
    for name, row in rows.items():
        rules = VARIANTS[name].rules()
        assert (row["cards"], row["target"]) == (str(len(rules.pack)), str(rules.match.target))
        assert (row["envido"] == "–", row["flor"] == "–") == (rules.envido is None, rules.flor is None)
    assert rows["argentino"]["envido"] == "envido 2, real envido 3, falta envido (without limit)"
    assert rows["trucardo"]["envido"] == "envido 2, real envido 3, falta envido (at most 3 calls)"
    assert rows["trucardo"]["flor"] == "3; contra flor: 6; contra flor al resto: the whole game"
    assert (rows["uruguayo"]["ties"], rows["uruguayo"]["all tied"]) == ("the mano's card", "–")
    [legend] = [block for block in compared.blocks if isinstance(block, Bullets)]
    assert {row["ties"] for row in rows.values()} == {item.partition(": ")[0] for item in legend.items}
    assert rows["belmez"]["accepted"] == "3, 6, 9, the whole game"
    assert rows["belmez"]["refused"] == "1, 3, 6, 9"
    assert rows["paulista"]["phases"] == "decision at 11 (mão de 11), no calls at 11-11 (mão de ferro)"
    assert rows["mineiro"]["phases"] == "decision at 10 (mão de 10), no calls at 10-10 (mão de ferro)"
    assert rows["navarrevisca"]["phases"] == "decision at 29 (arriba o abajo), no calls at 29-29"
    assert rows["gauderio"]["phases"] == "testa, two halves (primeira volta, segunda volta)"
    assert rows["argentino"]["phases"] == "gallo, pica-pica, two halves (malas, buenas)"
    assert rows["uruguayo"]["turned card"] == "muestra"


def test_the_pages_in_docs_are_up_to_date() -> None:
    folder = ROOT / "docs" / "variants"
    generated = dict(pages())
    stored = {path.relative_to(folder): path.read_text(encoding="utf-8") for path in folder.rglob("*.md")}
    stale = sorted(str(name) for name in generated.keys() | stored.keys() if generated.get(name) != stored.get(name))
    assert stale == [], "run make docs"


# ----------------------------------------------------------------------------------------------------------- command


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["rules", *arguments]) == 0
    return capsys.readouterr().out


def test_the_command_prints_the_book(capsys: pytest.CaptureFixture[str]) -> None:
    preset = VARIANTS["belmez"]
    assert printed(capsys, "belmez") == as_text(document(preset))
    assert printed(capsys, "Belmez", "--plain") == as_text(document(preset), pictures=False)
    assert printed(capsys, "belmez", "--markdown") == as_markdown(document(preset))
    assert printed(capsys, "belmez", "--players", "2", "patas=3") == as_text(book("belmez", 2, patas=3))
    assert printed(capsys, "--compare") == as_text(comparison(VARIANTS.values()))


def test_the_command_uses_the_chosen_language(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "argentino", "--lang", "pt")
    with speaking("pt"):
        assert text == as_text(document(VARIANTS["argentino"]))


def test_the_command_prints_the_book_of_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "casa.toml"
    file.write_text(HOUSE, encoding="utf-8")
    text = printed(capsys, str(file))
    assert text == as_text(document(loads(HOUSE, str(file))))
    assert "How it differs from Truco argentino, on which this book builds" in text
    assert "In Truco argentino: truco 2, retruco 3, vale cuatro 4." in re.sub(r"\s+", " ", text)


@pytest.mark.parametrize("file", sorted((ROOT / "examples" / "house-rules").glob("*.toml")), ids=lambda file: file.stem)
def test_every_example_of_house_rules_has_a_book(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "How it differs from" in printed(capsys, str(file))


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["nowhere"], "unknown variant 'nowhere'"),
        ([], "name a variant, a FILE.toml or --compare"),
        (["belmez", "--compare"], "name no variant"),
        (["belmez", "--players", "3"], "belmez is not played by 3"),
        (["belmez", "paas=3"], "unknown option 'paas'"),
    ],
)
def test_a_wrong_argument_gives_one_clear_line(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", *arguments]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith("truquero rules: ")
    assert reason in line
