"""A match with one player and bots in the other seats: the player's choices, and the effect of an answer.

It draws nothing and never waits for input: the interfaces call it. All that it reports comes from the player's view.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from random import Random

from truquero.bots import Sitting, make_bot
from truquero.engine.state import PLAY, answered
from truquero.i18n import _
from truquero.speech.menu import Menu, menu_of
from truquero.speech.move_order import in_order
from truquero.speech.narration import DEEDS, TableText
from truquero.speech.typed_moves import Heard, hear
from truquero.table import IllegalMove, Match, View, dealing
from truquero.table.schedule import next_seat
from truquero.table.signs import SIGN
from truquero.table.special_moves import ANOTHER, KEEP, falls_face_up
from truquero.tui.kept import Kept, KeptError, bot_seed

FACE_UP = 0.04  # probability that a card falls face up in a deal with ceremony


class Course:
    """The match in progress. Every change is saved before it is shown."""

    def __init__(self, match: Match, kept: Kept, text: TableText) -> None:
        self.match, self.kept, self.text = match, kept, text
        self.seat = kept.seat
        self.trouble = ""  # why the last attempt to save failed; empty if it succeeded
        bots = {seat: make_bot(name, match.rules, seat, bot_seed(match, seat)) for seat, name in kept.bots.items()}
        self._sitting = Sitting(match, bots)
        self._said: list[str] = []  # later calls of one utterance ("envido mi truco"), not made yet
        self._interrupted: object = None  # the last position in which the bots were asked to interrupt

    def close(self) -> None:
        """Close the bots and unlock the match. The move of a bot that is still thinking is ignored."""
        self._sitting.close()
        self.kept.let_go()

    def troubles(self) -> list[str]:
        """Return messages about problems outside the game.

        A newer match could not be resumed, this match could not be saved, or a bot can no longer play.
        """
        bots = [bot.trouble for bot in self._sitting.bots.values()]
        return [told for told in (self.kept.passed_over, self.trouble, *bots) if told]

    def view(self) -> View:
        return self.match.view(self.seat)

    def view_of_opening(self) -> View:
        """Return the view with the score as it was when the current hand began.

        In a match resumed in the middle of a hand, the current score already includes points of that hand.
        """
        hand = self.match.log[-1].hands[-1]
        return replace(self.view(), score=hand.score, games=hand.games)

    def _save(self) -> None:
        try:
            self.kept.save(self.match)
            self.trouble = ""
        except KeptError as error:
            self.trouble = str(error)

    # ------------------------------------------------------------------------------------------------------ dealing

    @property
    def cutter(self) -> int | None:
        """The seat that cuts the next deal, to the left of the dealer; None if there is no cut."""
        match = self.match
        if not self.kept.ceremony or match.over or match.deals.next_lineup() is not None:
            return None
        return next_seat(match.deals.next_dealer(), match.players, -1)

    def cut_of_bot(self) -> int:
        """Return how many cards a bot lifts when it cuts; 0 if it knocks, which leaves the pack as it is."""
        random, match = self._chance("cut"), self.match
        cards = len(match.rules.pack)
        return dealing.random_cut(cards, f"{match.seed}/{len(match.log)}") if random.random() < 0.5 else 0

    def deal(self, cut: int = 0) -> bool:
        """Deal the next hand. Return False if the match is over."""
        fallen = falls_face_up(self.match, self._chance("face up"), FACE_UP) if self.kept.ceremony else None
        if not self.match.deal(cut=cut, exposed=fallen):
            return False
        self._said = []
        self._save()
        return True

    def _chance(self, what: str) -> Random:
        """Return the random numbers for an incident of the next deal.

        They are the same in a resumed match. Each kind of incident has its own sequence, so none reveals another.
        """
        return Random(f"{self.match.seed}/{what}/{len(self.match.log)}")

    # --------------------------------------------------------------------------------------------------------- bots

    def look_round(self) -> None:
        """At the start of a trick, let the bots choose the seats that they watch and make their señas."""
        before = len(self.match.events)
        self._sitting.look_round()
        if len(self.match.events) > before:
            self._save()

    def thinking(self) -> list[int]:
        """Return the bots that may act now, in the order in which they are asked."""
        return [seat for seat in self._sitting.to_ask() if seat != self.seat]

    def others_first(self, view: View) -> bool:
        """Return whether the bots must be asked, before the player moves, whether they interrupt.

        This is so once in each position in which a bot may act and the player may not pass.
        """
        if self._silence(view) is not None or self.match.exposed is not None or self._interrupted is view.state:
            return False
        self._interrupted = view.state
        return bool(self.thinking())

    def bots_move(self, silent: Collection[int] = ()) -> bool:
        """Let the bots make one move, which may be slow. Return False if none of them moves."""
        moved = self._sitting.step(silent=silent) is not None
        if moved:
            self._save()
        return moved

    def bots_claim(self) -> None:
        """Let the bots make their claims after a hand."""
        before = len(self.match.events)
        self._sitting.claim()
        if len(self.match.events) > before:
            self._save()

    def bots_hear_result(self) -> None:
        """Report the result of the hand to the bots. Call it after all claims."""
        self._sitting.tell_result()

    # ------------------------------------------------------------------------------------------------------- player

    def play(self, move: str) -> None:
        self.match.play(self.seat, move)
        self._save()

    def sign(self, name: str) -> str:
        """Make a seña. Return the reason if it is refused, or an empty string."""
        try:
            self.play(f"{SIGN}{name}")
        except IllegalMove as refused:
            return refused.reason
        return ""

    def watch(self, whom: int) -> None:
        self.match.watch(self.seat, whom)
        self._save()

    def next_said(self, view: View) -> str | None:
        """Return the next call of an utterance of several calls, if it is legal now."""
        return self._said.pop(0) if self._said and self._said[0] in view.moves else None

    def menu(self, view: View) -> Menu:
        """Return the moves that the player may make now."""
        if KEEP in view.moves:
            return menu_of((KEEP, ANOTHER))
        return menu_of(in_order(self.match.rules, view.state, view.moves), self._silence(view), self._words(view))

    def claims_menu(self, view: View) -> Menu | None:
        """Return the claims that the player may make after a hand; None if there are none."""
        claims = view.challenges(self.match.rules)
        return menu_of(claims, _("go on"), self.text.challenge) if claims else None

    def _words(self, view: View) -> Callable[[str], str]:
        """Return a function from a move to the words that the player would say for it now."""
        about = None if view.state is None else answered(view.state)

        def said(move: str) -> str:
            is_deed = move in DEEDS or move.partition("-")[0] in (PLAY, *DEEDS)
            return move.replace("-", " ") if is_deed else self.match.rules.voices.said(move, about)

        return said

    def _silence(self, view: View) -> str | None:
        """Return the label for passing; None if the player may not leave the move to another seat."""
        if not view.may_pass:
            return None
        others = [seat for seat in view.must_act if seat != self.seat]
        if not all(self.text.are_partners(view, self.seat, other) for other in others):
            return _("keep silent")
        return _("let your partner speak") if len(others) == 1 else _("let your partners speak")

    def hear(self, menu: Menu, typed: str) -> Heard:
        """Return the meaning of a typed line. Store further calls of the same utterance for `next_said`."""
        heard = hear(menu, typed, self.match.rules, self.view())
        if heard.then:
            self._said = list(heard.then)
        return heard
