"""The public state of a hand: everything that all players can see, as one small immutable value.

Places are numbered counter-clockwise from the mano, so place 0 is always the mano. Sides are 0 and 1. A set of places
is a bit mask. The state contains no cards. Hidden cards matter only in two ways: a move may have a `Guard`, a condition
on the cards of its player, and `advance` may need the answer to a `Question` about cards.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Literal, NamedTuple, get_args

from truquero.rules.stakes import Stake
from truquero.rules.trick_rules import Trick

NOBODY = -1

# In the automaton, each of these moves stands for all moves with a card: PLAY for `1e`, `7o` and the others. Only the
# table knows which card is meant.
PLAY = "carta"
COVER = "tapada"
DISCARD = "descarta"

Lance = Literal["flor", "envido", "truco", "penalty"]
LANCES: tuple[Lance, ...] = get_args(Lance)
Why = Literal[
    "won", "best", "refused", "mazo", "alone", "tied", "declined", "shown", "false", "claim", "cancelled", "forfeited"
]
TAKES_BACK: frozenset[Why] = frozenset({"cancelled", "forfeited"})


class TrucoState(NamedTuple):
    """The truco calls so far: the accepted rung of the ladder, and the call that waits for an answer."""

    rung: int = 0  # number of accepted calls
    owner: int = NOBODY  # the only side that may raise; NOBODY: both may
    calling: int = NOBODY  # the side whose call is not answered yet
    reduced: int = NOBODY  # the side that accepted only what it lacks
    dark: bool = False  # the last call was made in the dark (S004)
    tie_to: int = NOBODY  # the side that takes this trick if it is tied, by the way the truco was called (S004)


class EnvidoState(NamedTuple):
    """The bet on the envido: the call that waits for an answer, and the stakes it plays for."""

    closed: bool = False  # settled, or no longer possible
    calling: int = NOBODY  # the side whose call is not answered yet
    offer: Stake = Stake()  # paid if the call is accepted
    refused: Stake = Stake()  # paid if the call is refused
    final: bool = False  # no further call is allowed
    chain: tuple[int, ...] = ()  # where the rules count calls: how often each was made, then the index of the last
    shower: int = NOBODY  # the place that must lay a card before the rivals answer
    ends_trick: bool = False  # that card was the last of the trick, which ends as soon as the envido is settled


FlorStage = Literal["open", "asking", "reply", "raised", "guena", "chica", "closed"]


class FlorState(NamedTuple):
    """The progress of the flor. The stages are:

    - open: nobody has sung a flor.
    - asking: it is the turn of `speaker`, who holds a flor.
    - reply: the rivals have sung a flor too; the side that sang first accepts or raises.
    - raised: the side `calling` has made a bet that waits for an answer.
    - guena: the rivals have no flor and concede, with the call "güena".
    - chica: `speaker` declares its flor chica or al resto.
    - closed: settled, or no longer possible.
    """

    stage: FlorStage = "open"  # see above
    first: int = NOBODY  # the place that sang first
    sung: int = 0  # bit mask of the places that have sung
    speaker: int = NOBODY  # the place that speaks next about its flor
    calling: int = NOBODY  # the side whose bet is not answered yet
    offer: Stake = Stake()  # paid if the bet is accepted
    refused: Stake = Stake()  # paid if the bet is refused
    may_raise: bool = False  # whether the answering side may raise
    said_chica: int = 0  # bit mask of the places that have declared their flor chica
    hushed: int = 0  # bit mask of the places that have called or accepted another bet: they may not sing (S000 §12)


class Declaration(NamedTuple):
    """The declaration of values in turn from the mano, where the players declare aloud (S000 §13)."""

    lance: Literal["envido", "flor"]  # envido or flor
    speaker: int  # the place that declares next
    contenders: int  # bit mask of the places that may win the stake
    speakers: int  # bit mask of the places that declare
    stake: Stake  # paid to the winner
    best: int = NOBODY  # the place with the best declaration so far
    value: int = NOBODY  # the best value declared so far


Stage = Literal["discard", "decide", "play", "over"]


class State(NamedTuple):
    """The public state of a hand. `envido`, `flor` and `truco` are the states of the three lances."""

    stage: Stage = "play"  # discard, decide, play or over
    won: tuple[Trick, ...] = ()  # the side that took each finished trick; None: tied
    leader: int = 0  # the place that leads the current trick
    turn: int = 0  # the place that lays the next card
    best: int = NOBODY  # the place that leads next if the trick ends as it is
    parda: bool = False  # the current trick is tied so far
    tops: tuple[int, int] = (NOBODY, NOBODY)  # the place of each side's highest card, where the rules need it
    out: int = 0  # bit mask of the places that have thrown in
    looked: int = 0  # bit mask of the places that have looked at their cards, where the rules let players start blind
    truco: TrucoState = TrucoState()  # the bet on the tricks
    envido: EnvidoState = EnvidoState()  # the bet on the envido
    flor: FlorState = FlorState()  # the flor and the bets on it
    declaring: Declaration | None = None  # set while the players declare their values aloud


class Award(NamedTuple):
    """Points won or taken back.

    If `side` is NOBODY, the best cards among the contenders decide the winner.

    An award that takes points back has no stake, because the scorekeeper knows the points written in this hand.
    "cancelled" takes back the points of the lance from whichever side has them. "forfeited" takes back all points that
    `side` has made.
    """

    lance: Lance  # flor, envido, truco or penalty
    side: int  # 0 or 1, or NOBODY
    stake: Stake  # its points are known when they are written
    why: Why  # the reason
    contenders: int = 0  # bit mask of the places whose cards are compared

    @property
    def takes_back(self) -> bool:
        """Whether the award takes back points written earlier in this hand. There may be none to take back."""
        return self.why in TAKES_BACK


class Need(IntEnum):
    """The condition of a guard on the hidden cards or on the score."""

    FLOR = 1  # the player holds a flor
    NO_FLOR = 2  # the player holds no flor
    NO_PLAIN_FLOR = 3  # the player holds no flor, or a flor that need not be sung
    PLAIN_FLOR = 4  # the player holds a flor that must be sung once another is sung
    RESERVA = 5  # the player holds a flor that need not be sung
    SURE_WIN = 6  # the player's cards win the hand whatever the others hold
    BELOW_FALTA = 7  # the stake is worth less than the falta
    SIZE = 8  # the stake is at most what the side with fewer points lacks
    ROOM = 9  # accepting the stake would not yet win the game, or the scores are equal
    ABOVE_LACK = 10  # the stake is more than the side lacks


# Needs that depend only on the cards dealt to a place.
OF_CARDS = frozenset({Need.FLOR, Need.NO_FLOR, Need.PLAIN_FLOR, Need.NO_PLAIN_FLOR, Need.RESERVA})


class Guard(NamedTuple):
    """A condition of a move. `stake` and `side` are set for the needs that compare a stake with the score."""

    need: Need  # the condition
    stake: Stake = Stake()
    side: int = NOBODY


class Ask(IntEnum):
    """The kind of fact about the hidden cards that `advance` needs."""

    NOTHING = 0  # no fact is needed
    COMPARE = 1  # the card laid is lower (-1), equal (0) or higher (1) than the best of the trick
    HOLDER = 2  # the first of some places that holds an unsung flor, or NOBODY
    HOLDERS = 3  # those of some places that hold an unsung flor, as a bit mask
    TRUE = 4  # whether the winning declaration is true


class Option(NamedTuple):
    """A move that a place may make if all its guards hold."""

    move: str  # its code
    guards: tuple[Guard, ...] = ()  # conditions, all of which must hold


class Question(NamedTuple):
    """A question about the hidden cards, with every answer that is possible in this state."""

    ask: Ask  # the kind of fact
    answers: tuple[int | None, ...]  # every possible answer


NO_QUESTION = Question(Ask.NOTHING, (None,))
Step = tuple[State, tuple[Award, ...]]  # what `advance` returns: the next state, and the awards of the move


def bit(place: int) -> int:
    return 1 << place


def pending_lance(state: State) -> str | None:
    """Return the lance whose call waits for an answer, or None.

    The result is "flor", "envido", "truco", or "decide" while a side decides whether to play the hand.
    """
    if state.stage == "decide":
        return "decide"
    if state.flor.stage not in ("open", "closed"):
        return "flor"
    if state.envido.calling != NOBODY:
        return "envido"
    return None if state.truco.calling == NOBODY else "truco"
