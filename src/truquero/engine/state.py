"""The public state of a hand: all that everybody at the table can see, as one small immutable value.

Places are numbered from the mano, counter-clockwise, so place 0 is always the mano. Sides are 0 and 1. A set of places
is a bit mask. No card is in here: hidden cards enter as guards of moves and as answers to questions.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Literal, NamedTuple, get_args

from truquero.rules.stakes import Stake
from truquero.rules.tricks import Trick

NOBODY = -1

# Moves that stand for many codes: which card it is, only the table knows.
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
    rung: int = 0  # accepted calls
    owner: int = NOBODY  # the side that alone may raise; NOBODY: both
    calling: int = NOBODY  # the side whose call waits for an answer
    reduced: int = NOBODY  # the side that accepted only what it lacks
    dark: bool = False  # the last call was made in the dark (S004)
    tie_to: int = NOBODY  # the side that takes this trick if it ties, for how the truco was called (S004)


class EnvidoState(NamedTuple):
    closed: bool = False
    calling: int = NOBODY
    offer: Stake = Stake()  # if accepted
    refused: Stake = Stake()  # if not
    final: bool = False  # no call may follow
    chain: tuple[int, ...] = ()  # how often each call was made and the last one, where the rules count them
    shower: int = NOBODY  # the place that must lay a card before the answer
    ends_trick: bool = False  # that card was the last of the trick, which is over once the answer is heard


FlorStage = Literal["open", "asking", "reply", "raised", "guena", "chica", "closed"]


class FlorState(NamedTuple):
    """open: nobody has sung. asking: `asked` must speak. reply: the first side speaks once more. raised: `calling`
    bets. guena: the rivals accept. chica: `asked` qualifies its flor. closed: settled or no longer possible."""

    stage: FlorStage = "open"
    first: int = NOBODY  # the place that sang first
    sung: int = 0
    asked: int = NOBODY
    calling: int = NOBODY
    offer: Stake = Stake()
    refused: Stake = Stake()
    may_raise: bool = False
    said_chica: int = 0
    hushed: int = 0  # places that have spoken of something else and so may not sing any more (S000 §12)


class Declaration(NamedTuple):
    """Values spoken in turn from the mano, where the players declare themselves (S000 §13)."""

    lance: Literal["envido", "flor"]
    speaker: int
    contenders: int
    speakers: int
    stake: Stake
    best: int = NOBODY
    value: int = NOBODY


Stage = Literal["discard", "decide", "play", "over"]


class State(NamedTuple):
    stage: Stage = "play"
    won: tuple[Trick, ...] = ()
    leader: int = 0
    turn: int = 0
    best: int = NOBODY  # the place that leads next if the trick ends as it is
    parda: bool = False
    tops: tuple[int, int] = (NOBODY, NOBODY)  # who laid each side's highest card, where the rules ask for it
    out: int = 0
    looked: int = 0
    truco: TrucoState = TrucoState()
    envido: EnvidoState = EnvidoState()
    flor: FlorState = FlorState()
    declaring: Declaration | None = None


class Award(NamedTuple):
    """Points won. `side` NOBODY: the best of the contenders' cards decides.

    An award that takes back has no stake: whoever keeps the score knows what was written in this hand. "cancelled"
    takes back the points of the lance, whichever side has them; "forfeited" all points that `side` has made.
    """

    lance: Lance
    side: int
    stake: Stake
    why: Why
    contenders: int = 0

    @property
    def takes_back(self) -> bool:
        """Whether points written earlier in this hand are taken back; there may be none."""
        return self.why in TAKES_BACK


class Need(IntEnum):
    """What a guard asks of the hidden cards or of the score."""

    FLOR = 1  # the mover holds a flor
    NO_FLOR = 2  # he holds none
    NO_PLAIN_FLOR = 3  # none, or one that need not be sung
    PLAIN_FLOR = 4  # one that must be sung once another is
    RESERVA = 5  # a flor that need not be sung
    SURE_WIN = 6  # his cards win the hand whatever the others hold
    BELOW_FALTA = 7  # the stake is worth less than the falta
    SIZE = 8  # the stake is at most what the side with fewer points lacks
    ROOM = 9  # accepting the stake would not yet win the game, or the scores are equal
    ABOVE_LACK = 10  # the stake is more than the side lacks


# Needs that a place's dealt cards alone decide.
OF_CARDS = frozenset({Need.FLOR, Need.NO_FLOR, Need.PLAIN_FLOR, Need.NO_PLAIN_FLOR, Need.RESERVA})


class Guard(NamedTuple):
    need: Need
    stake: Stake = Stake()
    side: int = NOBODY


class Ask(IntEnum):
    """The questions that `advance` puts to the hidden cards."""

    NOTHING = 0
    COMPARE = 1  # the card laid is lower (-1), equal (0) or higher (1) than the best of the trick
    HOLDER = 2  # the first of some places that holds an unsung flor, or NOBODY
    HOLDERS = 3  # all of some places that hold an unsung flor, as bits
    TRUE = 4  # whether what was just said is true


class Option(NamedTuple):
    """A move that a place may make if its guards hold."""

    move: str
    guards: tuple[Guard, ...] = ()


class Question(NamedTuple):
    ask: Ask
    answers: tuple[int | None, ...]


NO_QUESTION = Question(Ask.NOTHING, (None,))
Step = tuple[State, tuple[Award, ...]]


def bit(place: int) -> int:
    return 1 << place


def answered(state: State) -> str | None:
    """What waits for an answer: flor, envido, truco, or "decide" where a side decides whether the hand is played."""
    if state.stage == "decide":
        return "decide"
    if state.flor.stage not in ("open", "closed"):
        return "flor"
    if state.envido.calling != NOBODY:
        return "envido"
    return None if state.truco.calling == NOBODY else "truco"
