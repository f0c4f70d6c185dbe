"""The match of a player at the terminal against bots: the player's choices, what the player says, and saving.

It draws nothing and never waits for input: the interfaces call it. All that it reports comes from the player's view,
until the match is over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from truquero.analysis.match_summary import match_summary
from truquero.bots import MatchRunner, make_bot
from truquero.cards import CARDS
from truquero.engine.state import PLAY, pending_lance
from truquero.i18n import _
from truquero.rules.moves import ANOTHER, KEEP
from truquero.session import SessionStep, Speed, Turn
from truquero.speech.match_summary_text import summary_lines
from truquero.speech.menu import MoveMenu, menu_of
from truquero.speech.narration import SILENT_MOVES, TableText
from truquero.speech.talk.trial import why_not
from truquero.speech.typed_moves import TypedMove, read_typed_move
from truquero.table import IllegalMove, Match, View, dealing
from truquero.table.move_order import in_order
from truquero.table.schedule import next_seat
from truquero.table.signs import SIGN
from truquero.table.special_moves import falls_face_up
from truquero.tui.saved_matches import SavedMatch, SaveError, bot_seed

FACE_UP = 0.04  # probability that a card falls face up in a deal with ceremony


class TerminalSession:
    """The match in progress. Every change is saved before it is shown."""

    def __init__(self, match: Match, saved: SavedMatch, text: TableText) -> None:
        self.match, self.saved, self.text = match, saved, text
        self.seat = saved.seat
        self.save_error = ""  # why the last attempt to save failed; empty if it succeeded
        bots = {seat: make_bot(name, match.rules, seat, bot_seed(match, seat)) for seat, name in saved.bots.items()}
        self._runner = MatchRunner(match, bots)
        self._typed: TypedMove | None = None  # the line typed last

    def close(self) -> None:
        """Close the bots and unlock the match. The move of a bot that is still thinking is ignored."""
        self._runner.close()
        self.saved.unlock()

    def warnings(self) -> list[str]:
        """Return messages about problems outside the game.

        A newer match could not be resumed, this match could not be saved, or a bot can no longer play.
        """
        bots = [bot.trouble for bot in self._runner.bots.values()]
        return [message for message in (self.saved.skipped_message, self.save_error, *bots) if message]

    def view(self) -> View:
        return self.match.view(self.seat)

    def view_of_opening(self) -> View:
        """Return the view with the score as it was when the current hand began.

        In a match resumed in the middle of a hand, the current score already includes points of that hand.
        """
        hand = self.match.log[-1].hands[-1]
        return replace(self.view(), score=hand.score_before, games=hand.games_before)

    def ending(self) -> Iterator[str]:
        """Yield the result of the finished match, and its summary, for which all cards are open now."""
        view = self.view()
        yield self.text.ending(view)
        yield from summary_lines(self.text, view, match_summary(self.match))

    def _save(self) -> None:
        try:
            self.saved.save(self.match)
            self.save_error = ""
        except SaveError as error:
            self.save_error = str(error)

    # ------------------------------------------------------------------------------------------------------ dealing

    @property
    def cutter(self) -> int | None:
        """The seat that cuts the next deal, to the left of the dealer; None if there is no cut."""
        match = self.match
        if not self.saved.ceremony or match.over or match.deals.next_in_deal() is not None:
            return None
        return next_seat(match.deals.next_dealer(), match.players, -1)

    def cut_of_bot(self) -> int:
        """Return how many cards a bot lifts when it cuts; 0 if it knocks, which leaves the pack as it is."""
        random, match = self._random_for("cut"), self.match
        cards = len(match.rules.pack)
        return dealing.random_cut(cards, f"{match.seed}/{len(match.log)}") if random.random() < 0.5 else 0

    def deal(self, cut: int = 0) -> bool:
        """Deal the next hand. Return False if the match is over."""
        fallen = falls_face_up(self.match, self._random_for("face up"), FACE_UP) if self.saved.ceremony else None
        if not self.match.deal(cut=cut, exposed=fallen):
            return False
        self._runner.session.queued_calls.clear()
        self._save()
        return True

    def _random_for(self, incident: str) -> Random:
        """Return the random numbers for an incident of the next deal.

        They are the same in a resumed match. Each kind of incident has its own sequence, so none reveals another.
        """
        return Random(f"{self.match.seed}/{incident}/{len(self.match.log)}")

    # --------------------------------------------------------------------------------------------------------- bots

    def put_questions(self) -> SessionStep:
        """Put the questions to the bots that take no turn, and return the step that comes next.

        At the start of a trick bots choose whom they watch and make their señas. After a hand they make their claims.
        """
        before = len(self.match.events)
        step = self._runner.put_questions()
        if len(self.match.events) > before:
            self._save()
        return step

    def asks_player(self, turn: Turn) -> bool:
        """Return whether the player is asked next, and not the bots.

        A player who may pass is asked first. Otherwise the bots are asked first, whether they interrupt.
        """
        view = self.view()
        return bool(view.moves) and (view.may_pass or not turn.questions)

    def thinking_time(self, speed: Speed) -> float:
        """Return the seconds that a bot takes for its move in the current turn."""
        return self._runner.session.thinking_time(speed)

    @property
    def is_left_to_player(self) -> bool:
        """Whether a bot lets the player answer first."""
        return self._runner.session.is_left_to(self.seat)

    def time_for_partners(self, usual: float) -> float:
        """Return the seconds for which a bot lets the player answer first. `usual` are those for a call."""
        return self._runner.session.time_for_partners(usual)

    def bots_move(self) -> bool:
        """Let the bots make one move, which may be slow. Return False if none of them moves."""
        moved = self._runner.step() is not None
        if moved:
            self._save()
        return moved

    def report_result(self) -> None:
        """Report the result of the hand to the bots. Call it after all claims."""
        self._runner.report_result()

    # ------------------------------------------------------------------------------------------------------- player

    def play(self, move: str) -> None:
        """Make a move of the player, and queue the calls that were typed together with it."""
        self.match.play(self.seat, move)
        queued: tuple[str, ...] = ()
        if self._typed is not None and self._typed.move == move:
            queued, self._typed = self._typed.queued, None
        self._runner.session.queued_calls.note_move(self.seat, move, queued)
        self._save()

    def pass_turn(self) -> None:
        """Leave the turn to the bots that may act."""
        self._runner.session.pass_turn(self.seat)

    def sign(self, name: str) -> str:
        """Make a seña. Return the reason if it is refused, or an empty string."""
        try:
            self.play(f"{SIGN}{name}")
        except IllegalMove as refused:
            return refused.reason
        return ""

    def watch(self, watched_seat: int) -> None:
        self.match.watch(self.seat, watched_seat)
        self._save()

    def menu(self, view: View) -> MoveMenu:
        """Return the moves that the player may make now."""
        if KEEP in view.moves:
            return menu_of((KEEP, ANOTHER))
        rules = self.match.rules
        moves = in_order(rules, view.state, view.moves)
        return menu_of(moves, self._pass_label(view), self._words(view), rules.voices.language)

    def challenges_menu(self, view: View) -> MoveMenu | None:
        """Return the claims that the player may make after a hand; None if there are none."""
        claims = view.challenges(self.match.rules)
        return menu_of(claims, _("go on"), self.text.challenge) if claims else None

    def _words(self, view: View) -> Callable[[str], str]:
        """Return a function from a move to the words that the player would say for it now."""
        about = None if view.state is None else pending_lance(view.state)

        def words_for(move: str) -> str:
            kind, _hyphen, name = move.partition("-")
            if kind in SILENT_MOVES and name in CARDS:
                rules = self.match.rules
                return f"{rules.voices.phrase(kind)} {CARDS[name].name(french=rules.french_names)}"
            is_silent = move in SILENT_MOVES or kind in (PLAY, *SILENT_MOVES)
            return move.replace("-", " ") if is_silent else self.match.rules.voices.phrase(move, about)

        return words_for

    def _pass_label(self, view: View) -> str | None:
        """Return the label for passing; None if the player may not leave the move to another seat."""
        if not view.may_pass:
            return None
        others = [seat for seat in self.match.speakers if seat != self.seat]
        if not all(self.text.are_partners(view, self.seat, other) for other in others):
            return _("keep silent")
        return _("let your partner speak") if len(others) == 1 else _("let your partners speak")

    def read_typed_move(self, menu: MoveMenu, typed: str) -> TypedMove:
        """Return the meaning of a typed line, with the reason if it cannot be said now.

        Remember its further calls for `play`.
        """
        self._typed = read_typed_move(menu, typed, self.match.rules, self.view())
        choices = self._typed.choices
        if len(choices) == 1 and choices[0][0] in CARDS:  # only one card of that name is held: there is nothing to ask
            self._typed = self._typed.chosen(choices[0])
        if self._typed.attempted:
            message = _("“{words}” cannot be said now: {reason} (? for help).")
            reason = why_not(self.match, self.seat, self._typed.attempted)
            self._typed = replace(self._typed, message=message.format(words=typed.strip(), reason=reason))
        return self._typed
