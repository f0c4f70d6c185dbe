"""A record as a list of steps, for the page that replays it. All cards are visible, for the match has been played."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence

from truquero.analysis.match_summary import match_summary
from truquero.cards import CARDS
from truquero.i18n import _, speaking
from truquero.records import RecordError, parse, replay
from truquero.records.comments import comments_in
from truquero.records.format import Statement
from truquero.records.player_names import names_in
from truquero.records.verification import DealLine, proofs_of_replay
from truquero.rules.game import HandType
from truquero.server.encoding import encode
from truquero.server.guest_names import LONGEST_NAME
from truquero.server.http.bodies import LONGEST_RECORD
from truquero.server.http.match_bodies import DealProof, ReplayData, ReplayStep
from truquero.server.http.summary_info import summary_info
from truquero.server.ws.hand_parts import all_marks
from truquero.server.ws.messages import ScoreInfo, TableCard, TableEvent
from truquero.server.ws.page_view import PageText, event_message, score_at
from truquero.speech.narration import TableText
from truquero.table import Event, Match, View
from truquero.table.schedule import Lineup, side_name
from truquero.table.view import SPECTATOR

MOST_STEPS = 20_000
LONGEST_COMMENT = 1_000  # characters that are shown of the comment on a step


class _Steps:
    """The steps of a replay: one for the start of each hand, and one for each statement that adds events to it."""

    def __init__(self, people: Mapping[int, str]) -> None:
        self._people = people
        self.steps: list[ReplayStep] = []
        self.hands: list[int] = []
        self.deals: list[DealLine] = []
        self._shown_events = self._tricks = 0  # numbers of events and tricks of the hand in the steps so far
        self._page_text: TableText | None = None
        self._view: View | None = None  # of the hand at its start; the opponents do not change
        self._views: dict[tuple[Lineup | None, HandType], View] = {}
        self._event_messages: dict[tuple[Event, int, int | None], TableEvent] = {}
        self._score: ScoreInfo | None = None

    def add_hand(self, line: int, match: Match) -> None:
        """Add the first step of a hand: the cards are dealt, and nobody has moved."""
        if len(self.steps) >= MOST_STEPS:
            return
        self._shown_events = self._tricks = 0
        self.hands.append(len(self.steps))
        self._view = self._view_of(match)
        kind = self._text(match).hand_type_text(self._view, len(match.log[-1].hands))
        self._add(line, match, kind)

    def add_statement(self, statement: Statement, match: Match) -> None:
        """Add the step of a statement, if it has made events."""
        if statement.word == "deal":
            self.deals.append((statement.line, match.log[-1]))
        if match.hand is not None and len(match.events) > self._shown_events and len(self.steps) < MOST_STEPS:
            self._add(statement.line, match)

    def _add(self, line: int, match: Match, kind: str = "") -> None:
        self.steps.append(self._step(line, match, kind))
        self._shown_events = len(match.events)

    def _step(self, line: int, match: Match, kind: str) -> ReplayStep:
        hand = match.hand
        assert hand is not None
        return ReplayStep(
            line=line,
            deal=len(match.log),
            hand=len(match.log[-1].hands),
            description=kind,
            news=tuple(self._news(match)),
            cards={str(seat): hand.held(seat) for seat in hand.seats},
            laid=tuple(TableCard(card.seat, card.card, card.trick, face_down=card.face_down) for card in hand.laid),
            turned=match.turned,
            must_act=match.must_act,
            score=self._score_of(match),
        )

    def _view_of(self, match: Match) -> View:
        """Return a view of a hand that begins.

        The cache works by lineup and type of hand, because the texts use nothing else of the view.
        """
        kind = (match.lineup, match.hand_type)
        if kind not in self._views:
            self._views[kind] = match.view_of_spectator()
        return self._views[kind]

    def _text(self, match: Match) -> TableText:
        if self._page_text is None:
            self._page_text = PageText(match.rules, SPECTATOR, people=self._people)
        return self._page_text

    def _news(self, match: Match) -> list[TableEvent]:
        news = []
        for event in match.events[self._shown_events :]:
            news.append(self._event_message(match, event))
            self._tricks += event.kind == "trick"
        return news

    def _event_message(self, match: Match, event: Event) -> TableEvent:
        """Return the description of an event. It is cached, for it is the same in every hand with the same gallo."""
        view = self._view
        assert view is not None
        key = (event, self._tricks, view.gallo)
        message = self._event_messages.get(key)
        if message is None:
            line = self._text(match).event_line(view, event, self._tricks)
            message = self._event_messages[key] = event_message(match.rules, event, line or "")
        return message

    def _score_of(self, match: Match) -> ScoreInfo:
        """Return the score. A new object is made only when the score has changed."""
        points, cached = match.score, self._score
        if cached is None or cached.points != points or cached.games != match.games:
            cached = self._score = score_at(match, points)
        return cached


def replayed(text: str) -> ReplayData:
    """Return the steps of a record. Raise RecordError if the text is no valid record or too long."""
    if len(text) > LONGEST_RECORD:
        message = _(
            "the record is too long to show: it has {letters} letters, at most {most} are allowed; `truquero "
            "referee` reads it"
        )
        raise RecordError(1, message.format(letters=len(text), most=LONGEST_RECORD))
    people = {seat: name[:LONGEST_NAME] for seat, name in names_in(text).items()}
    record, steps = parse(text), _Steps(people)
    match = replay(record, after=steps.add_statement, opened=steps.add_hand).match
    rules = match.rules
    turned_cards = dict.fromkeys(step.turned or "" for step in steps.steps)
    proofs = tuple(
        DealProof(proof.deal, proof.verdict.value, proof.explanation, proof.chances, proof.missing)
        for proof in proofs_of_replay(text, steps.deals, match.players)
    )
    return ReplayData(
        variant=rules.variant,
        title=rules.title,
        players=rules.players,
        target=rules.match.target,
        french=rules.french_names,
        options=dict(rules.changed),
        sides={str(seat): side_name(rules.players, seat) for seat in range(1, rules.players + 1)},
        names={str(seat): name for seat, name in people.items()},
        pack=tuple(map(str, rules.pack)),
        seat_orders=tuple(tuple(lineup.seats for lineup in deal.lineups) for deal in match.log),
        steps=tuple(steps.steps),
        marks={turned: all_marks(rules, CARDS.get(turned)) for turned in turned_cards},
        hand_starts=tuple(steps.hands),
        comments=_comments(text, steps.steps),
        proofs=proofs,
        summary=summary_info(rules, match_summary(match)),
        text=text,
    )


def _comments(text: str, steps: Sequence[ReplayStep]) -> dict[str, str]:
    """Return the comments of a record by the index of their step: the last one that was made above the comment."""
    if not steps:
        return {}
    lines: dict[int, list[str]] = {}
    for line, comment in comments_in(text):
        lines.setdefault(max(0, bisect_right(steps, line, key=lambda step: step.line) - 1), []).append(comment)
    return {str(step): " ".join(parts)[:LONGEST_COMMENT] for step, parts in lines.items()}


def replayed_as_json(text: str, language: str) -> bytes:
    """Return the steps of a record as JSON, with texts in a language."""
    with speaking(language):
        return encode(replayed(text))
