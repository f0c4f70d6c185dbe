"""The score drawn in the local way: matches in squares, coins on three lines, stones in piles, beans in a heap.

The counters are data of the variant (`rules.voices.tally`). If its rule book does not name them, they are matches: four
make a square and the fifth lies across it. Malas and buenas are counted separately: at the end of the malas all
counters are returned and the count starts again (S000 §15, S003 Contabilidad).
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from typing import NamedTuple

from truquero.rules.game import Rules
from truquero.rules.voices import Tally
from truquero.speech.score_text import counted_points, half_counted, in_half, most_counted, pile_of
from truquero.tui.card_faces import can_write

WIDTH, HEIGHT = 30, 6
FIVE = 5  # size of a group: easy to count at a glance
_MOST = 100  # above this number, points are written instead of drawn
_MATCHES = "matches"
_BETWEEN = " · "  # separator of the words on one line

# The character of a counter: in Unicode, and in ASCII.
_COUNTERS: Mapping[str, tuple[str, str]] = {
    "beans": ("•", "o"),
    "coins": ("○", "o"),
    "counters": ("■", "#"),
    "discs": ("○", "o"),
    "pebbles": ("•", "o"),
    "stones": ("●", "o"),
}
# Colours neither light nor dark, so that they are visible on any background.
_INKS = {
    _MATCHES: "#b06a20",
    "beans": "#a8603a",
    "coins": "#9c7a00",
    "counters": "#3f80c0",
    "discs": "#4a80b0",
    "pebbles": "#808080",
    "stones": "#808080",
}

Lines = list[str]
_Draw = Callable[[int], Lines]


class ScoreLine(NamedTuple):
    """A line of the score: its words, and to their right a line of the drawing."""

    words: str
    drawing: str

    def __str__(self) -> str:
        return self.words + self.drawing


def score_lines(
    rules: Rules,
    points: Sequence[int],
    names: Sequence[str],
    *,
    width: int = WIDTH,
    height: int = HEIGHT,
    ascii_only: bool | None = None,
) -> list[ScoreLine]:
    """Return lines with the points of every side: drawn, or in figures if a drawing does not fit."""
    layout = _layout(rules, names, width, height, ascii_only)
    sides = [_side_lines(rules, layout, name, scored, width) for name, scored in zip(names, points, strict=True)]
    gap = [ScoreLine("", "")] * (layout.gap if layout is not None else 0)
    return [row for number, side in enumerate(sides) for row in ([*gap, *side] if number else side)]


def counter_colour(rules: Rules) -> str:
    """Return the colour of the counters."""
    return _INKS[rules.voices.tally.counters[0] if rules.voices.tally else _MATCHES]


# ----------------------------------------------------------------------------------------------------------- layouts


@dataclass(frozen=True)
class _CounterLayout:
    """The layout of every side at this table. It does not depend on the points, so the picture never shifts."""

    draw: _Draw
    label_width: int  # columns of the words beside the drawing; 0 if they are above it
    rows: int  # of the drawing
    block: int  # lines of a side
    gap: int  # lines between two sides


def _side_lines(rules: Rules, layout: _CounterLayout | None, name: str, points: int, width: int) -> list[ScoreLine]:
    """Return the lines of one side."""
    words = _words(rules, name, points)
    above = ScoreLine(_BETWEEN.join(words)[:width], "")
    if layout is None:
        return [above]
    drawing = layout.draw(in_half(rules, points))
    drawing = [""] * (layout.rows - len(drawing)) + drawing  # pad above: a heap rests on the bottom line
    if not layout.label_width:
        return [above, *(ScoreLine("", line) for line in drawing)]
    pairs = zip_longest(_wrapped(words, layout.label_width), drawing, [""] * layout.block, fillvalue="")
    return [
        ScoreLine(label.ljust(layout.label_width) + " ", line) if line else ScoreLine(label, "")
        for label, line, _padding in pairs
    ]


def _words(rules: Rules, name: str, points: int) -> Lines:
    """Return the name of a side with its points, and its points in each half that it has begun, if the game has halves
    and is not won: "15 + 9 buenas"."""
    counted, in_this_half, half = counted_points(rules, points), in_half(rules, points), half_counted(rules, points)
    before = f"{counted - in_this_half} + " if counted > in_this_half else ""
    return [f"{name}: {counted}", *([f"{before}{in_this_half} {half}"] if half else [])]


def _wrapped(words: Sequence[str], width: int) -> Lines:
    return [line for text in words for line in textwrap.wrap(text, width)]


def _layout(
    rules: Rules, names: Sequence[str], width: int, height: int, ascii_only: bool | None
) -> _CounterLayout | None:
    """Return the first layout with room for every score; None if there is none.

    Layouts with each label complete on one line come first. After them labels may be wrapped or, above a drawing, cut.
    """
    target, most = rules.match.target, most_counted(rules)
    if most > _MOST:
        return None
    labels = [_words(rules, name, points) for name in names for points in (most - 1, target - 1)]
    each = height // len(names)
    for may_wrap in (False, True):
        for draw in _drawings(rules, most, each, ascii_only):
            drawings = [draw(count) for count in range(most + 1)]
            width_needed, rows = max(len(line) for lines in drawings for line in lines), max(map(len, drawings))
            label_width = _label_width(labels, width - 1 - width_needed, each, may_wrap=may_wrap) if rows <= each else 0
            if label_width:
                block = max(rows, *(len(_wrapped(label, label_width)) for label in labels))
                return _CounterLayout(draw, label_width, rows, block, int(len(names) * (block + 1) - 1 <= height))
            longest = max(len(_BETWEEN.join(label)) for label in labels)
            if rows + 1 <= each and width_needed <= width and (may_wrap or longest <= width):
                return _CounterLayout(draw, 0, rows, rows + 1, 0)
    return None


def _label_width(labels: Sequence[Lines], width: int, lines: int, *, may_wrap: bool) -> int:
    """Return the columns that labels need beside a drawing, at most `width`; 0 if they do not fit.

    Words are never broken. Lines are wrapped only if `may_wrap`.
    """
    parts = [part for label in labels for text in label for part in (text.split() if may_wrap else [text])]
    if width < max(map(len, parts)) or any(len(_wrapped(label, width)) > lines for label in labels):
        return 0
    return max(len(line) for label in labels for line in _wrapped(label, width))


# ---------------------------------------------------------------------------------------------------------- drawings


def _drawings(rules: Rules, most: int, rows: int, ascii_only: bool | None) -> Iterator[_Draw]:
    """Yield the ways to draw the points, the most faithful first."""
    convention = rules.voices.tally
    if convention is None:
        yield _squares
        return
    if convention.stacks or convention.behind:
        yield partial(_on_lines, convention, " ")
        yield partial(_on_lines, convention, "")
        return
    symbol, plain = _COUNTERS[convention.counters[0]]
    if ascii_only is None:
        ascii_only = not can_write(symbol)
    counter = plain if ascii_only else symbol
    if convention.piles:
        yield partial(_piles, counter, pile_of(rules))
    else:
        yield partial(_heap, counter, rows)
        yield partial(_piles, counter, FIVE)


def _squares(points: int) -> Lines:
    """Draw matches in squares: the left side, the top, the right side, the bottom, and the fifth across."""
    above, below = [], []
    for count in _by(FIVE, points):
        above.append(" __ " if count > 1 else "    ")
        inside = ("  ", "  ", "  ", "__", "_/")[count - 1]
        below.append(f"|{inside}{'|' if count > 2 else ' '}")
    return [" ".join(above).rstrip(), " ".join(below).rstrip()]


def _piles(counter: str, size: int, points: int) -> Lines:
    """Draw piles of `size` counters, each in two layers."""
    base = -(-size // 2)
    piles = list(_by(size, points))
    above = " ".join((counter * max(0, count - base)).ljust(base) for count in piles)
    below = " ".join((counter * min(count, base)).ljust(base) for count in piles)
    return [above.rstrip(), below.rstrip()]


def _heap(counter: str, rows: int, points: int) -> Lines:
    """Draw one heap. The counters of a layer lie in the gaps of the layer below."""
    base = 0
    while sum(max(0, base - layer) for layer in range(rows)) < points:
        base += 1
    lines = []
    for layer in range(rows):
        count = min(points, max(0, base - layer))
        points -= count
        lines.append((" " * layer + " ".join(counter * count)).rstrip())
    return lines[::-1]


def _on_lines(convention: Tally, gap: str, points: int) -> Lines:
    """Draw coins on three lines, as the player who keeps the score sees them (S003 Contabilidad, Gráfico II).

    The middle line has single coins or stacks. The line behind it, drawn below, has the tens. The line in front of it,
    drawn above, has the single coins added to a stack.
    """
    tens, rest = divmod(points, convention.behind) if convention.behind else (0, points)
    stacks = []
    for coins, worth in sorted(convention.stacks.items(), key=lambda stack: stack[1], reverse=True):
        count, rest = divmod(rest, worth)
        stacks += [coins] * count
    single = [1] * rest
    lines = (single, stacks, [1] * tens) if stacks else ([], single, [1] * tens)
    return [gap.join("(" * coins + "o)" for coins in line) for line in lines]


def _by(size: int, points: int) -> Iterator[int]:
    """Yield the points in parts of `size`, then the remainder."""
    yield from [size] * (points // size)
    if points % size:
        yield points % size
