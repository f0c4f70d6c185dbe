"""The rules of the three lances of a hand (truco, envido and flor): their calls, timing and stakes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from truquero.cards import Card
from truquero.i18n import N_, _
from truquero.rules.points import Points
from truquero.rules.stakes import GAME, MATCH, ONE, Stake

_NAMES = {"truco": N_("truco"), "envido": N_("envido"), "flor": N_("flor"), "penalty": N_("penalty")}


def lance_name(lance: str) -> str:
    """Return the name of a lance in the current language."""
    return _(_NAMES[lance])


@dataclass(frozen=True)
class Rung:
    """A call of the truco ladder and the stake of the hand once the call is accepted."""

    code: str  # the move that calls it
    stake: Stake  # if it is accepted


@dataclass(frozen=True)
class Truco:
    """The stake of the tricks and the ladder of calls that raise it."""

    base: Stake = ONE  # the stake of a hand without a call
    rungs: tuple[Rung, ...] = ()  # the calls, from the lowest
    raise_limit: bool = False  # S004: a side may not raise if accepting could win it the game, unless scores are equal
    until_last_card: bool = False  # S003: a player who has laid the last card may not call
    accept_lack: bool = False  # S003: a side may accept a bet reduced to the points it lacks

    @cached_property
    def codes(self) -> frozenset[str]:
        """The codes of all calls of the ladder."""
        return frozenset(rung.code for rung in self.rungs)

    def stake(self, rung: int) -> Stake:
        """Return the stake of the hand after `rung` accepted calls."""
        return self.rungs[rung - 1].stake if rung else self.base


def ladder(text: str) -> tuple[Rung, ...]:
    """Parse a ladder such as `truco 2, retruco 3, vale-cuatro 4`.

    The stake `game` is the whole game, and `match` is the whole match.
    """
    whole = {"game": GAME, "match": MATCH}
    steps = [step.split() for step in text.split(",")]
    return tuple(Rung(code, whole[stake] if stake in whole else Stake(int(stake))) for code, stake in steps)


@dataclass(frozen=True)
class Window:
    """The conditions for opening the envido. It is always in the first trick, before a truco is accepted (S000 §13)."""

    after_own_card: bool = False  # S003 Envite: also after laying a card, until the trick is resolved
    before_truco: bool = True  # "el envido va primero": also while a truco is pending
    last_two_only: bool = False  # only for the pies: some villages of Valencia, S003 III.b
    caller_shows_card: bool = False  # the caller lays a card before the answer: S003 III.b
    barred_to_flor: bool = False  # S003 Reservá: players with a flor take part only if it is a reservá


@dataclass(frozen=True)
class Call:
    """A call of fixed size: the points it adds, and how often a chain may contain it (0: no limit)."""

    code: str  # the move that makes it
    adds: int  # points
    at_most: int = 0  # times in a chain; 0: no limit
    opens: bool = True  # whether it may be the first call


@dataclass(frozen=True)
class FixedEnvido:
    """An envido with calls of fixed size that add up, and the falta, which replaces the sum and is final (S000 §13)."""

    calls: tuple[Call, ...]  # from the lowest
    falta: Stake  # the stake of the falta
    falta_code: str = "falta-envido"  # the move that calls the falta
    first_refused: int = 1  # points if the first call is refused
    accept_word: str = ""  # another code that accepts: S003 III.b "vuelvo"
    ascending: bool = False  # a call may not be lower than the previous call
    longest_chain: int = 0  # 0: no limit
    capped_by_falta: bool = False  # no raise except the falta once the sum is worth as much as the falta
    window: Window = Window()  # when the envido may be opened

    @cached_property
    def counted(self) -> bool:
        """Whether the state must record the calls of the chain and not only their sum."""
        return self.ascending or self.longest_chain > 0 or any(call.at_most for call in self.calls)


@dataclass(frozen=True)
class OpenEnvido:
    """An envido with bets and raises of any even size, up to the whole game (S003 Envite)."""

    most: int  # the largest numbered bet: the points of a game
    unit: int = 2  # the size of the plain call
    first_refused: int = 1  # points if the first call is refused
    opens_with_size: bool = True  # a numbered bet such as "envido 3 pares" may open, not only the plain call
    accept_lack: bool = False  # S003: a side may accept a bet reduced to the points it lacks
    cumulative: bool = True  # a raise adds to the bet; otherwise it replaces the bet
    all_in_code: str = "envido-pata"  # the move that bets everything
    all_in: Stake = GAME  # its stake
    window: Window = Window(barred_to_flor=True)  # when the envido may be opened


class FlorStyle(Enum):
    """The answers to a flor."""

    CONTRAFLOR = "contraflor"  # S000 §12: the answers are flor, me achico, contraflor and al resto
    CHICA = "chica"  # S003 Flor: all holders sing, then say chica or al resto; rivals without a flor say güena


@dataclass(frozen=True)
class Flor:
    """The rules of the flor: who may sing, the bets on it and what they pay."""

    style: FlorStyle = FlorStyle.CONTRAFLOR  # how it is answered
    each: int = 3  # points of a flor
    forced: bool = False  # a player with a flor must sing it before any other move
    voids_accepted_envido: bool = False  # S001 Flor: a flor also voids an envido accepted before the holder's turn
    before_any_call: bool = True  # S000 §12, §16: a player who has called or accepted may no longer sing
    until_first_trick_ends: bool = False  # may be sung until the first trick ends, not only before the own first card
    per_card: bool = True  # if only one side has flores, each of them is paid, not only one
    rival_may_sing: bool = True  # a rival may answer a flor with a plain "flor"
    winner_paid_per_own: bool = False  # flor against flor pays each flor of the winning side
    achico: int = 3  # points if the rivals concede with "me achico"
    contraflor: Stake = Stake(per_flor=3)  # S000 §12.4: six, or nine with three flores
    contraflor_refused: int = 3  # points if a contraflor is refused
    resto: Stake = Stake()  # the stake of "al resto"
    resto_refused: int = 3  # points if "al resto" is refused
    resto_over_contraflor: bool = True  # whether "al resto" may answer a contraflor
    resto_over_contraflor_refused: int = 6  # points if that is refused
    resto_lack_of_caller: bool = False  # S003 Vocabulario "er rehto": only the points that the betting side lacks
    false_flor_penalty: int = 0  # S000 §16: a false flor costs the hand and these points; 0: it cannot be sung

    @property
    def takes_back_envido(self) -> bool:
        """Whether a flor takes back points already written for an envido of the hand (S000 §12, S001 Flor).

        Where a flor must be sung before an accepted envido is settled, these can only be the points of a refused one.
        Where the envido is written at the end of the hand, there are none (S003 Envite).
        """
        return self.style is FlorStyle.CONTRAFLOR


def plays_envido(envido: FixedEnvido | OpenEnvido, flor: Flor | None, points: Points, hand: Sequence[Card]) -> bool:
    """Return whether a hand can take part in the envido.

    A hand with a flor that must be sung cannot (S001 Flor, BE-13, UY-6).
    """
    if flor is None or not points.is_flor(hand):
        return True
    return not flor.forced and (not envido.window.barred_to_flor or points.is_reserva(hand))
