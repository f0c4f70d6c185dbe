"""The score as its place keeps it: matches laid in squares, coins on three lines, stones in piles, beans in a heap.

What points are kept with is data of the variant (`rules.voices.tally`). Where its rule book tells nothing they are
matches: four make a square and the fifth lies across it. Malas and buenas are counted apart: at the end of the malas
all counters are given back and the count starts anew (S000 §15, S003 Contabilidad).
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from truquero.rules.game import Rules
from truquero.rules.stakes import malas
from truquero.rules.voices import Tally
from truquero.tui.faces import can_write

if TYPE_CHECKING:
    from rich.text import Text

WIDTH, HEIGHT = 30, 6
FIVE = 5  # of what lies loose the eye counts as many at a glance
_MOST = 100  # nobody lays out more
_MATCHES = "matches"

# One counter: as it is drawn, and in ASCII.
_COUNTERS: Mapping[str, tuple[str, str]] = {
    "beans": ("•", "o"),
    "coins": ("○", "o"),
    "counters": ("■", "#"),
    "discs": ("○", "o"),
    "pebbles": ("•", "o"),
    "stones": ("●", "o"),
}
# Neither light nor dark, so that they are seen on any ground.
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


def tally(
    rules: Rules,
    points: Sequence[int],
    names: Sequence[str],
    *,
    width: int = WIDTH,
    height: int = HEIGHT,
    ascii_only: bool | None = None,
) -> Lines:
    """The points of every side, drawn; where there is no room for a drawing, in figures."""
    return [label + drawing for label, drawing in _rows(rules, points, names, width, height, ascii_only)]


def painted_tally(
    rules: Rules,
    points: Sequence[int],
    names: Sequence[str],
    *,
    width: int = WIDTH,
    height: int = HEIGHT,
    ascii_only: bool | None = None,
) -> Text:
    """The same in the colour of what the points are kept with."""
    from rich.text import Text  # only whoever paints needs it

    ink = _INKS[_kept_with(rules)]
    rows = _rows(rules, points, names, width, height, ascii_only)
    return Text("\n").join(Text(label).append(drawing, style=ink) for label, drawing in rows)


def score_sentence(rules: Rules, points: Sequence[int], names: Sequence[str]) -> str:
    """The score to be read aloud: "Nosotros: 12, malas; Ellos: 17, buenas"."""
    told = []
    for name, scored in zip(names, points, strict=True):
        half = half_name(rules, scored)
        told.append(f"{name}: {scored}, {half}" if half else f"{name}: {scored}")
    return "; ".join(told)


def half_name(rules: Rules, points: int) -> str:
    """What its place calls the half that a score is in; nothing where a game has no halves."""
    if not rules.match.halves:
        return ""
    term, usual = ("first-half", "malas") if points < malas(rules.match.target) else ("second-half", "buenas")
    return rules.voices.names.get(term, (usual,))[0]


def _in_half(rules: Rules, points: int) -> int:
    """The points that lie on the table: those of the half that is being played, none past its end."""
    target, first = rules.match.target, malas(rules.match.target)
    points = max(0, min(points, target))
    return points - first if rules.match.halves and points >= first else points


def _kept_with(rules: Rules) -> str:
    return rules.voices.tally.counters[0] if rules.voices.tally else _MATCHES


# ----------------------------------------------------------------------------------------------------------- layouts


@dataclass(frozen=True)
class _Layout:
    """How every side is drawn at this table, whatever its points: the picture does not jump about as they grow."""

    draw: _Draw
    beside: int  # columns of the words beside the drawing; 0: they stand above it
    rows: int  # of the drawing
    block: int  # lines of a side
    gap: int  # lines between two sides


def _rows(
    rules: Rules, points: Sequence[int], names: Sequence[str], width: int, height: int, ascii_only: bool | None
) -> Iterator[tuple[str, str]]:
    """Every line as its words and its drawing."""
    layout = _layout(rules, names, width, height, ascii_only)
    for number, (name, scored) in enumerate(zip(names, points, strict=True)):
        if layout is None:
            yield " ".join(_words(rules, name, scored))[:width], ""
            continue
        if number:
            yield from [("", "")] * layout.gap
        drawn = layout.draw(_in_half(rules, scored))
        drawn = [""] * (layout.rows - len(drawn)) + drawn  # what is heaped stands on the ground
        if not layout.beside:
            yield " ".join(_words(rules, name, scored))[:width], ""
            yield from (("", line) for line in drawn)
            continue
        words = _wrapped(_words(rules, name, scored), layout.beside)
        words += [""] * (layout.block - len(words))
        drawn += [""] * (layout.block - len(drawn))
        for label, line in zip(words, drawn, strict=True):
            yield (label.ljust(layout.beside) + " ", line) if line else (label, "")


def _words(rules: Rules, name: str, points: int) -> Lines:
    """Whose points, how many in all, and what lies on the table."""
    half = half_name(rules, points)
    return [f"{name}: {points}", *([f"{_in_half(rules, points)} {half}"] if half else [])]


def _wrapped(words: Sequence[str], width: int) -> Lines:
    return [line for text in words for line in textwrap.wrap(text, width)]


def _layout(rules: Rules, names: Sequence[str], width: int, height: int, ascii_only: bool | None) -> _Layout | None:
    """The first way of drawing that has room for every score; None where there is none."""
    target, sides = rules.match.target, len(names)
    most = malas(target) if rules.match.halves else target
    if most > _MOST:
        return None
    labels = [_words(rules, name, points) for name in names for points in (most - 1, target)]
    each = height // sides
    for draw in _ways(rules, most, each, ascii_only):
        drawn = [draw(count) for count in range(most + 1)]
        room, rows = max(len(line) for lines in drawn for line in lines), max(map(len, drawn))
        beside = width - 1 - room
        if rows <= each and beside > 0 and _has_room(labels, beside, each):
            beside = _narrowest(labels, beside, each)
            block = max(rows, *(len(_wrapped(label, beside)) for label in labels))
            return _Layout(draw, beside, rows, block, int(sides * block + sides - 1 <= height))
        if rows + 1 <= each and room <= width:
            return _Layout(draw, 0, rows, rows + 1, 0)
    return None


def _has_room(labels: Sequence[Lines], width: int, most: int) -> bool:
    """Whether words fit a column without a word being broken."""
    longest = max(len(word) for label in labels for text in label for word in text.split())
    return longest <= width and all(len(_wrapped(label, width)) <= most for label in labels)


def _narrowest(labels: Sequence[Lines], width: int, most: int) -> int:
    """A column no wider than its words."""
    return min(width, max(len(line) for label in labels for line in _wrapped(label, width)))


# ---------------------------------------------------------------------------------------------------------- drawings


def _ways(rules: Rules, most: int, rows: int, ascii_only: bool | None) -> Iterator[_Draw]:
    """How the points may be drawn, the truest way first."""
    kept = rules.voices.tally
    if kept is None:
        yield _squares
        return
    if kept.stacks or kept.behind:
        yield partial(_on_lines, kept)
        return
    drawn, plain = _COUNTERS[kept.counters[0]]
    if ascii_only is None:
        ascii_only = not can_write(drawn)
    counter = plain if ascii_only else drawn
    if kept.piles:
        even = [size for size in kept.piles if most % size == 0]
        yield partial(_piles, counter, (even or kept.piles)[0])
    else:
        yield partial(_heap, counter, rows)
        yield partial(_piles, counter, FIVE)


def _squares(points: int) -> Lines:
    """Matches: the left side of a square, its upper one, the right one, the lower one, and one across."""
    above, below = [], []
    for count in _by(FIVE, points):
        above.append(" __ " if count > 1 else "    ")
        inside = ("  ", "  ", "  ", "__", "_/")[count - 1]
        below.append(f"|{inside}{'|' if count > 2 else ' '}")
    return [" ".join(above).rstrip(), " ".join(below).rstrip()]


def _piles(counter: str, size: int, points: int) -> Lines:
    """Small piles of so many, in two layers."""
    base = -(-size // 2)
    piles = list(_by(size, points))
    above = " ".join((counter * max(0, count - base)).ljust(base) for count in piles)
    below = " ".join((counter * min(count, base)).ljust(base) for count in piles)
    return [above.rstrip(), below.rstrip()]


def _heap(counter: str, rows: int, points: int) -> Lines:
    """All in one heap, each layer lying in the gaps of the one below."""
    base = 0
    while sum(max(0, base - layer) for layer in range(rows)) < points:
        base += 1
    lines = []
    for layer in range(rows):
        count = min(points, max(0, base - layer))
        points -= count
        lines.append((" " * layer + " ".join(counter * count)).rstrip())
    return lines[::-1]


def _on_lines(kept: Tally, points: int) -> Lines:
    """Coins as who keeps them sees them (S003 Contabilidad, Gráfico II): on the line in the middle single ones or a
    stack, behind it, which is below, the tens, and in front of it, above, what is added to a stack."""
    tens, rest = divmod(points, kept.behind) if kept.behind else (0, points)
    stacks = []
    for coins, worth in sorted(kept.stacks.items(), key=lambda stack: stack[1], reverse=True):
        count, rest = divmod(rest, worth)
        stacks += [coins] * count
    single = [1] * rest
    lines = (single, stacks, [1] * tens) if stacks else ([], single, [1] * tens)
    return [" ".join("(" * coins + "o)" for coins in line) for line in lines]


def _by(size: int, points: int) -> Iterator[int]:
    """The points in parts of so many, and what remains."""
    yield from [size] * (points // size)
    if points % size:
        yield points % size
