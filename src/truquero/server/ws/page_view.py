"""The messages that show a table to a page. Cards, moves and events come only from the view of its seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Literal

import msgspec

from truquero.bots.company import temper_of
from truquero.cards import CARDS, Card
from truquero.engine.flor import SING
from truquero.engine.state import COVER, DISCARD, PLAY, pending_lance
from truquero.i18n import SOURCE_LANGUAGE, speaking
from truquero.rules.game import Rules
from truquero.rules.moves import ACCEPT, ACCEPT_LACK, LEAVE, REFUSE
from truquero.rules.voices import Sign
from truquero.server.tables.chairs import Chair
from truquero.server.tables.draws import ShownDraw
from truquero.server.tables.state import TableState
from truquero.server.ws.hand_parts import marked_cards_of, open_bet_of, sign_options, with_gesture
from truquero.server.ws.messages import (
    BetSizes,
    DealInfo,
    HandInfo,
    MoveOption,
    ScoreInfo,
    SeatInfo,
    TableCard,
    TableEvent,
    TableInfo,
    You,
)
from truquero.speech.bet_ranges import SizeRange, size_ranges
from truquero.speech.explained_points import explained_points
from truquero.speech.narration import TableText
from truquero.speech.score_text import counted_points, half_name, in_half, most_counted, pile_of
from truquero.speech.situation import counted, stakes
from truquero.speech.stakes_text import stakes_of, stakes_of_challenge
from truquero.table import Event, Match, View
from truquero.table.call_codes import lance_of
from truquero.table.dealing import SMALLEST_PART
from truquero.table.hand import Hand
from truquero.table.move_order import in_order
from truquero.table.schedule import side_name
from truquero.table.sign_codes import meaning_words
from truquero.table.signs import has_signs
from truquero.table.view import SPECTATOR, visible_events
from truquero.table.whole_game_bets import ends_game, first_that_ends_game
from truquero.variants import preset

Kind = Literal["card", "answer", "call", "declare", "leave", "other"]
_SPEECH_COUNTRIES = {"es": "ES", "pt": "BR", "ca": "ES"}  # where a game names none
MATCHSTICKS = "matches"  # the counters for points where the rule book names none


class PageText(TableText):
    """The texts for a page. They name cards without their codes, because the page draws the cards."""

    def card(self, card: Card) -> str:
        return card.name(french=self.rules.french_names)

    def card_list(self, cards: Sequence[Card]) -> str:
        return ", ".join(map(self.card, cards))

    def meaning_of_sign(self, sign: Sign) -> str:  # the page adds it to the gesture that it draws
        return ""


class PageView:
    """What the page of one seat sees, with texts in its language; without a language there are no texts."""

    def __init__(self, state: TableState, seat: int, lang: str | None) -> None:
        self._state, self._seat, self._lang = state, seat, lang
        self._text = PageText(state.rules, seat, people=state.names) if lang is not None else None

    @cached_property
    def _view(self) -> View:
        match = self._state.current_match
        return match.view_of_spectator() if self._seat == SPECTATOR else match.view(self._seat)

    # ------------------------------------------------------------------------------------------------------ the hand

    def hand(self) -> HandInfo | None:
        match = self._state.match
        if match is None or match.hand is None:
            return None
        with speaking(self._lang or SOURCE_LANGUAGE):
            return self._hand(match, self._view)

    def _hand(self, match: Match, view: View) -> HandInfo:
        hand, text, rules = match.hand, self._text, match.rules
        assert hand is not None
        assert view.state is not None
        deal = match.log[-1]
        choices, sizes = self._offers(match, in_order(rules, view.state, view.moves))
        makes_signs = not hand.finished and self._seat in hand.seats and has_signs(rules, match.signs.codes)
        return HandInfo(
            deal=len(match.log),
            hand=len(deal.hands),
            over=hand.finished,
            hand_type=view.hand_type,
            description=text.hand_type_text(view, len(deal.hands)) if text else "",
            dealer=view.dealer,
            seat_order=view.seats,
            gallo=view.gallo,
            turned=view.turned,
            must_act=view.must_act,
            leader=None if hand.finished else hand.seats[view.state.leader],
            laid=tuple(TableCard(card.seat, card.card, card.trick, card.past, card.face_down) for card in view.table),
            trick_winners=tuple(event.seat for event in view.events if event.kind == "trick"),
            at_stake=tuple(stakes(text, view)) if text and not hand.finished else (),
            worth=view.stake(rules),
            open_bet=open_bet_of(rules, view),
            marked=marked_cards_of(rules, view),
            cards=view.cards,
            card_counts=tuple(len(hand.held(seat)) for seat in hand.seats),
            partner_hands=view.partner_hands,
            points_text=", ".join(counted(text, view)) if text and self._seat in hand.seats else "",
            points_explained=tuple(explained_points(rules, view)) if text and self._seat in hand.seats else (),
            points_to_declare=self._points_to_declare(view),
            choices=choices,
            bet_sizes=sizes,
            challenges=tuple(self._challenge(match, move) for move in view.challenges(rules)),
            may_pass=view.may_pass,
            signs=tuple(sign_options(rules, view, with_texts=text is not None)) if makes_signs else (),
            watching=view.watching if makes_signs else None,
        )

    def _points_to_declare(self, view: View) -> int | None:
        declaring = None if view.state is None else view.state.declaring
        return None if declaring is None else view.points(self._state.rules, declaring.lance)

    def _challenge(self, match: Match, move: str) -> MoveOption:
        if self._text is None:
            return MoveOption(move, "other")
        return MoveOption(move, "other", self._text.challenge(move), stakes_of_challenge(match, move))

    def _choice(self, match: Match, move: str) -> MoveOption:
        hand = match.hand
        assert hand is not None
        kind = kind_of(move)
        lance = lance_of(self._state.rules, move)
        if self._text is None or move in CARDS:
            return MoveOption(move, kind, lance=lance, ends_game=ends_game(hand, self._seat, move))
        words = self._state.rules.voices.phrase(move, pending_lance(hand.state))
        whole_game, punished = ends_game(hand, self._seat, move), self._is_punished(hand, move)
        return MoveOption(move, kind, words, stakes_of(hand, self._seat, move), lance, whole_game, punished)

    def _is_punished(self, hand: Hand, move: str) -> bool:
        """Return whether the rules punish a call: a flor without the cards, or a truco that pays the rivals at once."""
        rules, flor = self._state.rules, hand.rules.flor
        if move == SING:
            return flor is not None and flor.false_flor_penalty > 0 and self._view.points(rules, "flor") is None
        is_truco, side = lance_of(self._state.rules, move) == "truco", hand.side(self._seat)
        return is_truco and any(taker != side for taker, _points in hand.paid_at_once(self._seat, move))

    def _offers(self, match: Match, moves: Sequence[str]) -> tuple[tuple[MoveOption, ...], tuple[BetSizes, ...]]:
        """Return the choices in the order of `moves`, and the ranges of sizes with their positions among them."""
        hand = match.hand
        assert hand is not None
        ranges = size_ranges(hand, self._seat, moves, match.rules.voices)
        range_of = {move: size_range for size_range in ranges for move in size_range.moves}
        choices: list[MoveOption] = []
        positions: dict[SizeRange, int] = {}
        for move in moves:
            if move in range_of:
                positions.setdefault(range_of[move], len(choices))
            else:
                choices.append(self._choice(match, move))
        return tuple(choices), tuple(
            self._bet_sizes(hand, size_range, position) for size_range, position in positions.items()
        )

    def _bet_sizes(self, hand: Hand, sizes: SizeRange, position: int) -> BetSizes:
        lance, moves = lance_of(self._state.rules, sizes.moves[0]), sizes.moves
        index = first_that_ends_game(hand, self._seat, moves)
        whole_game = None if index == len(moves) else sizes.first + index * sizes.step
        bets = BetSizes(
            position, sizes.name, sizes.first, sizes.last, sizes.step, lance=lance, ends_game_from=whole_game
        )
        if self._text is None:
            return bets
        return msgspec.structs.replace(bets, words=sizes.words, stakes=sizes.stakes, adds=sizes.adds)

    # --------------------------------------------------------------------------------------------------- new events

    def news(self, since: int) -> tuple[TableEvent, ...]:
        """Return the events that this seat saw and heard after the first `since` events of the hand."""
        match = self._state.match
        if match is None:
            return ()
        with speaking(self._lang or SOURCE_LANGUAGE):
            return tuple(self._news(match, since))

    def _news(self, match: Match, since: int) -> Iterator[TableEvent]:
        view = self._view if self._text else None
        tricks = sum(event.kind == "trick" for event in match.events[:since])
        for event in visible_events(match, self._seat, since):
            line = self._text.event_line(view, event, tricks) if self._text and view else None
            tricks += event.kind == "trick"
            message = event_message(self._state.rules, event, line or "")
            yield with_gesture(match.rules, view, message) if view else message


def said_aloud(rules: Rules, event: Event) -> str:
    """Return what is said aloud in an event, in the language of the variant; empty if nothing is."""
    if event.kind == "declare":
        return rules.voices.phrase("son-buenas" if event.value is None else str(event.value))
    is_spoken = event.kind == "move" and event.move is not None and kind_of(event.move) != "card"
    return rules.voices.phrase(event.move or "", event.lance) if is_spoken else ""


def event_message(rules: Rules, event: Event, text: str) -> TableEvent:
    """Return the message for an event, with what was said and called in it, and `text`, its line in the log."""
    facts = event._asdict()
    del facts["seen_by"]  # only the server may know which seats saw a seña
    calls = lance_of(rules, event.move or "") if event.kind == "move" else ""
    return TableEvent(**facts, words=said_aloud(rules, event), calls=calls, text=text)


def kind_of(move: str) -> Kind:
    """Return the category in which the page offers a move."""
    if move in CARDS or move.startswith((f"{PLAY}-", f"{COVER}-", f"{DISCARD}-")):
        return "card"
    if move in (ACCEPT, REFUSE, ACCEPT_LACK):
        return "answer"
    if move == LEAVE:
        return "leave"
    return "declare" if move.isdigit() else "call"


# ------------------------------------------------------------------------------------------------------ public parts


def score_of(state: TableState) -> ScoreInfo:
    rules, match = state.rules, state.match
    if match is None:
        names = ("1", "2", "3") if rules.players == 3 else ("A", "B")
        zeros = (0,) * len(names)
        return ScoreInfo(names, zeros, zeros, zeros, tuple(half_name(rules, 0) for _name in names))
    return score_at(match, match.visible_score)


def score_at(match: Match, points: tuple[int, ...]) -> ScoreInfo:
    """Return the score message for `points`, divided into halves as the variant counts them."""
    rules = match.rules
    return ScoreInfo(
        sides=tuple(match.all_side_names()),
        points=tuple([counted_points(rules, count) for count in points]),
        points_in_half=tuple([in_half(rules, count) for count in points]),
        games=match.games,
        halves=tuple([half_name(rules, count) for count in points]),
        winners=match.winners,
    )


def seat_info_of(
    state: TableState, chair: Chair, *, is_connected: bool, clock: int | None, answer_time: int | None
) -> SeatInfo:
    """Return the message about a seat and its player."""
    side = side_name(state.rules.players, chair.seat)
    kind: Literal["empty", "person", "bot"] = "person" if chair.guest else "bot" if chair.bot else "empty"
    bot = state.bot_of(chair.seat)
    reservation = state.reservations.get(chair.seat)
    reserved_for = "" if reservation is None else reservation.name or "…"  # the guest may have no name
    alias = state.alias(chair.guest) if chair.guest else ""
    replaced = kind == "bot" and state.is_playing and chair.seat in state.replaced.values()
    return SeatInfo(
        seat=chair.seat,
        side=side,
        name=chair.name,
        kind=kind,
        bot=bot,
        connected=is_connected,
        away=chair.away,
        clock=clock,
        answer_time=answer_time,
        reserved_for=reserved_for,
        replaced=replaced,
        portrait=chair.shown_portrait,
        temper=temper_of(chair.bot, chair.portrait) if chair.bot else "",
        alias=alias,
        opened=chair.guest == state.owner,
    )


def deal_of(shown_draw: ShownDraw | None) -> DealInfo | None:
    """Return the message about a draw."""
    if shown_draw is None:
        return None
    draw = shown_draw.draw
    return DealInfo(
        number=draw.key.deal,
        match=draw.key.match,
        sealed=draw.seal,
        cutter=draw.cutter,
        awaits_cut=draw.cut is None,
        awaits_secrets=draw.awaits_secrets,
        cut=draw.cut,
        salt=draw.salt,
        seed=draw.seed if shown_draw.shows_seed else None,
        committed=None if draw.committed is None else tuple(sorted(draw.committed.items())),
        secrets=tuple(sorted(draw.secrets.items())),
    )


def table_of(state: TableState) -> TableInfo:
    rules, settings = state.rules, state.settings
    tally = rules.voices.tally
    return TableInfo(
        id=state.id,
        variant=rules.variant,
        title=rules.title,
        players=rules.players,
        target=rules.match.target,
        games=rules.match.games_to_win,
        options=settings.options,
        phase=state.phase,
        public=settings.public,
        spectators=settings.spectators,
        french=rules.french_names,
        pack_size=len(rules.pack),
        least_cut=SMALLEST_PART,
        has_signs=has_signs(rules, None if state.match is None else state.match.signs.codes),
        sign_meanings=meaning_words(rules),
        counters=tally.counters[0] if tally else MATCHSTICKS,
        pile_size=pile_of(rules),
        stacks=tuple(tally.stacks.items()) if tally else (),
        worth_behind=tally.behind if tally else 0,
        most_points=most_counted(rules),
        seconds=settings.seconds,
        reserve=settings.reserve,
        answer_seconds=settings.answer_seconds,
        speed=settings.speed,
        speech_locale=speech_locale(rules),
        match=max(1, state.matches),
    )


def speech_locale(rules: Rules) -> str:
    """Return the locale in which a browser reads the words of a game aloud."""
    tongue = rules.voices.language
    country = preset(rules.variant).country or _SPEECH_COUNTRIES.get(tongue, "")
    return f"{tongue}-{country}" if country else tongue


def you_of(state: TableState, guest: str, *, host: bool, may_empty: tuple[int, ...], may_watch: bool) -> You:
    """Return the message about the guest of a page."""
    return You(
        seat=state.seat_of(guest),
        host=host,
        may_empty=may_empty,
        reserved_seat=state.reserved_seat(guest),
        may_watch=may_watch,
        sign_code=state.signs_of(guest),
    )
