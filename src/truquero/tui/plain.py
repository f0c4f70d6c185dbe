"""A player at the terminal and bots round a table: who is asked what, and when."""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random

from truquero.bots import Azar, Sitting
from truquero.cards import Card
from truquero.engine.state import NOBODY, PLAY
from truquero.language import _
from truquero.language.lines import sentence
from truquero.notation import read
from truquero.table import Match, TableError, View, dealing
from truquero.table.incidents import ANOTHER, KEEP
from truquero.table.log import answered
from truquero.table.schedule import next_seat
from truquero.tui.menu import BadChoice, Menu, menu_of
from truquero.tui.situation import situation
from truquero.tui.words import DEEDS, TableText

FACE_UP = 0.04  # how often a card falls face up, where the deal is played as a ceremony
ANSWERS = ("quiero", "no-quiero")
QUIT = frozenset({"q", "quit", "exit", "salir", "sair", "eixir", "sortir"})
HELP = "?"


class Leave(Exception):
    """The player gets up: q, end of input or Ctrl-C."""


class Seated:
    """One person in a match; every other seat is a bot's."""

    def __init__(self, match: Match, seat: int, *, ceremony: bool = False) -> None:
        self._match, self._seat, self._ceremony = match, seat, ceremony
        self._text = TableText(match.rules, seat)
        self._random = Random(f"{match.seed}/table")
        others = (other for other in range(1, match.players + 1) if other != seat)
        self._sitting = Sitting(match, {other: Azar(f"{match.seed}/{other}") for other in others})
        self._told = 0  # events of this hand that the player has heard
        self._said: list[str] = []  # calls of one breath ("envido mi truco") that are made when their time comes

    def play(self) -> None:
        """The whole match."""
        for line in self._text.opening():
            print(line)
        if self._ceremony:
            self._tell_lot(self._match.deals.next_dealer())
        while self._deal():
            while self._match.turn:
                self._step()
            self._end_hand()
            self._offer_claims()
        print(f"\n{self._text.ending(self._view())}")

    def leave(self) -> None:
        farewell = _("You get up from the table. {score}. See you again!")
        print("\n" + farewell.format(score=self._text.score(self._view())))

    def _tell_lot(self, dealer: int) -> None:
        if dealer == self._seat:
            print(_("By lot: you deal first."))
        else:
            print(_("By lot: {name} deals first.").format(name=self._name(dealer)))

    def _view(self) -> View:
        return self._match.view(self._seat)

    def _name(self, seat: int) -> str:
        return self._text.in_sentence(self._view(), seat)

    # ------------------------------------------------------------------------------------------------------ dealing

    def _deal(self) -> bool:
        match = self._match
        new = match.deals.next_field() is None
        cut = self._cut() if self._ceremony and new and not match.over else 0
        exposed = self._falls_face_up() if self._ceremony else None
        if not match.deal(cut=cut, exposed=exposed):
            return False
        self._told = 0
        self._said = []
        print()
        for line in self._text.hand_opening(self._view(), len(match.log), len(match.log[-1].hands)):
            print(line)
        self._tell()
        return True

    def _cut(self) -> int:
        """How many cards the dealer's left neighbour lifts."""
        match = self._match
        dealer, cards = match.deals.next_dealer(), len(match.rules.pack)
        cutter = next_seat(dealer, match.players, -1)
        if cutter == self._seat:
            return self._ask_cut(cards)
        lifted = dealing.random_cut(cards, f"{match.seed}/{len(match.log)}") if self._random.random() < 0.5 else 0
        told = _("{name} cuts: {count} cards lifted.") if lifted else _("{name} knocks: no cut.")
        print("\n" + sentence(told.format(name=self._name(cutter), count=lifted)))
        return lifted

    def _ask_cut(self, cards: int) -> int:
        least, most = dealing.SMALLEST_PART, cards - dealing.SMALLEST_PART
        question = _("Yours is the cut. How many cards do you lift, {least} to {most}? (Enter = knock)")
        print()
        while True:
            answer = self._ask(question.format(least=least, most=most) + " ")
            if not answer:
                return 0
            if answer.isascii() and answer.isdigit() and len(answer) < 4:
                try:
                    self._match.deals.check_cut(int(answer))
                except TableError:
                    pass
                else:
                    return int(answer)
            print(_("Type a number from {least} to {most}, or nothing to knock.").format(least=least, most=most))

    def _falls_face_up(self) -> int | None:
        """The seat whose first card falls face up in the next deal, if one does."""
        deals = self._match.deals
        if deals.next_field() is not None or self._random.random() >= FACE_UP:
            return None  # the duels of a deal are dealt together, before the first of them
        return self._random.choice(deals.upcoming(self._match.score).seats)

    # ------------------------------------------------------------------------------------------------------- moving

    def _step(self) -> None:
        """One move of whoever has the word; where several have it the player is asked first."""
        turn = self._match.turn
        if self._seat in turn:
            move = self._choose()
            if move is not None:
                self._play(self._seat, move)
                return
        if self._sitting.step(silent=(self._seat,)) is None:
            print("  " + _("Nobody else speaks."))
            return
        self._tell()

    def _play(self, seat: int, move: str) -> None:
        self._match.play(seat, move)
        self._tell()

    def _tell(self) -> None:
        view = self._view()
        for line in self._text.events(view, self._told):
            print(line)
        self._told = len(view.events)

    def _end_hand(self) -> None:
        if not any(event.kind in ("award", "void") for event in self._view().events):
            print("  " + _("Nobody wins anything."))

    # ------------------------------------------------------------------------------------------------------- asking

    def _choose(self) -> str | None:
        """The player's move, or None to leave the word to the others who have it."""
        view = self._view()
        if KEEP in view.moves:
            return self._read(menu_of((KEEP, ANOTHER)))
        if self._said and self._said[0] in view.moves:
            return self._said.pop(0)
        for line in situation(self._text, view):
            print(line)
        return self._read(menu_of(view.moves, self._silence(view), self._words(view)))

    def _words(self, view: View) -> Callable[[str], str]:
        """What the table would hear of a move now, where it is said at all."""
        about = None if view.state is None else answered(view.state)

        def said(move: str) -> str:
            is_deed = move in DEEDS or move.partition("-")[0] in (PLAY, *DEEDS)
            return move.replace("-", " ") if is_deed else self._match.rules.voices.said(move, about)

        return said

    def _silence(self, view: View) -> str | None:
        """What keeping silent means, where somebody else may speak instead and it is not the player's turn."""
        # Not of `turn`: who really can speak may depend on cards that the player does not see.
        others = [seat for seat in view.word if seat != self._seat]
        may_lay_a_card = any(isinstance(move, Card) or move.startswith(f"{PLAY}-") for move in view.moves)
        if not others or may_lay_a_card:
            return None
        if not all(self._text.are_partners(view, self._seat, other) for other in others):
            return _("keep silent")
        return _("let your partner speak") if len(others) == 1 else _("let your partners speak")

    def _offer_claims(self) -> None:
        """After the hand: pido flor."""
        while claims := self._worth_claiming():
            print("\n  " + _("Any silent flor?"))
            choice = self._read(menu_of(claims, _("go on")))
            if choice is None:
                return
            self._play(self._seat, choice)

    def _worth_claiming(self) -> list[str]:
        """The challenges against seats whose cards on the table do not rule a flor out already."""
        view = self._view()
        laid: dict[str, list[Card]] = {}
        for one in view.table:
            if one.card is not None:
                laid.setdefault(str(one.seat), []).append(one.card)
        points = self._match.rules.points_for(view.turned)
        return [claim for claim in view.claims if points.may_be_flor(laid.get(claim.rpartition("-")[2], []))]

    def _read(self, menu: Menu) -> str | None:
        for line in menu.lines():
            print(line)
        while True:
            typed = self._ask("> ")
            try:
                return menu.read(typed)
            except BadChoice as problem:
                move = self._heard(menu, typed, problem)
                if move is not None:
                    return move

    def _heard(self, menu: Menu, typed: str, problem: BadChoice) -> str | None:
        """What was said instead of chosen, read as words alone: a reading in the position would depend on cards that
        the player does not see."""
        reading = read(typed, self._match.rules)
        if reading.moves and reading.moves[0] in menu.codes:
            move, *rest = reading.moves
            self._said = [one for one in rest if one not in ANSWERS or self._truco_waits()]
            return move
        if reading.question:
            print(_("Which? {readings}").format(readings=" / ".join(" ".join(codes) for codes in reading.question)))
        else:
            print(reading.refused or problem)
        return None

    def _truco_waits(self) -> bool:
        """Whether a truco is to be answered after what is answered now: only then do two answers answer something."""
        state = self._view().state
        return state is not None and state.truco.calling != NOBODY and answered(state) != "truco"

    def _ask(self, prompt: str) -> str:
        """A line of the player's; help and leaving are seen to here."""
        while True:
            if sys.stdin is None:  # closed by whoever started the program
                raise Leave
            try:
                answer = input(prompt).strip()
            except (EOFError, KeyboardInterrupt) as end:
                raise Leave from end
            if not sys.stdin.isatty():
                print(answer)  # so that a game played from a file reads like one played by hand
            if answer.lower() in QUIT:
                raise Leave
            if answer != HELP:
                return answer
            for line in self._text.help(self._view()):
                print(line)
