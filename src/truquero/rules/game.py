"""The rules of a whole game: the combined parts of a variant, and the pairing of players in each deal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache

from truquero.cards import Card
from truquero.rules.hand_rules import HandRules, PlayDecision
from truquero.rules.immutable import Immutable
from truquero.rules.lances import FixedEnvido, Flor, OpenEnvido, Truco
from truquero.rules.points import Points, possible_values
from truquero.rules.ranking import Ranking, TurnedPiezas
from truquero.rules.stakes import GAME, Stake
from truquero.rules.trick_rules import AllTied, Ties, TrickRules
from truquero.rules.voices import Voices


class Pairing(Enum):
    """The pairs of opponents when a deal is played as duels. In each pair the player named first is the mano."""

    FACING = "facing"  # S000 §3 pica-pica: each player against the seat across the table
    NEIGHBOURS = "neighbours"  # each player against the next seat, where the facing player is a partner
    CORTAOS_B = "B"  # S003 Vocabulario, commented hands: mano and next seat, the same again, mano's partner and dealer
    CORTAOS_A = "A"  # S003 Reglamento: mano and dealer, their partners, mano and dealer again


@dataclass(frozen=True)
class Duels:
    """Deals that are played as a series of one-against-one hands."""

    pairing: Pairing  # who plays whom
    name: str  # the local name of such a duel
    alternate: bool = False  # only every second deal; the first deal of a game is a redondo
    from_points: int = 0  # duels are played while the leader has at least this many points …
    until_points: int = 0  # … and fewer than this many
    drop_rest_at_end: bool = False  # once a side has `until_points`, the remaining duels of the deal are not played
    falta: Stake | None = None  # the stake of the falta in a duel, if it differs
    resto_cap: int = 0  # the most points that the resto is worth in a duel; 0: no limit


@dataclass(frozen=True)
class Gallo:
    """The rules of three players: the gallo, who is dealt four cards, plays against the other two (S000 §3)."""

    seat: int | None  # the seat that is always gallo; None: the dealer is
    is_mano: bool = False  # the gallo leads; otherwise the player after the dealer does


class BothClose(Enum):
    """The rule for a hand in which both sides have reached `LastHand.at`."""

    IRON = "iron"  # the winner of the hand wins the game, and there are no calls: S004 Mão de ferro
    MANO_DECIDES = "mano_decides"  # the side of the mano decides whether to play, as a single side would


@dataclass(frozen=True)
class LastHand:
    """The hand before the end: a side close to the target decides whether to play it (S004 Mão de 11, S002 §7)."""

    at: int  # the least points with which a side decides
    played: int  # points of the hand if the side plays it
    declined: int  # points for the rivals if the side declines to play
    both: BothClose = BothClose.IRON  # if both sides are close
    see_partner: bool = False  # the players of the side see their partners' cards
    may_show: bool = False  # the side may show cards that are certain to win instead of playing them
    truco_costs: int = 0  # calling truco ends the hand and gives the rivals these points; 0: nobody may call
    ties: Ties | None = None  # the tie policy of such a hand, if it differs
    all_tied: AllTied = AllTied.DECIDER_LOSES  # if all tricks of such a hand are tied
    iron_all_tied: AllTied = AllTied.NONE  # the same in a hand of BothClose.IRON
    iron_blind: bool = False  # in a hand of BothClose.IRON, nobody looks at the own cards


@dataclass(frozen=True)
class MatchRules:
    """The length of a match and the way its points are written."""

    target: int  # the points that win a game
    games_to_win: int = 1  # games that win the match
    game_name: str = "game"  # the local name: chico, pata, cama
    games_name: str = "games"  # its plural: chicos, patas, cames
    halves: bool = False  # the points of a game are counted in two halves: malas and buenas
    finish_hand_before_win: bool = False  # a hand is played to the end although a side has reached the target
    settle_at_hand_end: bool = False  # S003: points are written when the hand is over
    winner_shows: bool = True  # S000 §13: the winner of an envido or flor shows the cards
    values_declared: bool = True  # S000 §12, §13: from the mano on, each player who beats the best value so far says it


class Exposed(Enum):
    """The treatment of a card that falls face up in the deal."""

    RECEIVER_OR_REDEAL = "receiver"  # S000 §17: the receiver keeps it or asks for a new deal
    REDEAL = "redeal"  # the cards are dealt again
    RECEIVER_OR_ANOTHER = "another"  # S003: the receiver keeps it or gets another card instead


class Dealing(Enum):
    """How a human dealer hands out the cards. It does not affect probabilities; the program deals one by one."""

    ONE_BY_ONE = "one"  # S000 §17, S003
    AS_THE_DEALER_LIKES = "any"  # S004 Embaralhamento e distribuição


@dataclass(frozen=True)
class DealRules:
    """The rules of dealing: the card turned up, exposed cards, and the cut."""

    turned: str = ""  # the local name of the card turned up after the deal; empty if none is turned
    exposed: Exposed = Exposed.RECEIVER_OR_REDEAL  # a card that falls face up
    manner: Dealing = Dealing.ONE_BY_ONE  # the order of the cards
    knock_with_fist: bool = False  # S003: a knock on the pack with the closed fist counts as a cut


@dataclass(frozen=True)
class Claims:
    """The challenge after a hand: pido flor (S000 §12)."""

    flor: int = 3  # points for the challenger if the challenged player had a flor and did not sing it
    flor_failed: int = 3  # points for the challenged side otherwise


class HandType(Enum):
    """The type of a hand: who plays it and whether a side decides."""

    ROUND = "round"  # redondo: everybody plays
    DUEL = "duel"  # one player against another
    DECIDED = "decided"  # a side close to the target decides whether to play
    IRON = "iron"  # both sides are close to the target, and the hand wins the game


@dataclass(frozen=True)
class Rules(Immutable):
    """The complete rules of a table: a variant with chosen options, for a number of players.

    >>> from truquero import rules_of
    >>> rules = rules_of("argentino", 4, flor=False)
    >>> rules.players, rules.match.target, rules.flor, len(rules.pack)
    (4, 30, None, 40)
    >>> rules
    <Rules argentino, 4 players, flor=off>
    """

    pack: tuple[Card, ...]  # the cards in use
    ranking: Ranking  # the order of the cards
    match: MatchRules  # the length of a match
    tricks: TrickRules  # tied tricks
    truco: Truco  # the bet on the tricks
    variant: str = ""  # the name of the game
    title: str = ""  # the name of the game, for people
    players: int = 0  # at the table
    options: Mapping[str, str] = field(default_factory=dict, compare=False)  # all house rules with their values
    changed: Mapping[str, str] = field(default_factory=dict, compare=False)  # options that differ from the default
    voices: Voices = field(default_factory=Voices, compare=False)  # the words of the game
    points: Points = Points()  # what cards count in envido and flor
    envido: FixedEnvido | OpenEnvido | None = None  # None: there is no envido
    flor: Flor | None = None  # None: there is no flor
    deal: DealRules = DealRules()  # dealing and the cut
    duels: Duels | None = None  # deals that are played as duels
    gallo: Gallo | None = None  # with three players
    last_hand: LastHand | None = None  # the hand before the end
    claims: Claims | None = None  # the challenge after a hand
    french_names: bool = False  # cards have the names of the French pack of Brazil
    captain_sees_partner: bool = False  # S003: in the redondo
    hide_score_in_duels: bool = False  # players see the points of the duels only after the last duel of the deal
    intrusion_costs: int = 0  # S000 §3: the penalty for interfering in another duel; 0: interfering is impossible
    out_of_turn: bool = False  # `HandRules` explains this field and those below without a comment
    declare_aloud: bool = False  # the players declare the points of their cards; the program does not count them
    blind_calls: bool = False  # players may call before looking at their cards
    covered_cards: bool = False  # from the second trick on, a card may be laid face down
    perros: bool = False  # the mano may make all calls at once before looking at the cards
    past_tricks_covered: bool = False  # S002 §9 "esa vuelve": cards of past tricks may not be looked at again
    mazo_bonus: int = 0  # not 0: leaving in the first trick before any envido also pays for the envido

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.short_name}>"

    @property
    def short_name(self) -> str:
        """The variant, the number of players and the changed house rules: `argentino, 4 players, flor=off`."""
        changed = (f"{name}={value}" for name, value in self.changed.items())
        return ", ".join((self.variant or "own rules", f"{self.players} players", *changed))

    @property
    def strict_words(self) -> bool:
        """Return whether words count as in championships (S000 §16)."""
        return self.options.get("strict_words") == "on"

    def points_for(self, turned: str | None) -> Points:
        """Return the card values of a hand. In games with a muestra, the turned card determines the piezas.

        They count any three cards, also cards that the pack of the game lacks: several games share them.
        """
        piezas = self.ranking.turned
        if turned is None or not isinstance(piezas, TurnedPiezas):
            return self.points
        return _with_piezas(self.points, piezas.piezas(Card(turned)))

    def _declarable_values(self, lance: str) -> tuple[int, ...]:
        """Return the values that players may declare aloud, for any turned card."""
        if not self.declare_aloud:
            return ()
        turned_cards: Iterable[Card | None] = (None,)
        if isinstance(self.ranking.turned, TurnedPiezas):  # one card of each rank: all suits give the same values
            turned_cards = {card.rank: card for card in self.pack}.values()
        values = (possible_values(self.points_for(card), self.pack, lance) for card in turned_cards)
        return tuple(sorted(frozenset[int]().union(*values)))

    def hand_rules(
        self, sides: tuple[int, ...], hand_type: HandType, decider: int = 0, gallo: int | None = None
    ) -> HandRules:
        """Return the rules of a hand. `sides` are the sides of its places, from the mano on.

        `decider` is the side that is close to the target and decides whether to play; only a DECIDED hand uses it.
        `gallo` is the place of the gallo.
        """
        hand = HandRules(
            sides=sides,
            tricks=self.tricks,
            truco=self.truco,
            envido=self.envido,
            flor=self.flor,
            gallo=gallo,
            out_of_turn=self.out_of_turn,
            blind_calls=self.blind_calls,
            covered_cards=self.covered_cards,
            mazo_bonus=self.mazo_bonus,
            perros=self.perros,
            envido_values=self._declarable_values("envido") if self.envido else (),
            flor_values=self._declarable_values("flor") if self.flor else (),
        )
        if hand_type is HandType.DUEL and self.duels is not None:
            return _duel(hand, self.duels)
        if hand_type in (HandType.DECIDED, HandType.IRON) and self.last_hand is not None:
            return _last_hand(hand, self.last_hand, hand_type, decider)
        return hand


@lru_cache(maxsize=64)
def _with_piezas(points: Points, piezas: tuple[tuple[Card, int], ...]) -> Points:
    return replace(points, piezas=piezas)


def _duel(hand: HandRules, duels: Duels) -> HandRules:
    envido, flor = hand.envido, hand.flor
    if duels.falta is not None and isinstance(envido, FixedEnvido):
        envido = replace(envido, falta=duels.falta)
    if duels.resto_cap and flor is not None:
        flor = replace(flor, resto=flor.resto._replace(cap=duels.resto_cap))
    return replace(hand, envido=envido, flor=flor)


def _last_hand(hand: HandRules, last: LastHand, hand_type: HandType, decider: int) -> HandRules:
    ties = last.ties or hand.tricks.ties
    iron = hand_type is HandType.IRON
    return replace(
        hand,
        tricks=replace(hand.tricks, ties=ties, all_tied=last.iron_all_tied if iron else last.all_tied),
        truco=Truco(
            base=GAME if iron else Stake(last.played),
            rungs=hand.truco.rungs[:1] if last.truco_costs and not iron else (),
        ),
        decision=None if iron else PlayDecision(decider, last.declined, last.may_show),
        truco_costs=0 if iron else last.truco_costs,
        blind_calls=False if iron else hand.blind_calls,
    )
