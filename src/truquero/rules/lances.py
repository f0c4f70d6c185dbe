"""The three contests of a hand: truco, envido and flor. What may be called, when, and for how much."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from truquero.cards import Card
from truquero.language import N_, _
from truquero.rules.points import Points
from truquero.rules.stakes import GAME, MATCH, ONE, Stake

_NAMES = {"truco": N_("truco"), "envido": N_("envido"), "flor": N_("flor"), "penalty": N_("penalty")}


def lance_name(lance: str) -> str:
    """A contest, as the language in use calls it; in programs it has one name."""
    return _(_NAMES[lance])


@dataclass(frozen=True)
class Rung:
    """One call of the truco ladder and what the hand is worth once it is accepted."""

    code: str
    stake: Stake


@dataclass(frozen=True)
class Truco:
    base: Stake = ONE  # the hand without a call
    rungs: tuple[Rung, ...] = ()
    raise_limit: bool = False  # S004: no raise by a side that wins by accepting, unless the scores are equal
    until_last_card: bool = False  # S003: who has laid the last card may not call
    accept_lack: bool = False  # S003: accept a bet reduced to what one's side lacks

    @cached_property
    def codes(self) -> frozenset[str]:
        """Every call of the ladder."""
        return frozenset(rung.code for rung in self.rungs)

    def stake(self, rung: int) -> Stake:
        """What is in force after `rung` accepted calls."""
        return self.rungs[rung - 1].stake if rung else self.base


def ladder(text: str) -> tuple[Rung, ...]:
    """Read `truco 2, retruco 3, vale-cuatro 4`; `game` as a stake is the whole game, `match` the whole match."""
    whole = {"game": GAME, "match": MATCH}
    steps = [step.split() for step in text.split(",")]
    return tuple(Rung(code, whole[stake] if stake in whole else Stake(int(stake))) for code, stake in steps)


@dataclass(frozen=True)
class Window:
    """When the envido may be opened. Always in the first trick, and never after an accepted truco (S000 §13)."""

    after_own_card: bool = False  # S003 Envite: also by one who has laid a card, until the trick is resolved
    before_truco: bool = True  # "el envido va primero": over a pending truco
    last_two_only: bool = False  # only the pies: some villages of Valencia, S003 III.b
    caller_shows_card: bool = False  # the caller lays a card before the answer: S003 III.b
    barred_to_flor: bool = False  # S003 Reservá: no other flor may take part


@dataclass(frozen=True)
class Call:
    """A fixed call: what it adds, and how often a chain may hold it (0: no limit)."""

    code: str
    adds: int
    at_most: int = 0
    opens: bool = True


@dataclass(frozen=True)
class FixedEnvido:
    """Calls of fixed size that add up, and the falta, which replaces the sum and ends the chain (S000 §13)."""

    calls: tuple[Call, ...]
    falta: Stake
    falta_code: str = "falta-envido"
    first_refused: int = 1
    accept_word: str = ""  # another code that accepts: S003 III.b "vuelvo"
    ascending: bool = False  # a call may not be lower than the last one
    longest_chain: int = 0  # 0: no limit
    capped_by_falta: bool = False  # no sum is raised once it is worth the falta
    window: Window = Window()

    @cached_property
    def counted(self) -> bool:
        """Whether the chain must remember its calls and not only their sum."""
        return self.ascending or self.longest_chain > 0 or any(call.at_most for call in self.calls)


@dataclass(frozen=True)
class OpenEnvido:
    """Bets of any even size, raised by any even size, up to the whole game (S003 Envite)."""

    most: int  # the largest size that is named: the points of a game
    unit: int = 2  # what the plain word is worth
    first_refused: int = 1
    opens_with_size: bool = True  # "envido 3 pares" may open, not only the plain word
    accept_lack: bool = False  # S003: accept a bet reduced to what one's side lacks
    cumulative: bool = True  # a raise adds to what was bet; otherwise it replaces it
    all_in_code: str = "envido-pata"
    all_in: Stake = GAME
    window: Window = Window(barred_to_flor=True)


class FlorStyle(Enum):
    CONTRAFLOR = "contraflor"  # S000 §12: answered with flor, me achico, contraflor, al resto
    CHICA = "chica"  # S003 Flor: all sing, then each says chica or al resto; güena where no rival has one


@dataclass(frozen=True)
class Flor:
    style: FlorStyle = FlorStyle.CONTRAFLOR
    each: int = 3
    forced: bool = False  # a holder can do nothing else until he sings
    voids_accepted_envido: bool = False  # S001 Flor: also one that was accepted before the holder's turn
    before_any_call: bool = True  # S000 §12, §16: who has said anything else may not sing any more
    until_first_trick_ends: bool = False  # otherwise until one's own first card
    per_card: bool = True  # every flor of a side alone is paid, not only one
    rival_may_sing: bool = True  # a plain "flor" answers a flor
    winner_paid_per_own: bool = False  # flor against flor pays each of the winner's
    achico: int = 3
    contraflor: Stake = Stake(per_flor=3)  # S000 §12.4: six, or nine with three flores
    contraflor_refused: int = 3
    resto: Stake = Stake()
    resto_refused: int = 3
    resto_over_contraflor: bool = True
    resto_over_contraflor_refused: int = 6
    resto_lack_of_caller: bool = False  # S003 Vocabulario "er rehto": only what the betting side lacks
    false_flor_penalty: int = 0  # S000 §16: sung without it, the hand's points and these; 0: it cannot be sung

    @property
    def takes_back_envido(self) -> bool:
        """Whether a flor takes back the points that were written for an envido of the hand (S000 §12).

        Not where a flor comes out before an accepted envido is settled (S001 Flor), nor where the envido is written at
        the end of the hand (S003 Envite).
        """
        return self.style is FlorStyle.CONTRAFLOR and not self.voids_accepted_envido


def plays_envido(envido: FixedEnvido | OpenEnvido, flor: Flor | None, points: Points, hand: Sequence[Card]) -> bool:
    """Whether such a hand can take part in the envido: a flor that must be sung cannot (S001 Flor, BE-13, UY-6)."""
    if flor is None or not points.is_flor(hand):
        return True
    return not flor.forced and (not envido.window.barred_to_flor or points.is_reserva(hand))
