"""What happens at a table, told to one of its players. Everything comes from that player's view."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from truquero.cards import CARDS, SUITS, Card, rank_names, suit_names
from truquero.language import N_, _
from truquero.language.lines import in_lines, quoted, sentence
from truquero.language.numbers import signed
from truquero.rules.game import Rules, Setting
from truquero.rules.lances import lance_name
from truquero.table import Event, View
from truquero.table.incidents import CLAIM
from truquero.table.schedule import side_of
from truquero.table.signs import SIGN
from truquero.table.view import OUTSIDE
from truquero.telling.score import score_sentence
from truquero.variants.gestures import gesture_in_words

GAP = "  "
ORDINALS = (N_("1st"), N_("2nd"), N_("3rd"))

# The sides of the score as a player speaks of them: on paper, behind "for", and when the match is won.
YOU, RIVAL, WE, THEY = "you", "rival", "we", "they"
SIDES = {YOU: N_("You"), RIVAL: N_("Rival"), WE: N_("Us"), THEY: N_("Them")}
FOR = {YOU: N_("for you"), RIVAL: N_("for your rival"), WE: N_("for us"), THEY: N_("for them")}
WON = {
    YOU: N_("You have won!"),
    RIVAL: N_("Your rival has won."),
    WE: N_("Your side has won!"),
    THEY: N_("They have won."),
}

# Moves that are seen and not heard.
DEEDS = {
    "mira": N_("(looks at the cards)"),
    "mostrar": N_("(certain winners, shown)"),
    "acepta-carta": N_("(the card stays)"),
    "otra-carta": N_("(the card does not stay)"),
    "tapada": N_("(a card face down)"),
    "descarta": N_("(a discard)"),
}

REASONS = {
    "won": N_("the hand"),
    "mazo": N_("mazo"),
    "tied": N_("the hand, all tricks tied"),
    "declined": N_("the hand is not played"),
    "shown": N_("certain winners"),
    "cancelled": N_("the envido, cancelled by a flor"),
}
REASONS_OF = {  # of a lance
    "refused": N_("{lance} not accepted"),
    "alone": N_("{lance} with no other against it"),
    "false": N_("{lance} wrongly sung"),
}
REASONS_OF_FLOR = {  # apart, for in some languages she is a woman
    "refused": N_("flor not accepted"),
    "alone": N_("flor with no other against it"),
    "false": N_("flor wrongly sung"),
}


def ordinal(number: int) -> str:
    """The name of a trick, counted from 0."""
    return _(ORDINALS[number])


@dataclass(frozen=True)
class TableText:
    """The words for a table as one seat sees it."""

    rules: Rules
    seat: int  # OUTSIDE for one who looks on
    people: Mapping[int, str] = field(default_factory=dict, kw_only=True)  # the names of those who have one

    # -------------------------------------------------------------------------------------------------------- names

    def are_partners(self, view: View, one: int, other: int) -> bool:
        """Whether two seats play on one side in the hand on the table."""
        gallo = view.gallo
        return side_of(one) == side_of(other) if gallo is None else (one == gallo) == (other == gallo)

    def name(self, view: View, seat: int) -> str:
        if seat == self.seat:
            return _(SIDES[YOU])
        if seat in self.people or self.seat == OUTSIDE:
            return self.people.get(seat) or _("Seat {seat}").format(seat=seat)
        partner = self.are_partners(view, self.seat, seat)
        return (_("Seat {seat} (partner)") if partner else _("Seat {seat} (rival)")).format(seat=seat)

    def in_sentence(self, view: View, seat: int) -> str:
        """A name inside a sentence, with the article where the language needs one."""
        if seat == self.seat:
            return _("you")
        if seat in self.people or self.seat == OUTSIDE:
            return self.people.get(seat) or _("seat {seat}").format(seat=seat)
        partner = self.are_partners(view, self.seat, seat)
        return (_("seat {seat} (partner)") if partner else _("seat {seat} (rival)")).format(seat=seat)

    def taker(self, view: View, seat: int | None) -> str:
        """Who took a trick."""
        return _("tied") if seat is None else self.in_sentence(view, seat)

    def _whose(self, name: str) -> str | None:
        """What a side of the score is to the player; None for one of two rivals, who is called by the seat."""
        if self.seat == OUTSIDE:
            return None
        if self.rules.players == 3:
            return YOU if int(name) == self.seat else None
        mine = name == "AB"[side_of(self.seat)]
        if self.rules.players == 2:
            return YOU if mine else RIVAL
        return WE if mine else THEY

    def side(self, name: str) -> str:
        """A side of the score: nosotros and ellos, as on the paper where it is kept."""
        whose = self._whose(name)
        if whose:
            return _(SIDES[whose])
        several = _("Side {side}").format(side=name)
        return self._members(name) or (several if self._is_shared else _("Seat {seat}").format(seat=self._alone(name)))

    @property
    def _is_shared(self) -> bool:
        """Whether several seats share a side."""
        return self.rules.players > 3

    def _alone(self, name: str) -> int:
        """The only seat of a side."""
        return int(name) if self.rules.players == 3 else 1 + "AB".index(name)

    def _members(self, name: str) -> str:
        """Those of a side, where they have names."""
        seats = range(1, self.rules.players + 1)
        ours = [seat for seat in seats if name in (str(seat), "AB"[side_of(seat)])]
        return " + ".join(self.people[seat] for seat in ours if seat in self.people)

    def for_side(self, name: str) -> str:
        whose = self._whose(name)
        if whose is None and (members := self._members(name)):
            return _("for {names}").format(names=members)
        if whose:
            return _(FOR[whose])
        several = _("for side {side}").format(side=name)
        return several if self._is_shared else _("for seat {seat}").format(seat=self._alone(name))

    def cards(self, cards: Sequence[Card | None]) -> list[str]:
        return ["??" if one is None else self.card(one) for one in cards] or [_("none")]

    def card(self, one: Card) -> str:
        """The code to type and the name to read: `7o 7 de oros`."""
        return f"{self.code(one)} {one.name(french=self.rules.french_names)}"

    def code(self, one: Card) -> str:
        return one

    def several(self, cards: Sequence[Card]) -> str:
        """Cards in a line."""
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
            changed = " ".join(f"{name}={value}" for name, value in self.rules.changed.items())
            yield _("House rules: {rules}").format(rules=changed)
        yield _("You play in seat {seat}. Type ? for help and q to leave.").format(seat=self.seat)

    def standing(self, view: View) -> list[tuple[str, int, int]]:
        """Each side of the score with its points and the games it has won, the player's own first."""
        names = ["1", "2", "3"] if self.rules.players == 3 else ["A", "B"]
        mine = self.seat - 1 if self.rules.players == 3 else side_of(self.seat)
        order = [mine, *(index for index in range(len(names)) if index != mine)]
        return [(self.side(names[index]), view.score[index], view.games[index]) for index in order]

    def score(self, view: View) -> str:
        """The score as it is read aloud: points, malas or buenas, and games."""
        names, points, games = zip(*self.standing(view), strict=True)
        told = score_sentence(self.rules, points, names)
        if self.rules.match.games_to_win == 1:
            return told
        won = ", ".join(f"{name} {count}" for name, count in zip(names, games, strict=True))
        return f"{told}; {self.rules.match.games_name}: {won}"

    def ending(self, view: View) -> str:
        """Who has won the match."""
        assert view.winner is not None
        whose = YOU if str(self.seat) in view.winners else self._whose(view.winner)
        won = _(WON[whose]) if whose else _("Seat {seat} has won.").format(seat=view.winner)
        return _("End of the match. {won} {score}").format(won=won, score=self.score(view))

    def lot(self, view: View, dealer: int) -> str:
        """Who deals first, where lots were drawn."""
        if dealer == self.seat:
            return _("By lot: you deal first.")
        return _("By lot: {name} deals first.").format(name=self.in_sentence(view, dealer))

    def heading(self, view: View, deal: int) -> str:
        return f"{_('Deal {number}').format(number=deal)}. {self.score(view)}."

    def hand_opening(self, view: View, deal: int, hand: int) -> Iterator[str]:
        """The score, who deals, who is mano, what is turned, and what kind of hand it is."""
        assert view.dealer is not None
        yield self.heading(view, deal)
        yield sentence(f"{self._dealer(view, view.dealer)}; {self._mano(view, view.seats[0])}.")
        gallo = view.gallo
        if gallo is not None:
            alone = _("You are the gallo: you play alone.")
            yield alone if gallo == self.seat else _("Gallo: {name}.").format(name=self.in_sentence(view, gallo))
        if view.turned is not None:
            yield f"{self.rules.deal.turned.capitalize()}: {self.card(view.turned)}{self._on_top(view.turned)}"
        kind = self.kind_of_hand(view, hand)
        if kind:
            yield kind

    def kind_of_hand(self, view: View, hand: int) -> str:
        """What is not as usual in the hand, the one of this number in its deal; nothing where all is."""
        last = self.rules.last_hand
        if self.rules.duels is not None and view.setting == Setting.DUEL.value:
            seats = sorted(view.seats, key=lambda seat: seat != self.seat)  # "you" is another word after "against"
            first, second = (self.in_sentence(view, seat) for seat in seats)
            duel = f"{self.rules.duels.name.capitalize()} {hand}"
            return _("{duel}: {first} against {second}.").format(duel=duel, first=first, second=second)
        if view.setting == Setting.IRON.value:
            return _("Both sides are one hand away: nothing is called; who wins it wins the game.")
        if view.setting == Setting.DECIDED.value and last is not None:
            about = _("Hand of {at}: played it is worth {played}; if it is not played, {declined} for the rivals.")
            return about.format(at=last.at, played=last.played, declined=last.declined)
        return ""

    def _dealer(self, view: View, seat: int) -> str:
        return _("you deal") if seat == self.seat else _("{name} deals").format(name=self.in_sentence(view, seat))

    def _mano(self, view: View, seat: int) -> str:
        return _("you are mano") if seat == self.seat else _("{name} is mano").format(name=self.in_sentence(view, seat))

    def _on_top(self, turned: Card) -> str:
        ranking = self.rules.ranking
        if ranking.turned is None:
            return ""
        cards = " > ".join(self.code(one) for tier in ranking.turned.above(turned) for one in tier)
        return "; " + _("on top {cards}").format(cards=cards)

    def help(self, view: View) -> Iterator[str]:
        about = _(
            "Type the number of a move of the list, or its code: a card (7o, 12b) or what is said ({words}). Where it "
            "is offered, Enter keeps silent or goes on. To leave: q, Ctrl-D or Ctrl-C."
        ).format(words=", ".join(map(self.rules.voices.said, ("truco", "no-quiero", "mazo"))))
        yield from in_lines(about.split(), " ", GAP)
        yield from self.help_with_cards(view)

    def help_with_cards(self, view: View) -> Iterator[str]:
        """Which cards beat which, and how they are written."""
        for label, items, between in self.cards_told(view):
            yield from in_lines(items, between, f"{GAP}{label} ", GAP * 2)

    def cards_told(self, view: View) -> Iterator[tuple[str, list[str], str]]:
        """The same as it may be broken in lines: what it is about, its parts, and what stands between them."""
        yield _("Order of the cards:"), list(self._order_of_cards(view)), " > "
        suits, ranks = (names(french=self.rules.french_names) for names in (suit_names, rank_names))
        dealt = {one.rank for one in self.rules.pack}
        codes = [f"{code} {name}" for code, name in (*suits.items(), *ranks.items()) if code in dealt or code in suits]
        yield _("Codes:"), codes, ", "

    def higher(self, view: View) -> Iterator[str]:
        """For each of the player's cards those that beat it, of the pack without what the player has seen."""
        for one in view.cards:
            above = [] if one is None else list(self._order_of_cards(view, one))
            if one is not None and above:
                name = one.name(french=self.rules.french_names)
                yield sentence(_("{card} is beaten by {cards}").format(card=name, cards=", ".join(above)))

    def _order_of_cards(self, view: View, above: Card | None = None) -> Iterator[str]:
        """Cards that tie together, the highest first: `1e`, `1b`, `7e`, `7o`, `3`, `2`, `1o 1c` …"""
        strengths = self.rules.ranking.strengths(view.turned)
        tiers: dict[int, list[Card]] = {}
        for one in self.rules.pack:
            if above is None or (strengths[one] > strengths[above] and one not in view.known):
                tiers.setdefault(strengths[one], []).append(one)
        return (_tier(tiers[height]) for height in sorted(tiers, reverse=True))

    # --------------------------------------------------------------------------------------- what is said and done

    def news(self, view: View, since: int) -> Iterator[tuple[str, str]]:
        """What has happened since some event: the kind of each, and a line that tells it."""
        tricks = sum(event.kind == "trick" for event in view.events[:since])
        # A game is won while points are written, but the winners show their cards before they put them away.
        for event in sorted(view.events[since:], key=lambda event: event.kind in ("game", "match")):
            line = self.told(view, event, tricks)
            tricks += event.kind == "trick"
            if line is not None:
                yield event.kind, line

    def told(self, view: View, event: Event, tricks: int) -> str | None:
        """An event in a line, after so many tricks; None where there is nothing to tell."""
        if event.kind == "trick":
            return _("{ordinal} trick: {taker}").format(ordinal=ordinal(tricks), taker=self.taker(view, event.seat))
        line = self._of_seat(view, event) if event.seat is not None else None
        return self._of_table(view, event) if line is None else line

    def _of_seat(self, view: View, event: Event) -> str | None:
        """What somebody did or said."""
        assert event.seat is not None
        name = self.name(view, event.seat)
        if event.kind in ("move", "sign"):
            assert event.move is not None
            return f"{name}: {self.deed(view, event)}"
        if event.kind == "declare":
            said = self.rules.voices.said("son-buenas") if event.value is None else str(event.value)
            return f"{name}: {quoted(said)}"
        if event.kind == "show":
            return f"{name}: {_('shown: {cards}').format(cards=self.several(event.cards))}"
        return self._fallen(view, event.seat, event.cards[0]) if event.kind == "exposed" else None

    def _of_table(self, view: View, event: Event) -> str | None:
        """What came of it."""
        if event.kind == "award":
            return self._award(view, event)
        if event.kind == "void":
            return _("It does not count: the cards are dealt again.")
        if event.kind == "game" and event.side and self.rules.match.games_to_win > 1:
            return f"{self.rules.match.game_name.capitalize()} {self.for_side(event.side)}"
        return None

    def _deed(self, move: str, answered: str | None) -> str:
        """A move as the table sees or hears it; `answered` is the lance that it answers."""
        kind, name = move.split("-", 1) if "-" in move else (move, "")
        if move in CARDS:
            return self.card(CARDS[move])
        if move in DEEDS:
            return _(DEEDS[move])
        if kind in DEEDS and name in CARDS:
            return f"{_(DEEDS[kind])}: {self.card(CARDS[name])}"
        if move.startswith(CLAIM):
            return self.challenge(move, quoted)
        return quoted(self.rules.voices.said(move, answered))

    def challenge(self, move: str, written: Callable[[str], str] = str) -> str:
        """What is said to somebody after a hand; `written` tells how the words are."""
        said, seat = written(self.rules.voices.said(move)), move.removeprefix(CLAIM)
        name = self.people.get(int(seat))
        if name:
            return _("{said} to {name}").format(said=said, name=name)
        return _("{said} to seat {seat}").format(said=said, seat=seat)

    def deed(self, view: View, event: Event) -> str:
        """A move or a seña as a seat sees or hears it."""
        assert event.move is not None
        assert event.seat is not None
        if event.kind == "sign":
            return self._sign(view, event.seat, event.move.removeprefix(SIGN))
        return self._deed(event.move, event.lance)

    def _sign(self, view: View, seat: int, name: str) -> str:
        """A seña: what is seen of it, for what it means is its partner's business."""
        sign = view.sign(self.rules, seat, name)
        gesture = name if sign is None else gesture_in_words(sign.gesture)
        return _("(seña: {gesture})").format(gesture=gesture)

    def _fallen(self, view: View, seat: int, card: Card) -> str:
        """A card that falls face up while dealing."""
        if seat == self.seat:
            return _("While dealing {card} falls face up, yours.").format(card=self.card(card))
        about = _("While dealing {card} falls face up, for {name}.")
        return about.format(card=self.card(card), name=self.in_sentence(view, seat))

    def _award(self, view: View, event: Event) -> str:
        assert event.side is not None
        assert event.lance is not None
        assert event.points is not None
        reason = self._reason(view, event, event.lance, event.side)
        return f"{signed(event.points)} {self.for_side(event.side)}: {reason}"

    def _reason(self, view: View, event: Event, lance: str, side: str) -> str:
        if event.why == "claim" and event.seat is not None:
            innocent = self._has(view, event.seat, side)
            return _("pido flor, there was none") if innocent else _("pido flor, there was a silent one")
        if event.why == "best" and event.seat is not None:
            return self._best(view, lance, event.seat, event.value)
        return _reason(lance, event.why or "")

    def _best(self, view: View, lance: str, seat: int, value: int | None) -> str:
        """Whose cards won a comparison, and with how much where that is told."""
        if seat == self.seat:
            text = _("{lance}, you win") if value is None else _("{lance}, you win with {value}")
        else:
            text = _("{lance}, {name} wins") if value is None else _("{lance}, {name} wins with {value}")
        return text.format(lance=lance_name(lance), name=self.in_sentence(view, seat), value=value)

    def _has(self, view: View, seat: int, side: str) -> bool:
        """Whether a seat belongs to a side of the score in the hand on the table."""
        return self.are_partners(view, seat, int(side) if side.isdigit() else 1 + "AB".index(side))


def _reason(lance: str, why: str) -> str:
    """Why points were won, other than by better cards."""
    if lance == "penalty":
        return _("a penalty, against the rules")
    if why in REASONS_OF:
        return _((REASONS_OF_FLOR if lance == "flor" else REASONS_OF)[why]).format(lance=lance_name(lance))
    return _(REASONS[why]) if why in REASONS else lance_name(lance)


def _tier(cards: list[Card]) -> str:
    """Equal cards: the rank alone where all four suits are in."""
    ranks = {one.rank for one in cards}
    return str(cards[0].rank) if len(cards) == len(SUITS) and len(ranks) == 1 else " ".join(cards)
