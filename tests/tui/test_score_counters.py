"""The local ways to keep score: every score of every variant is drawn, fits, and can be read back."""

from __future__ import annotations

import dataclasses
import io
import re
import sys
from collections.abc import Sequence
from typing import Any

import pytest

from tests.support.contrast import luminance
from truquero.i18n import LANGUAGES, speaking
from truquero.rules.game import Rules
from truquero.rules.stakes import malas
from truquero.rules.voices import Tally
from truquero.speech.narration import TableText
from truquero.speech.score_text import half_counted, score_sentence
from truquero.tui.score_counters import HEIGHT, WIDTH, counter_colour, score_lines
from truquero.variants import VARIANTS, rules_of

TABLES = [(name, players) for name, preset in VARIANTS.items() for players in preset.players]
ON_SCREEN = 26  # columns beside the table on a screen of 80
NAMES = ("Nosotros", "Ellos", "Asiento 3")


def sides(rules: Rules) -> tuple[str, ...]:
    return NAMES[: 3 if rules.players == 3 else 2]


def tally(rules: Rules, points: Sequence[int], names: Sequence[str], **room: Any) -> list[str]:
    return [str(row) for row in score_lines(rules, points, names, **room)]


# --------------------------------------------------------------------------------------------- reading a drawing back


def blocks(lines: list[str], names: tuple[str, ...]) -> list[list[str]]:
    """Return the lines of each side."""
    starts = [next(at for at, line in enumerate(lines) if line.startswith(f"{name}:")) for name in names]
    return [lines[start:end] for start, end in zip(starts, [*starts[1:], len(lines)], strict=True)]


def read_back(rules: Rules, block: list[str]) -> int:
    """Return the points that a drawing shows in the current half."""
    convention = rules.voices.tally
    if convention is None:
        return read_squares(block)
    if convention.stacks:
        return read_lines(convention, block)
    return sum(line.count(sign) for line in block for sign in "•○●■")


def read_squares(block: list[str]) -> int:
    text = "\n".join(block)
    upper = len(re.findall(r"(?<![|_])__", text))
    lower = len(re.findall(r"\|_", text))  # the fourth matchstick, with or without the fifth across it
    return text.count("|") + upper + lower + text.count("/")


def read_lines(convention: Tally, block: list[str]) -> int:
    front, base, behind = (re.findall(r"(\(+)o\)", line) for line in block[:3])
    assert {len(edges) for edges in (*front, *behind)} <= {1}
    worth = {1: 1, **convention.stacks}
    return len(front) + sum(worth[len(edges)] for edges in base) + convention.behind * len(behind)


def expected(rules: Rules, points: int) -> int:
    first = malas(rules.match.target)
    has_halves = rules.match.halves and rules.match.target > 15
    return points - first if has_halves and points >= first else points


