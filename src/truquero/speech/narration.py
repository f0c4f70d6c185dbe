"""The events of a table in words for one of its players. All information comes from that player's view."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from truquero.cards import CARDS, SUITS, Card, rank_names
from truquero.i18n import N_, _
from truquero.i18n.numbers import signed
from truquero.i18n.wrapping import in_lines, quoted, sentence
from truquero.rulebook.appendix_sections import short_sign_meaning
from truquero.rulebook.card_and_move_names import Names
from truquero.rules.game import HandType, Rules
from truquero.rules.lances import lance_name
from truquero.rules.voices import Sign
from truquero.speech.award_reasons import award_reason, refusal_reason
from truquero.speech.house_rules_text import house_rules
from truquero.speech.score_text import counted_points, score_sentence
from truquero.table import Event, View
from truquero.table.schedule import side_name, side_of
from truquero.table.signs import SIGN
from truquero.table.special_moves import CLAIM
from truquero.table.view import SPECTATOR
from truquero.variants.gestures import gesture_in_words

GAP = "  "
ORDINALS = (N_("1st"), N_("2nd"), N_("3rd"))

# The sides of the score as a player calls them: on the score sheet, after "for", and when the match is won.
YOU, RIVAL, WE, THEY = "you", "rival", "we", "they"
SIDES = {YOU: N_("You"), RIVAL: N_("Rival"), WE: N_("Us"), THEY: N_("Them")}
FOR = {YOU: N_("for you"), RIVAL: N_("for your rival"), WE: N_("for us"), THEY: N_("for them")}
WON = {
    YOU: N_("You have won!"),
    RIVAL: N_("Your rival has won."),
    WE: N_("Your side has won!"),
    THEY: N_("They have won."),
}

# Moves that the table sees and does not hear.
SILENT_MOVES = {
    "mira": N_("(looks at the cards)"),
    "mostrar": N_("(certain winners, shown)"),
    "acepta-carta": N_("(the card stays)"),
    "otra-carta": N_("(the card does not stay)"),
    "tapada": N_("(a card face down)"),
    "descarta": N_("(a discard)"),
}


def ordinal(number: int) -> str:
    """Return the name of a trick, counted from 0."""
    return _(ORDINALS[number])


@dataclass(frozen=True)
class TableText:
    """The texts for a table as one seat sees it."""

    rules: Rules
    seat: int  # SPECTATOR for a spectator
    people: Mapping[int, str] = field(default_factory=dict, kw_only=True)  # the names of players who have one

    # -------------------------------------------------------------------------------------------------------- names

    def are_partners(self, view: View, seat: int, other_seat: int) -> bool:
        """Return whether two seats play on the same side in the current hand."""
        gallo = view.gallo
        return side_of(seat) == side_of(other_seat) if gallo is None else (seat == gallo) == (other_seat == gallo)

    def name(self, view: View, seat: int) -> str:
        if seat == self.seat:
            return _(SIDES[YOU])
        if seat in self.people or self.seat == SPECTATOR:
            return self.people.get(seat) or _("Seat {seat}").format(seat=seat)
        partner = self.are_partners(view, self.seat, seat)
        return (_("Seat {seat} (partner)") if partner else _("Seat {seat} (rival)")).format(seat=seat)

    def name_of_person(self, seat: int) -> str | None:
        """Return the name of the player of a seat; None if the table knows none."""
        return self.people.get(seat)

    def in_sentence(self, view: View, seat: int) -> str:
        """Return the name of a seat inside a sentence, with the article where the language needs one."""
        if seat == self.seat:
            return _("you")
        if seat in self.people or self.seat == SPECTATOR:
            return self.people.get(seat) or _("seat {seat}").format(seat=seat)
        partner = self.are_partners(view, self.seat, seat)
        return (_("seat {seat} (partner)") if partner else _("seat {seat} (rival)")).format(seat=seat)

    def taker(self, view: View, seat: int | None) -> str:
        """Return the name of the seat that took a trick, or that the trick is tied."""
        return _("tied") if seat is None else self.in_sentence(view, seat)

    def _relation(self, name: str) -> str | None:
        """Return the relation of a side of the score to the player: a key of SIDES.

        None for a spectator, and for each of two rivals, who are called by their seats.
        """
        if self.seat == SPECTATOR:
            return None
        if self.rules.players == 3:
            return YOU if int(name) == self.seat else None
        mine = name == "AB"[side_of(self.seat)]
        if self.rules.players == 2:
            return YOU if mine else RIVAL
        return WE if mine else THEY

    def side(self, name: str) -> str:
        """Return the name of a side of the score, as on a score sheet: nosotros and ellos."""
        relation = self._relation(name)
        if relation:
            return _(SIDES[relation])
        players = self._names_of_players(name)
        if players:
            return players
        if self._is_shared:
            return _("Side {side}").format(side=name)
        return _("Seat {seat}").format(seat=self._only_seat(name))

    @property
    def _is_shared(self) -> bool:
        """Whether several seats share a side of the score."""
        return self.rules.players > 3

    def _only_seat(self, name: str) -> int:
        """Return the only seat of a side."""
        return int(name) if self.rules.players == 3 else 1 + "AB".index(name)

    def _names_of_players(self, name: str) -> str:
        """Return the names of the players of a side, as far as they have names."""
        seats = range(1, self.rules.players + 1)
        members = [seat for seat in seats if name in (str(seat), "AB"[side_of(seat)])]
        return " + ".join(self.people[seat] for seat in members if seat in self.people)

    def for_side(self, name: str) -> str:
        relation = self._relation(name)
        if relation:
            return _(FOR[relation])
        players = self._names_of_players(name)
        if players:
            return _("for {names}").format(names=players)
        if self._is_shared:
            return _("for side {side}").format(side=name)
        return _("for seat {seat}").format(seat=self._only_seat(name))

    def cards(self, cards: Sequence[Card | None]) -> list[str]:
        return ["??" if card is None else self.card(card) for card in cards] or [_("none")]

    def card(self, card: Card) -> str:
        """Return the code to type and the name to read: `7o 7 de oros`."""
        return f"{self.code(card)} {card.name(french=self.rules.french_names)}"

    def code(self, card: Card) -> str:
        return Names(self.rules).code(card)

    def rank_code(self, card: Card) -> str:
        """Return the code of a card without its suit."""
        return Names(self.rules).rank(card.rank)

    def card_list(self, cards: Sequence[Card]) -> str:
        """Return the codes of some cards in one line."""
        return " ".join(map(self.code, cards))

    # --------------------------------------------------------------------------------------- the match and its score

    def opening(self) -> Iterator[str]:
        match, players = self.rules.match, self.rules.players
        line = _("{title} · {players} players · to {points} points")
        line = line.format(title=self.rules.title, players=players, points=match.target)
        if match.games_to_win > 1:
            games = f"{match.games_to_win} {match.games_name}"
            line += " · " + _("the first to win {games}").format(games=games)
        yield line
        if self.rules.changed:
            yield _("House rules: {rules}").format(rules=" · ".join(house_rules(self.rules)))
        yield _("You play in seat {seat}. Type ? for help and q to leave.").format(seat=self.seat)

    def score_of_sides(self, view: View) -> list[tuple[str, int, int]]:
        """Return each side of the score with its points and the games it has won, the player's own side first."""
        names = ["1", "2", "3"] if self.rules.players == 3 else ["A", "B"]
        mine = self.seat - 1 if self.rules.players == 3 else side_of(self.seat)
        order = [mine, *(index for index in range(len(names)) if index != mine)]
        points = [counted_points(self.rules, scored) for scored in view.score]
        return [(self.side(names[index]), points[index], view.games[index]) for index in order]

    def is_own_side(self, name: str) -> bool:
        """Return whether this is the name of the player's side in the score; that of seat 1 for a spectator."""
        return name == side_name(self.rules.players, self.seat or 1)

    def score(self, view: View) -> str:
        """Return the score as it is read aloud: points, malas or buenas, and games."""
        names, points, games = zip(*self.score_of_sides(view), strict=True)
        sentence_of_points = score_sentence(self.rules, points, names)
        if self.rules.match.games_to_win == 1:
            return sentence_of_points
        won = ", ".join(f"{name} {count}" for name, count in zip(names, games, strict=True))
        return f"{sentence_of_points}; {self.rules.match.games_name}: {won}"

    def ending(self, view: View) -> str:
        """Return the sentence that names the winner of the match, with the score."""
        assert view.winner is not None
        relation = YOU if str(self.seat) in view.winners else self._relation(view.winner)
        outcome = _(WON[relation]) if relation else _("Seat {seat} has won.").format(seat=view.winner)
        return _("End of the match. {won} {score}").format(won=outcome, score=self.score(view))

    def first_dealer(self, view: View, dealer: int) -> str:
        """Return the sentence that names the first dealer, where lots were drawn."""
        if dealer == self.seat:
            return _("By lot: you deal first.")
        return _("By lot: {name} deals first.").format(name=self.in_sentence(view, dealer))

    def heading(self, view: View, deal: int) -> str:
        return f"{_('Deal {number}').format(number=deal)}. {self.score(view)}."

    def hand_opening(self, view: View, deal: int, hand: int) -> Iterator[str]:
        """Yield the lines that open a hand: score, dealer and mano, gallo, turned card, kind of hand."""
        assert view.dealer is not None
        yield self.heading(view, deal)
        yield sentence(f"{self._dealer(view, view.dealer)}; {self._mano(view, view.seats[0])}.")
        gallo = view.gallo
        if gallo is not None:
            alone = _("You are the gallo: you play alone.")
            yield alone if gallo == self.seat else _("Gallo: {name}.").format(name=self.in_sentence(view, gallo))
        if view.turned is not None:
            yield f"{self.rules.deal.turned.capitalize()}: {self.card(view.turned)}{self._on_top(view.turned)}"
        type_text = self.hand_type_text(view, hand)
        if type_text:
            yield type_text

    def hand_type_text(self, view: View, hand: int) -> str:
        """Return the text for the `hand_type` of a view; empty for a round. `hand` is its number in the deal."""
        last_hand = self.rules.last_hand
        if self.rules.duels is not None and view.hand_type == HandType.DUEL.value:
            seats = sorted(view.seats, key=lambda seat: seat != self.seat)  # "you" changes its form after "against"
            first, second = (self.in_sentence(view, seat) for seat in seats)
            duel = f"{self.rules.duels.name.capitalize()} {hand}"
            return _("{duel}: {first} against {second}.").format(duel=duel, first=first, second=second)
        if view.hand_type == HandType.IRON.value:
            return _("Both sides are one hand away: nobody calls, and the winner of the hand wins the game.")
        if view.hand_type == HandType.DECIDED.value and last_hand is not None:
            message = _("Hand of {at}: it is worth {played} if it is played; otherwise {declined} for the rivals.")
            return message.format(at=last_hand.at, played=last_hand.played, declined=last_hand.declined)
        return ""

    def _dealer(self, view: View, seat: int) -> str:
        return _("you deal") if seat == self.seat else _("{name} deals").format(name=self.in_sentence(view, seat))

    def _mano(self, view: View, seat: int) -> str:
        return _("you are mano") if seat == self.seat else _("{name} is mano").format(name=self.in_sentence(view, seat))

    def _on_top(self, turned: Card) -> str:
        ranking = self.rules.ranking
        if ranking.turned is None:
            return ""
        cards = " > ".join(self.code(card) for tier in ranking.turned.above(turned) for card in tier)
        return "; " + _("on top {cards}").format(cards=cards)

    def help(self, view: View) -> Iterator[str]:
        message = _(
            "Type the number of a move in the list, or its code: a card ({cards}) or what you say ({words}). "
            "Where it is offered, Enter stays silent or continues. To leave: q, Ctrl-D or Ctrl-C."
        ).format(
            cards=", ".join(map(self.code, (self.rules.pack[0], self.rules.pack[-1]))),
            words=", ".join(map(self.rules.voices.phrase, ("truco", "no-quiero", "mazo"))),
        )
        yield from in_lines(message.split(), " ", GAP)
        yield from self.help_with_cards(view)

    def help_with_cards(self, view: View) -> Iterator[str]:
        """Yield the lines with the order of the cards and their codes."""
        for label, items, separator in self.card_help(view):
            yield from in_lines(items, separator, f"{GAP}{label} ", GAP * 2)

    def card_help(self, view: View) -> Iterator[tuple[str, list[str], str]]:
        """Yield the same for the caller to wrap: the label, the items, and the separator between them."""
        yield _("Order of the cards:"), list(self._order_of_cards(view)), " > "
        names, ranks = Names(self.rules), rank_names(french=self.rules.french_names)
        dealt = {card.rank for card in self.rules.pack}
        suits = [f"{names.suit_code(suit)} {names.suit(suit)}" for suit in SUITS]
        codes = [*suits, *(f"{names.rank(rank)} {name}" for rank, name in ranks.items() if rank in dealt)]
        yield _("Codes:"), codes, ", "

    def cards_that_beat(self, view: View) -> Iterator[str]:
        """Yield, for each of the player's cards, the cards that beat it, without those that the player has seen."""
        for card in view.cards:
            above = [] if card is None else list(self._order_of_cards(view, card))
            if card is not None and above:
                name = card.name(french=self.rules.french_names)
                yield sentence(_("{card} is beaten by {cards}").format(card=name, cards=", ".join(above)))

    def _order_of_cards(self, view: View, above: Card | None = None) -> Iterator[str]:
        """Return the groups of equal cards, the highest first: `1e`, `1b`, `7e`, `7o`, `3`, `2`, `1o 1c` …"""
        strengths = self.rules.ranking.strengths(view.turned)
        tiers: dict[int, list[Card]] = {}
        for card in self.rules.pack:
            if above is None or (strengths[card] > strengths[above] and card not in view.known_cards):
                tiers.setdefault(strengths[card], []).append(card)
        return (self.equal_cards(tiers[height]) for height in sorted(tiers, reverse=True))

    def equal_cards(self, cards: Sequence[Card]) -> str:
        """Return the codes of equal cards, or the rank alone if they are one rank in all four suits."""
        one_rank = len(cards) == len(SUITS) and len({card.rank for card in cards}) == 1
        return self.rank_code(cards[0]) if one_rank else self.card_list(cards)

    # -------------------------------------------------------------------------------------------- moves and events

    def new_lines(self, view: View, since: int) -> Iterator[tuple[str, str]]:
        """Yield the events from index `since` on: the kind of each and a line that describes it."""
        tricks = sum(event.kind == "trick" for event in view.events[:since])
        # A game is won when points are written, but the winners show their cards before the result is announced.
        for event in sorted(view.events[since:], key=lambda event: event.kind in ("game", "match")):
            line = self.event_line(view, event, tricks)
            tricks += event.kind == "trick"
            if line is not None:
                yield event.kind, line

    def event_line(self, view: View, event: Event, tricks: int) -> str | None:
        """Return a line that describes an event, or None if it needs none. `tricks` counts the tricks before it."""
        if event.kind == "trick":
            return _("{ordinal} trick: {taker}").format(ordinal=ordinal(tricks), taker=self.taker(view, event.seat))
        line = self._line_of_seat(view, event) if event.seat is not None else None
        return self._line_of_table(view, event) if line is None else line

    def _line_of_seat(self, view: View, event: Event) -> str | None:
        """Return a line for what a player did or said, or None for another kind of event."""
        assert event.seat is not None
        name = self.name(view, event.seat)
        if event.kind in ("move", "sign"):
            assert event.move is not None
            return f"{name}: {self.move_text(view, event)}"
        if event.kind == "declare":
            words = self.rules.voices.phrase("son-buenas") if event.value is None else str(event.value)
            return f"{name}: {quoted(words)}"
        if event.kind == "show":
            return f"{name}: {_('shown: {cards}').format(cards=self.card_list(event.cards))}"
        return self._exposed_card(view, event.seat, event.cards[0]) if event.kind == "exposed" else None

    def _line_of_table(self, view: View, event: Event) -> str | None:
        """Return a line for an event of the whole table, or None if it needs none."""
        if event.kind == "award":
            return self._award(view, event)
        if event.kind == "void":
            return _("It does not count: the cards are dealt again.")
        if event.kind == "game" and event.side and self.rules.match.games_to_win > 1:
            return f"{self.rules.match.game_name.capitalize()} {self.for_side(event.side)}"
        return None

    def _text_of_code(self, move: str, answered: str | None) -> str:
        """Return a move as the table sees or hears it. `answered` is the lance that it answers."""
        kind, name = move.split("-", 1) if "-" in move else (move, "")
        if move in CARDS:
            return self.card(CARDS[move])
        if move in SILENT_MOVES:
            return _(SILENT_MOVES[move])
        if kind in SILENT_MOVES and name in CARDS:
            return f"{_(SILENT_MOVES[kind])}: {self.card(CARDS[name])}"
        if move.startswith(CLAIM):
            return self.challenge(move, quoted)
        return quoted(self.rules.voices.phrase(move, answered))

    def challenge(self, move: str, format_words: Callable[[str], str] = str) -> str:
        """Return a challenge after a hand, with the player it is said to. `format_words` formats the words."""
        words, seat = format_words(self.rules.voices.phrase(move)), move.removeprefix(CLAIM)
        name = self.name_of_person(int(seat))
        if name:
            return _("{said} to {name}").format(said=words, name=name)
        return _("{said} to seat {seat}").format(said=words, seat=seat)

    def move_text(self, view: View, event: Event) -> str:
        """Return a move or a seña as the seat sees or hears it."""
        assert event.move is not None
        assert event.seat is not None
        if event.kind == "sign":
            return self._sign(view, event.seat, event.move.removeprefix(SIGN))
        return self._text_of_code(event.move, event.lance)

    def _sign(self, view: View, seat: int, name: str) -> str:
        """Return the visible gesture of a seña, with its meaning if the player may know it."""
        sign = view.sign(self.rules, seat, name)
        if sign is None:
            return _("(seña: {gesture})").format(gesture=name)
        gesture, meaning = gesture_in_words(sign.gesture), self.meaning_of_sign(sign)
        text = _("(seña: {gesture} — {meaning})") if meaning else _("(seña: {gesture})")
        return text.format(gesture=gesture, meaning=meaning)

    def meaning_of_sign(self, sign: Sign) -> str:
        """Return what a seña shows; empty for an own seña of the rivals."""
        return short_sign_meaning(sign, Names(self.rules)) if sign.shows else ""

    def _exposed_card(self, view: View, seat: int, card: Card) -> str:
        """Return the line for a card that falls face up while dealing."""
        if seat == self.seat:
            return _("During the deal {card} falls face up: it is yours.").format(card=self.card(card))
        message = _("During the deal {card} falls face up for {name}.")
        return message.format(card=self.card(card), name=self.in_sentence(view, seat))

    def _award(self, view: View, event: Event) -> str:
        assert event.side is not None
        assert event.lance is not None
        assert event.points is not None
        reason = self._reason(view, event, event.lance, event.side)
        return f"{signed(event.points)} {self.for_side(event.side)}: {reason}"

    def _reason(self, view: View, event: Event, lance: str, side: str) -> str:
        if event.why == "claim" and event.seat is not None:
            innocent = self._belongs_to(view, event.seat, side)
            return _("pido flor, there was none") if innocent else _("pido flor, there was a silent one")
        if event.why == "best" and event.seat is not None:
            return self._best(view, lance, event.seat, event.value)
        if event.why == "refused":
            return refusal_reason(self.rules, view.events, lance)
        return award_reason(lance, event.why or "")

    def _best(self, view: View, lance: str, seat: int, value: int | None) -> str:
        """Return the text for the winner of a comparison, with the points if they are public."""
        if seat == self.seat:
            text = _("{lance}, you win") if value is None else _("{lance}, you win with {value}")
        else:
            text = _("{lance}, {name} wins") if value is None else _("{lance}, {name} wins with {value}")
        return text.format(lance=lance_name(lance), name=self.in_sentence(view, seat), value=value)

    def _belongs_to(self, view: View, seat: int, side: str) -> bool:
        """Return whether a seat belongs to a side of the score in the current hand."""
        return self.are_partners(view, seat, int(side) if side.isdigit() else 1 + "AB".index(side))
