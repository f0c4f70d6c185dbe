"""A match with one player and bots in the other seats: what the player is asked, and what becomes of an answer.

It draws nothing and waits for nobody: whoever shows the table asks it. All that it tells comes from the player's view.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from random import Random

from truquero.bots import Sitting, make_bot
from truquero.engine.state import PLAY, answered
from truquero.language import _
from truquero.table import IllegalMove, Match, View, dealing
from truquero.table.incidents import ANOTHER, KEEP, falls_face_up
from truquero.table.schedule import next_seat
from truquero.table.signs import SIGN
from truquero.telling.hearing import Heard, hear
from truquero.telling.menu import Menu, menu_of
from truquero.telling.order import in_order
from truquero.telling.words import DEEDS, TableText
from truquero.tui.kept import Kept, KeptError, bot_seed

FACE_UP = 0.04  # how often a card falls face up, where the deal is played as a ceremony


class Course:
    """The match while it is played. Every change is kept before it can be seen."""

    def __init__(self, match: Match, kept: Kept, text: TableText) -> None:
        self.match, self.kept, self.text = match, kept, text
        self.seat = kept.seat
        self.trouble = ""  # why the match could not be kept, the last time
        bots = {seat: make_bot(name, match.rules, seat, bot_seed(match, seat)) for seat, name in kept.bots.items()}
        self._sitting = Sitting(match, bots)
        self._said: list[str] = []  # calls of one breath ("envido mi truco") that are made when their time comes
        self._interrupted: object = None  # the position in which everybody else has been asked whether he interrupts

    def close(self) -> None:
        """The player gets up. What a bot that is still thinking says now is not heard any more."""
        self._sitting.close()
        self.kept.let_go()

    def troubles(self) -> list[str]:
        """What has gone wrong beside the game: a newer match could not be gone on with, this one is not kept, or a bot
        does not play itself any more."""
        bots = [bot.trouble for bot in self._sitting.bots.values()]
        return [told for told in (self.kept.passed_over, self.trouble, *bots) if told]

    def view(self) -> View:
        return self.match.view(self.seat)

    def view_of_opening(self) -> View:
        """The view with the score as it stood when the hand on the table was opened: one who comes back in the middle
        of it has points of it already."""
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
        """The seat that cuts the next deal, where it is asked to: the dealer's left neighbour."""
        match = self.match
        if not self.kept.ceremony or match.over or match.deals.next_field() is not None:
            return None
        return next_seat(match.deals.next_dealer(), match.players, -1)

    def cut_of_bot(self) -> int:
        """How many cards a bot lifts; none where it knocks."""
        random, match = self._chance("cut"), self.match
        cards = len(match.rules.pack)
        return dealing.random_cut(cards, f"{match.seed}/{len(match.log)}") if random.random() < 0.5 else 0

    def deal(self, cut: int = 0) -> bool:
        """Open the next hand; False where the match is over."""
        fallen = falls_face_up(self.match, self._chance("face up"), FACE_UP) if self.kept.ceremony else None
        if not self.match.deal(cut=cut, exposed=fallen):
            return False
        self._said = []
        self._save()
        return True

    def _chance(self, what: str) -> Random:
        """What happens beside the next deal, the same also for one who has left and come back; one thing tells nothing
        of another."""
        return Random(f"{self.match.seed}/{what}/{len(self.match.log)}")

    # --------------------------------------------------------------------------------------------------------- bots

    def look_round(self) -> None:
        """As a trick begins the bots choose whom they watch, and make their señas."""
        before = len(self.match.events)
        self._sitting.look_round()
        if len(self.match.events) > before:
            self._save()

    def thinking(self) -> list[int]:
        """The bots that are asked now."""
        return [seat for seat in self._sitting.to_ask() if seat != self.seat]

    def others_first(self, view: View) -> bool:
        """Whether the others have still to be asked for a word before the player, who cannot leave it to them."""
        if self._silence(view) is not None or self.match.exposed is not None or self._interrupted is view.state:
            return False
        self._interrupted = view.state
        return bool(self.thinking())

    def bots_move(self, silent: Collection[int] = ()) -> bool:
        """One move of a bot. This may take its time; False where none has anything to say."""
        moved = self._sitting.step(silent=silent) is not None
        if moved:
            self._save()
        return moved

    def bots_claim(self) -> None:
        """After the hand the bots challenge whom they want to."""
        before = len(self.match.events)
        self._sitting.claim()
        if len(self.match.events) > before:
            self._save()

    def bots_hear_result(self) -> None:
        """When nobody claims anything any more the bots hear what came of the hand."""
        self._sitting.tell_result()

    # ------------------------------------------------------------------------------------------------------- player

    def play(self, move: str) -> None:
        self.match.play(self.seat, move)
        self._save()

    def sign(self, name: str) -> str:
        """Make a seña; what to tell the player where it cannot be made."""
        try:
            self.play(f"{SIGN}{name}")
        except IllegalMove as refused:
            return refused.reason
        return ""

    def watch(self, whom: int) -> None:
        self.match.watch(self.seat, whom)
        self._save()

    def next_said(self, view: View) -> str | None:
        """The next call of a breath, if its time has come."""
        return self._said.pop(0) if self._said and self._said[0] in view.moves else None

    def menu(self, view: View) -> Menu:
        """What the player may do now."""
        if KEEP in view.moves:
            return menu_of((KEEP, ANOTHER))
        return menu_of(in_order(self.match.rules, view.state, view.moves), self._silence(view), self._words(view))

    def claims_menu(self, view: View) -> Menu | None:
        """The challenges after a hand."""
        claims = view.challenges(self.match.rules)
        return menu_of(claims, _("go on"), self.text.challenge) if claims else None

    def _words(self, view: View) -> Callable[[str], str]:
        """What the table would hear of a move now, where it is said at all."""
        about = None if view.state is None else answered(view.state)

        def said(move: str) -> str:
            is_deed = move in DEEDS or move.partition("-")[0] in (PLAY, *DEEDS)
            return move.replace("-", " ") if is_deed else self.match.rules.voices.said(move, about)

        return said

    def _silence(self, view: View) -> str | None:
        """What keeping silent means, where somebody else may speak instead and it is not the player's turn."""
        if not view.may_leave_word:
            return None
        others = [seat for seat in view.asked if seat != self.seat]
        if not all(self.text.are_partners(view, self.seat, other) for other in others):
            return _("keep silent")
        return _("let your partner speak") if len(others) == 1 else _("let your partners speak")

    def hear(self, menu: Menu, typed: str) -> Heard:
        """What the player typed. Calls of the same breath are made when their time comes."""
        heard = hear(menu, typed, self.match.rules, self.view())
        if heard.then:
            self._said = list(heard.then)
        return heard