# --------------------------------------------------------------------------------------------------- every score


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_every_score_fits_and_can_be_read_from_its_drawing(variant: str, players: int) -> None:
    rules = rules_of(variant, players)
    names, target = sides(rules), rules.match.target
    for points in range(target + 1):
        scores = (points, target - points, points // 2)[: len(names)]
        lines = tally(rules, scores, names, ascii_only=False)
        assert len(lines) <= HEIGHT
        assert max(map(len, lines)) <= WIDTH
        for score, block in zip(scores, blocks(lines, names), strict=True):
            assert read_back(rules, block) == expected(rules, score), lines
            assert str(score) in " ".join(block)
            assert all(part in " ".join(block) for part in half_counted(rules, score).split())


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_the_picture_keeps_its_size_as_the_points_grow(variant: str, players: int) -> None:
    rules = rules_of(variant, players)
    names = sides(rules)
    heights = {len(tally(rules, (points,) * len(names), names)) for points in range(rules.match.target + 1)}
    assert len(heights) == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_the_names_fit_in_every_language(variant: str, players: int, language: str) -> None:
    rules = rules_of(variant, players)
    with speaking(language):
        names = tuple(TableText(rules, 1).side(side) for side in ("123" if players == 3 else "AB"))
    most = rules.match.target - 1
    lines = tally(rules, (most,) * len(names), names, ascii_only=False)
    assert len(lines) <= HEIGHT
    assert max(map(len, lines)) <= WIDTH
    assert [read_back(rules, block) for block in blocks(lines, names)] == [expected(rules, most)] * len(names)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_a_name_stays_on_the_line_of_its_points_where_possible(variant: str, players: int, language: str) -> None:
    rules = rules_of(variant, players)
    with speaking(language):
        names = tuple(TableText(rules, 1).side(side) for side in ("123" if players == 3 else "AB"))
    for points in (0, rules.match.target // 2, rules.match.target - 1):
        lines = tally(rules, (points,) * len(names), names, width=ON_SCREEN)
        assert sum(f"{name}: {points}" in line for name in names for line in lines) == len(names), lines


@pytest.mark.parametrize("width", [12, 20, 24, 40, 80])
@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_lines_never_exceed_the_width(variant: str, players: int, width: int) -> None:
    rules = rules_of(variant, players)
    names = sides(rules)
    lines = tally(rules, (rules.match.target - 1,) * len(names), names, width=width)
    assert max(map(len, lines)) <= width
    assert len(lines) <= HEIGHT


# --------------------------------------------------------------------------------------- each way of counting


def drawing_of(variant: str, *points: int, players: int = 2) -> list[str]:
    rules = rules_of(variant, players)
    return tally(rules, points, sides(rules), ascii_only=False)


def test_matches_in_squares_of_five_are_the_default() -> None:
    assert drawing_of("trucardo", 13, 24) == [
        "Nosotros: 13    __   __   __",
        "13 malas       |_/| |_/| |  |",
        "",
        "Ellos: 24       __   __",
        "15 + 9 buenas  |_/| |__|",
    ]


def test_coins_lie_on_three_lines_in_belmez() -> None:
    """S003 Contabilidad: 17 is 10 behind, a stack of two for 5, and 2 in front. 29 is 9 of the second twenty."""
    assert drawing_of("belmez", 17, 29) == [
        "Nosotros: 17   (o) (o)",
        "17 malah       ((o)",
        "               (o)",
        "Ellos: 29",
        "20 + 9 güenah  (((o)",
        "",
    ]


def test_stones_are_piled_by_three_in_valencia() -> None:
    assert drawing_of("valenciano", 11, 16)[:2] == ["Nosotros: 11     ●  ●  ●", "11 negres        ●● ●● ●● ●●"]


def test_the_half_is_a_multiple_of_the_pile() -> None:
    rules = rules_of("valenciano", 2)
    eight = dataclasses.replace(rules, match=dataclasses.replace(rules.match, target=16))  # two piles of four make 8
    assert tally(eight, (7, 0), NAMES[:2], ascii_only=False)[:2] == ["Nosotros: 7    ●● ●", "7 negres       ●● ●●"]


def test_beans_form_one_heap_and_start_again_after_the_malas() -> None:
    """S000 §15."""
    assert drawing_of("argentino", 12, 15) == [
        "Nosotros: 12     • • •",
        "12 malas        • • • •",
        "               • • • • •",
        "Ellos: 15",
        "15 + 0 buenas",
        "",
    ]


@pytest.mark.parametrize("variant", ["argentino", "trucardo", "uruguayo"])
def test_a_game_to_fifteen_is_counted_in_one_row(variant: str) -> None:
    rules = rules_of(variant, 2, target="15")
    for points in range(16):
        lines = tally(rules, (points, 15 - points), NAMES[:2], ascii_only=False)
        assert [read_back(rules, block) for block in blocks(lines, NAMES[:2])] == [points, 15 - points]
        assert not any("+" in line for line in lines)
    assert score_sentence(rules, (8, 3), NAMES[:2]) == "Nosotros: 8; Ellos: 3"


def test_a_large_heap_is_drawn_in_groups_of_five() -> None:
    assert drawing_of("navarrevisca", 13, 0)[:3] == ["Nosotros: 13", "••  ••", "••• ••• •••"]


def test_a_very_high_target_is_shown_in_figures() -> None:
    rules = rules_of("argentino", 2, target="1000")
    assert tally(rules, (12, 777), NAMES[:2]) == ["Nosotros: 12 · 12 malas", "Ellos: 777 · 500 + 277 buenas"]


def test_nobody_counts_points_above_the_target() -> None:
    assert drawing_of("trucardo", 33, -2)[1].endswith("|_/| |_/| |_/|")
    assert drawing_of("belmez", 45, 0)[0].startswith("Nosotros: 40")


def test_the_output_encoding_selects_the_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    rules = rules_of("argentino", 2)
    assert "".join(tally(rules, (12, 7), NAMES[:2])).isascii()


# ---------------------------------------------------------------------------------------------- sentences and colours


def test_the_sentence_contains_points_and_halves() -> None:
    rules = rules_of("argentino", 4)
    assert score_sentence(rules, (12, 17), NAMES[:2]) == "Nosotros: 12, malas; Ellos: 17, buenas"
    assert score_sentence(rules_of("belmez", 2), (19, 20), NAMES[:2]) == "Nosotros: 19, malah; Ellos: 20, güenah"
    assert score_sentence(rules_of("paulista", 2), (7, 11), NAMES[:2]) == "Nosotros: 7; Ellos: 11"
    three = score_sentence(rules_of("argentino", 3), (1, 2, 30), NAMES)
    assert three == "Nosotros: 1, malas; Ellos: 2, malas; Asiento 3: 30"
    assert score_sentence(rules, (32, 24), NAMES[:2]) == "Nosotros: 30; Ellos: 24, buenas"


def test_every_counter_colour_is_visible_on_dark_and_light() -> None:
    for variant in VARIANTS:
        colour = counter_colour(rules_of(variant, 2))
        assert 1.05 / (luminance(colour) + 0.05) >= 3
        assert (luminance(colour) + 0.05) / 0.05 >= 3
