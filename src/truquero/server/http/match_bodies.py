"""The bodies of requests and responses about finished matches and replays."""

from __future__ import annotations

from typing import Literal

from truquero.server.http.bodies import RequestBody, ResponseBody
from truquero.server.ws.messages import MarkedCard, ScoreInfo, TableCard, TableEvent


class SideOfSummary(ResponseBody, frozen=True):
    """What a side of the score won and lost in a match."""

    name: str
    envidos_won: int
    envidos_lost: int
    bluffs: int  # of its seats that worked


class ScoreAfterHand(ResponseBody, frozen=True):
    """The score after a hand, each side in the order of `sides`. A hand that wins a game keeps its points."""

    deal: int
    hand: int
    points: tuple[int, ...]
    games: tuple[int, ...]


class WorkedBluff(ResponseBody, frozen=True):
    """A bet that was refused by a side that would have won it."""

    deal: int
    hand: int
    seat: int
    words: str  # of the bet
    refused_by: int
    answer: str  # of that seat, in words


class ChainCall(ResponseBody, frozen=True):
    """A call in a chain of bets."""

    seat: int
    words: str


class CallChain(ResponseBody, frozen=True):
    """The longest chain of bets of a match: calls of one lance, each of which raises the one before."""

    deal: int
    hand: int
    calls: tuple[ChainCall, ...]


class MatchReview(ResponseBody, frozen=True):
    """The summary of a match. It is made from all cards, so it exists only when the record of the match is public."""

    sides: tuple[SideOfSummary, ...]
    scores: tuple[ScoreAfterHand, ...]
    bluffs: tuple[WorkedBluff, ...]
    chain: CallChain | None  # None if nobody has raised a bet


class FinishedMatch(ResponseBody, frozen=True):
    """A finished match of the guest."""

    table: str
    number: int  # of the match at the table, from 1
    ended: int  # milliseconds since 1970
    variant: str
    title: str
    players: int
    seat: int  # of the guest
    won: bool
    score: str  # the guest's side first: "30-24", or the games won where several win a match
    names: dict[str, str]  # of the players, by seat


class FinishedMatches(ResponseBody, frozen=True):
    """A page of the finished matches of the guest, the newest first."""

    matches: tuple[FinishedMatch, ...]
    following: str | None  # for the parameter `after` of the next page; None after the last match


class BetTotals(ResponseBody, frozen=True):
    """The hands in which the guest called or accepted a lance, and in which the guest's side won it after a call."""

    called: int
    accepted: int
    won: int


class VariantStatistics(ResponseBody, frozen=True):
    """The matches of the guest in one variant."""

    variant: str
    title: str
    matches: int
    won: int
    envido: BetTotals
    truco: BetTotals
    usual_score: str  # the most common result, the guest's side first
    usual_count: int  # how many matches ended with it


class Statistics(ResponseBody, frozen=True):
    """The statistics of the guest, the variants played most first."""

    variants: tuple[VariantStatistics, ...]


# -------------------------------------------------------------------------------------------------------------- replay


class RecordText(RequestBody, frozen=True):
    """The text of a `.truco` record."""

    text: str


class ReplayStep(ResponseBody, frozen=True):
    """The table after a statement of the record."""

    line: int  # of the record
    deal: int
    hand: int
    description: str  # at the start of a special hand: its kind in words
    news: tuple[TableEvent, ...]
    cards: dict[str, tuple[str | None, ...]]  # in the hand of each seat
    laid: tuple[TableCard, ...]  # with their faces, also those laid face down
    turned: str | None
    must_act: tuple[int, ...]
    score: ScoreInfo


class DealProof(ResponseBody, frozen=True):
    """Whether the cards of a deal are those that its seed gives, and whose secrets contributed to it.

    Deal number 0 is the draw for the first dealer.
    """

    deal: int
    verdict: Literal["fair", "partial", "seeded", "wrong", "unknown"]  # partial: a seat has not revealed its secret
    explanation: str
    contributors: tuple[int, ...]  # seats whose secrets contributed
    missing: tuple[int, ...]  # seats that committed and did not reveal


class ReplayData(ResponseBody, frozen=True):
    """A record as a list of steps."""

    variant: str
    title: str
    players: int
    target: int
    french: bool
    options: dict[str, str]
    sides: dict[str, str]  # by seat, the name of its side in the score
    names: dict[str, str]  # by seat, if the record contains the name
    pack: tuple[str, ...]  # before it is shuffled, so that the page can deal again by itself
    seat_orders: tuple[tuple[tuple[int, ...], ...], ...]  # by deal and hand, the seats in the order of dealing
    steps: tuple[ReplayStep, ...]
    marks: dict[str, tuple[MarkedCard, ...]]  # by turned card, or "" without one: the cards above all ordinary ones
    hand_starts: tuple[int, ...]  # the step at which each hand begins
    comments: dict[str, str]  # by step, what the record comments on it
    proofs: tuple[DealProof, ...]
    summary: MatchReview
    text: str  # of the record
