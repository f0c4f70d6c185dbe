"""The rules of a whole game: the parts of a variant put together, and who plays whom in each deal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache

from truquero.cards import Card, card
from truquero.rules.hand import Decision, HandRules
from truquero.rules.lances import FixedEnvido, Flor, OpenEnvido, Truco
from truquero.rules.points import Points, possible_values
from truquero.rules.ranking import Ranking, TurnedPiezas
from truquero.rules.stakes import GAME, Stake
from truquero.rules.tricks import AllTied, Ties, TrickRules
from truquero.rules.voices import Voices


class Pairing(Enum):
    """Who meets whom when a deal is played as duels. In each the first named is mano."""

    FACING = "facing"  # S000 §3 pica-pica: everyone against the seat across the table
    NEIGHBOURS = "neighbours"  # everyone against the next seat, where the facing one is a partner
    CORTAOS_B = "B"  # S003 Vocabulario and both commented hands: mano twice, then his partner with the dealer
    CORTAOS_A = "A"  # S003 Reglamento: mano with the dealer, their partners, mano with the dealer


@dataclass(frozen=True)
class Duels:
    """Deals that are played as a row of hands of one against one."""

    pairing: Pairing
    name: str  # what such a duel is called
    alternate: bool = False  # every second deal only, the first of a game being round
    from_points: int = 0  # while the side ahead has at least this …
    until_points: int = 0  # … and less than this
    drop_rest_at_end: bool = False  # a side that reaches `until_points` ends the duels at once
    falta: Stake | None = None  # what falta and resto are limited to in a duel
    resto_cap: int = 0


@dataclass(frozen=True)
class Gallo:
    """Three players: one, dealt four cards, against two (S000 §3)."""

    seat: int | None  # the one who is always gallo; None: the dealer is
    is_mano: bool = False


class BothClose(Enum):
    """What is played when both sides are close enough to decide."""

    IRON = "iron"  # the winner of the hand wins the game; nobody calls: S004 Mão de ferro
    MANO_DECIDES = "mano_decides"


@dataclass(frozen=True)
class LastHand:
    """The hand before the end: a side this close to the target decides whether it is played."""

    at: int  # points a side must have, exactly or more
    played: int
    declined: int
    both: BothClose = BothClose.IRON
    see_partner: bool = False
    may_show: bool = False
    truco_costs: int = 0
    ties: Ties | None = None  # another tie policy for such a hand
    all_tied: AllTied = AllTied.DECIDER_LOSES
    iron_all_tied: AllTied = AllTied.NONE
    iron_blind: bool = False


@dataclass(frozen=True)
class MatchRules:
    target: int
    games_to_win: int = 1
    game_name: str = "game"  # chico, pata, cama
    games_name: str = "games"  # several of them: chicos, patas, cames
    halves: bool = False  # malas and buenas
    finish_hand_before_win: bool = False
    settle_at_hand_end: bool = False  # S003: points are written when the hand is over
    winner_shows: bool = True  # S000 §13: the winner of an envido or flor shows the cards
    values_declared: bool = True  # S000 §12, §13: from the mano, each who beats the best says his points


class Exposed(Enum):
    """What happens to a card that falls face up in the deal."""

    RECEIVER_OR_REDEAL = "receiver"  # S000 §17: the receiver keeps it or has a new deal
    REDEAL = "redeal"
    RECEIVER_OR_ANOTHER = "another"  # S003: the receiver keeps it or gets another in its place


class Dealing(Enum):
    """How the dealer hands out the cards at a table of people: it changes no chance, and the program deals by one."""

    ONE_BY_ONE = "one"  # S000 §17, S003
    AS_THE_DEALER_LIKES = "any"  # S004 Embaralhamento e distribuição


@dataclass(frozen=True)
class DealRules:
    turned: str = ""  # what the card turned after the deal is called; empty where none is
    exposed: Exposed = Exposed.RECEIVER_OR_REDEAL
    manner: Dealing = Dealing.ONE_BY_ONE
    knock_with_fist: bool = False  # S003: the closed fist on the pack is a cut


@dataclass(frozen=True)
class Claims:
    """Challenges after a hand: pido flor (S000 §12)."""

    flor: int = 3
    flor_failed: int = 3


class Setting(Enum):
    """What kind of hand is played."""

    ROUND = "round"
    DUEL = "duel"
    DECIDED = "decided"  # one side is close to the target
    IRON = "iron"  # both are


@dataclass(frozen=True)
class Rules:
    """A variant with its options chosen, for a number of players: everything a table needs to know."""

    pack: tuple[Card, ...]
    ranking: Ranking
    match: MatchRules
    tricks: TrickRules
    truco: Truco
    variant: str = ""
    title: str = ""
    players: int = 0
    options: Mapping[str, str] = field(default_factory=dict, compare=False)
    changed: Mapping[str, str] = field(default_factory=dict, compare=False)  # the options that are not as usual
    voices: Voices = field(default_factory=Voices, compare=False)
    points: Points = Points()
    envido: FixedEnvido | OpenEnvido | None = None
    flor: Flor | None = None
    deal: DealRules = DealRules()
    duels: Duels | None = None
    gallo: Gallo | None = None
    last_hand: LastHand | None = None
    claims: Claims | None = None
    french_names: bool = False  # the cards are called as in the French pack of Brazil
    captain_sees_partner: bool = False  # S003: in the redondo
    hide_score_in_duels: bool = False
    intrusion_costs: int = 0  # S000 §3: who meddles in another duel; 0: it cannot be done
    out_of_turn: bool = False
    declare_aloud: bool = False
    blind_calls: bool = False
    covered_cards: bool = False
    perros: bool = False
    past_tricks_covered: bool = False  # S002 §9 "esa vuelve": a card once covered may not be looked at again
    mazo_bonus: int = 0

    def __copy__(self) -> Rules:
        return self  # it never changes

    def __deepcopy__(self, memo: object) -> Rules:
        return self

    def points_for(self, turned: str | None) -> Points:
        """How cards are counted in a hand: with a muestra its piezas are known only when it lies on the table."""
        piezas = self.ranking.turned
        if turned is None or not isinstance(piezas, TurnedPiezas):
            return self.points
        return _with_piezas(self.points, piezas.piezas(card(turned)))

    def _declarable(self, lance: str) -> tuple[int, ...]:
        """What may be declared aloud, whatever card is turned."""
        if not self.declare_aloud:
            return ()
        turned = {one.rank: one for one in self.pack} if isinstance(self.ranking.turned, TurnedPiezas) else {0: None}
        values = (possible_values(self.points_for(one), self.pack, lance) for one in turned.values())
        return tuple(sorted(frozenset[int]().union(*values)))

    def hand_rules(
        self, sides: tuple[int, ...], setting: Setting, close: int = 0, gallo: int | None = None
    ) -> HandRules:
        """The rules of one hand. `close` is the side that decides; `gallo` the place of the lone player."""
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
            envido_values=self._declarable("envido") if self.envido else (),
            flor_values=self._declarable("flor") if self.flor else (),
        )
        if setting is Setting.DUEL and self.duels is not None:
            return _duel(hand, self.duels)
        if setting in (Setting.DECIDED, Setting.IRON) and self.last_hand is not None:
            return _last_hand(hand, self.last_hand, setting, close)
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


def _last_hand(hand: HandRules, last: LastHand, setting: Setting, close: int) -> HandRules:
    ties = last.ties or hand.tricks.ties
    iron = setting is Setting.IRON
    return replace(
        hand,
        tricks=replace(hand.tricks, ties=ties, all_tied=last.iron_all_tied if iron else last.all_tied),
        truco=Truco(
            base=GAME if iron else Stake(last.played),
            rungs=hand.truco.rungs[:1] if last.truco_costs and not iron else (),
        ),
        decision=None if iron else Decision(close, last.declined, last.may_show),
        truco_costs=0 if iron else last.truco_costs,
        blind_calls=False if iron else hand.blind_calls,
    )
