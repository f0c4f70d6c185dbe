"""Texts of the table screen: short names, the last words of each seat, the stakes."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePath

from truquero.bots.bot_registry import shown_name
from truquero.bots.protocol import EXEC
from truquero.cards import CARDS, Card
from truquero.engine.state import NOBODY
from truquero.i18n import _
from truquero.i18n.wrapping import quoted
from truquero.rules.game import HandType
from truquero.speech.narration import TableText, ordinal
from truquero.speech.situation import stakes, worth_of
from truquero.table import View
from truquero.tui.card_faces import corner_text
from truquero.variants.people import Person

LONGEST_NAME = 12  # of a bot that is an external program
BETWEEN = " · "  # separator of the parts of a line
RESULTS = ("award", "void", "show", "game")  # the events that describe the result of a hand


@dataclass(frozen=True)
class ScreenText(TableText):
    """Texts for a table with bots in all other seats. `bots` contains their names by seat."""

    bots: Mapping[int, str] = field(default_factory=dict)
    company: Mapping[int, Person] = field(default_factory=dict)  # the people in whose place bots sit

    # -------------------------------------------------------------------------------------------------------- names

    def name(self, view: View, seat: int) -> str:
        if seat == self.seat:
            return super().name(view, seat)
        person = self.company.get(seat)
        return f"{seat} {person.name if person else _short(shown_name(self.bots.get(seat, '')))}".rstrip()

    def name_of_person(self, seat: int) -> str | None:
        person = self.company.get(seat)
        return super().name_of_person(seat) if person is None else person.name

    def code(self, card: Card) -> str:
        """Return the text in the corner of a drawn card."""
        return corner_text(card, french=self.rules.french_names)

    def marks(self, view: View, seat: int) -> list[str]:
        """Return the labels of a seat: partner or rival, looks on, gallo, deals, mano, and the level of its bot."""
        labels = []
        if seat != self.seat:
            labels.append(_("partner") if self.are_partners(view, self.seat, seat) else _("rival"))
        if view.seats and seat not in view.seats:
            return [*labels, _("looks on")]
        if seat == view.gallo:
            labels.append(_("gallo"))
        if seat == view.dealer:
            labels.append(_("deals"))
        if view.seats and seat == view.seats[0]:
            labels.append(_("mano"))
        if seat in self.company:  # last, because narrow seats cut the end
            labels.append(shown_name(self.bots[seat]))
        return labels

    def sides(self, view: View) -> tuple[list[str], list[int]]:
        """Return the names of the sides and their points, the player's side first."""
        standing = self.score_of_sides(view)
        return [name for name, _points, _games in standing], [points for _name, points, _games in standing]

    def games(self, view: View) -> str:
        """Return the games won, `chicos 1–0`; empty if a match is a single game."""
        if self.rules.match.games_to_win == 1:
            return ""
        won = "–".join(str(games) for _name, _points, games in self.score_of_sides(view))
        return f"{self.rules.match.games_name} {won}"

    def heading(self, view: View, deal: int) -> str:
        return BETWEEN.join([_("Deal {number}").format(number=deal), self.score_in_short(view)])

    def score_in_short(self, view: View) -> str:
        """Return the score on one line: `We: 12 · They: 7 · chicos 1–0`."""
        points = [f"{name}: {points}" for name, points, _games in self.score_of_sides(view)]
        return BETWEEN.join([*points, *filter(None, [self.games(view)])])

    # ---------------------------------------------------------------------------------------------- said and at stake

    def last_words(self, view: View) -> dict[int, str]:
        """Return the last words, seña or declared points of each seat in this hand."""
        words: dict[int, str] = {}
        for event in view.events:
            if event.seat is None:
                continue
            if event.kind in ("move", "sign") and event.move is not None and event.move not in CARDS:
                words[event.seat] = self.move_text(view, event)
            elif event.kind == "declare":
                points = self.rules.voices.phrase("son-buenas") if event.value is None else str(event.value)
                words[event.seat] = quoted(points)
        return words

    def at_stake(self, view: View) -> Iterator[str]:
        """Yield lines with the worth of the hand and of pending calls, and the winners of the tricks."""
        state = view.state
        if state is None:
            return
        if view.may_act:
            yield from stakes(self, view)
            if not state.truco.rung and state.truco.calling == NOBODY:
                base = self.rules.hand_rules(view.lineup.sides, HandType(view.hand_type)).truco.base
                yield _("The hand: {worth}").format(worth=worth_of(self, base))
        tricks = [event for event in view.events if event.kind == "trick"]
        if tricks:
            takers = (_("tied") if event.seat is None else self.name(view, event.seat) for event in tricks)
            winners = " · ".join(f"{ordinal(number)} {winner}" for number, winner in enumerate(takers))
            yield f"{_('Tricks')}: {winners}"

    def results(self, view: View) -> Iterator[str]:
        """Yield lines with the result of the hand: the points, their winners and the reasons."""
        lines = [(kind, line) for kind, line in self.new_lines(view, 0) if kind in RESULTS]
        if not any(kind in ("award", "void") for kind, _line in lines):
            yield _("Nobody wins anything.")
        yield from (line for _kind, line in lines)


def _short(bot: str) -> str:
    """Return the name of a bot. For a program, `exec:python3 bots/lista.py --calm`, return `lista`."""
    if not bot.startswith(EXEC):
        return bot
    first, *rest = shlex.split(bot.removeprefix(EXEC))
    script = next((word for word in rest if PurePath(word).suffix and not word.startswith("-")), first)
    return shortened(PurePath(script).stem, LONGEST_NAME)


def shortened(text: str, width: int) -> str:
    """Return a text cut to this width, with an ellipsis if it was longer."""
    return text if len(text) <= width else text[: max(0, width - 1)] + "…"
