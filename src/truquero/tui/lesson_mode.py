"""A lesson line by line in the terminal: the explanation of each hand, then the hand with the words of the teacher."""

from __future__ import annotations

from truquero.engine.state import pending_lance
from truquero.i18n import _
from truquero.i18n.wrapping import in_lines
from truquero.lessons import LEARNER, NAMES, Decision, Lesson, LessonHand, Moment, moments, ranked_cards
from truquero.speech.menu import BadChoice, MoveMenu, menu_of
from truquero.speech.narration import GAP, TableText
from truquero.speech.situation import situation
from truquero.table import View
from truquero.table.move_order import in_order
from truquero.tui.line_mode import PlayerLeft, read_line


class LessonMode:
    """A learner at the terminal, who plays the hands of a lesson."""

    def __init__(self, lesson: Lesson, hand: int = 1) -> None:
        self._lesson = lesson
        self.hand = hand  # the number of the hand in play, from 1

    def play(self) -> None:
        """Play the hands from the current one to the last. Raise PlayerLeft if the learner leaves."""
        hands, known_order = self._lesson.hands, None
        for number, hand in list(enumerate(hands, 1))[self.hand - 1 :]:
            self.hand = number
            print()
            heading = _("Hand {number} of {count}: {title}")
            print(heading.format(number=self.hand, count=len(hands), title=hand.title))
            for text in hand.intro:
                _say(str(text))
            order = ranked_cards(hand)
            if order != known_order:
                names = TableText(hand.rules, LEARNER)
                print("\n".join(in_lines(map(names.equal_cards, order), " > ", GAP)))
                known_order = order
            self._play(hand)

    def _play(self, hand: LessonHand) -> None:
        text = TableText(hand.rules, LEARNER, people=NAMES)
        for moment in moments(hand):
            view = moment.match.view(LEARNER)
            for _kind, line in text.new_lines(view, moment.shown):
                print(line)
            if moment.decision is not None:
                self._decide(moment, moment.decision, view, text)
        _say(str(hand.end))

    def _decide(self, moment: Moment, decision: Decision, view: View, text: TableText) -> None:
        """Ask until the learner makes the right move."""
        print("\n".join(situation(text, view)))
        _say(str(decision.ask))
        menu = _menu(moment, view, text)
        print("\n".join(GAP + line for line in menu.lines(text.card)))
        while (move := _read(menu)) != decision.move:
            if move is not None:
                _say(str(decision.replies.get(move, decision.wrong)))
        if decision.good is not None:
            _say(str(decision.good))


def _menu(moment: Moment, view: View, text: TableText) -> MoveMenu:
    assert view.state is not None
    lance = pending_lance(view.state)
    moves = in_order(text.rules, view.state, view.moves)
    voices = text.rules.voices
    return menu_of(moves, phrase_of=lambda move: voices.phrase(move, lance), language=voices.language)


def _read(menu: MoveMenu) -> str | None:
    """Return the typed move; None if it is no move of the menu."""
    typed = read_line("> ")
    if typed.lower() == "q":
        raise PlayerLeft
    try:
        return menu.read(typed)
    except BadChoice as error:
        print(error)
        return None


def _say(text: str) -> None:
    print("\n".join(in_lines(text.split(), " ")))
