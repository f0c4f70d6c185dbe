"""The results of many games: a row for each game, totals that can be added up, and replays of single games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from truquero.cards import Card
from truquero.engine.state import LANCES
from truquero.i18n import _
from truquero.rules.game import Rules
from truquero.sim.argument_checks import as_whole_number
from truquero.sim.engine_games import DrawCards, EngineGame, EngineHand, EngineMatch
from truquero.sim.outcomes import outcomes, possible_outcomes
from truquero.sim.request import NO_SIDE, Column, Counts, ExecutorResults, Request, Trajectory
from truquero.sim.simulation_error import SimulationError
from truquero.sim.tables.kinds_of_hand import HandKinds
from truquero.table import Hand, Match
from truquero.table.schedule import lineups
from truquero.table.score import Score

MOST_SIDES = 3  # in a score
HAND_SIDES = ("mano", "others")  # of single hands


@dataclass
class Spread:
    """The count, sum, minimum and maximum of a number over many games."""

    games: int = 0  # how many numbers were added
    total: int = 0  # their sum
    least: int = 0  # 0 without games
    most: int = 0  # 0 without games

    @property
    def mean(self) -> float:
        """The mean of the numbers; 0 without games."""
        return self.total / self.games if self.games else 0.0

    def add(self, other: Spread) -> None:
        """Add the numbers of another batch."""
        if other.games:
            self.least = min(self.least, other.least) if self.games else other.least
            self.most = max(self.most, other.most)
            self.games += other.games
            self.total += other.total


@dataclass
class Totals:
    """Sums over many games. The totals of batches add up to the totals of all their games."""

    rules: Rules = field(repr=False)  # of the game
    sides: tuple[str, ...]  # A and B, or seats; in single hands `mano` and `others`
    wins: list[int]  # of each side; partners who win together each get a win
    counts: Counts  # over all hands
    first_mano_wins: int = 0  # matches won by the first mano's side
    moves: Spread = field(default_factory=Spread)  # in a game
    hands: Spread = field(default_factory=Spread)  # in a game

    def __repr__(self) -> str:
        played = "hands" if self.sides == HAND_SIDES else "matches"
        wins = " ".join(f"{side} {count}" for side, count in zip(self.sides, self.wins, strict=True))
        return f"<{type(self).__name__} {self.rules.short_name}, {self.games} {played}, wins {wins}>"

    @property
    def games(self) -> int:
        """The number of games."""
        return self.moves.games

    def add(self, other: Totals) -> None:
        """Add the totals of another batch. Both must have the same rules, and both must be hands or both matches."""
        if not isinstance(other, Totals):
            message = _("{given} cannot be added to totals: add totals of the same game")
            raise SimulationError(message.format(given=repr(other)))
        difference = _difference(self, other)
        if difference is not None:
            message = _("totals of {given} cannot be added to totals of {own}: add totals of the same game")
            raise SimulationError(message.format(own=difference[0], given=difference[1]))
        self.wins = [count + added for count, added in zip(self.wins, other.wins, strict=True)]
        self.first_mano_wins += other.first_mano_wins
        self.moves.add(other.moves)
        self.hands.add(other.hands)
        self.counts.add(other.counts)

    def outcomes(self) -> dict[str, int]:
        """Return, for each event that the rules allow, the number of hands with it, in the order of the lances."""
        counted = dict(zip(outcomes(self.rules), self.counts.outcomes, strict=True))
        return {name: counted[name] for name in possible_outcomes(self.rules)}

    def hand_types(self) -> dict[str, int]:
        """Return the number of hands of each type that occurred: round, duel, decided, iron."""
        by_type: Counter[str] = Counter()
        for hand_type, count in zip(HandKinds(self.rules).hand_types, self.counts.kinds, strict=True):
            by_type[hand_type.value] += count
        return {name: count for name, count in sorted(by_type.items()) if count}


def _difference(own: Totals, added: Totals) -> tuple[str, str] | None:
    """Return the first difference between the games of two totals as two texts, or None if there is none."""
    own_rules, added_rules = own.rules, added.rules
    if (own.sides == HAND_SIDES) != (added.sides == HAND_SIDES):
        hands, matches = _("hands"), _("matches")
        return (hands, matches) if own.sides == HAND_SIDES else (matches, hands)
    if own_rules == added_rules:
        return None
    if own_rules.variant != added_rules.variant:
        return own_rules.variant, added_rules.variant
    if own_rules.players != added_rules.players:
        return f"players={own_rules.players}", f"players={added_rules.players}"
    names = [name for name in own_rules.options if own_rules.options[name] != added_rules.options.get(name)]
    if not names:  # rules that were not built from a variant and options
        return own_rules.variant, _("{variant} with other rules").format(variant=added_rules.variant)
    first, second = (
        ", ".join(f"{name}={rules.options[name]}" for name in names if name in rules.options)
        for rules in (own_rules, added_rules)
    )
    return first, second


class Results:
    """The results of one call. Every column is a list or a NumPy array with one entry for each game, in order.

    `points[game][side]`, `awards[game][lance][side]` by `lances`, `winner[game]` (a side, or -1 if nobody took the
    truco of a single hand), `moves[game]`, `hands[game]`, and for matches `first_mano[game]`. `sides` names the sides.
    """

    lances: Sequence[str] = LANCES  # the second index of `awards`

    def __init__(self, rules: Rules, kinds: HandKinds, request: Request, columns: ExecutorResults) -> None:
        self.rules: Rules = rules  # of the game
        self.request: Request = request  # the games asked for
        self.points: Column = columns.points  # [game][side]
        self.awards: Column = columns.awards  # [game][lance][side], by `lances`
        self.winner: Column = columns.winner  # [game]: a side; -1 if nobody took the truco of a single hand
        self.moves: Column = columns.moves  # [game]
        self.hands: Column = columns.hands  # [game]
        self.first_mano: Column = columns.first_mano  # [game]: the side of the first mano of a match
        self.counts: Counts = columns.counts  # over all hands
        self._kinds = kinds
        self._trajectories = columns.trajectories

    def __repr__(self) -> str:
        played = "matches" if self.request.whole_matches else "hands"
        numbers = f"numbers {self.request.first_game} to {self.request.first_game + self.request.games - 1}"
        return f"<{type(self).__name__} {self.rules.short_name}, {self.request.games} {played}, {numbers}>"

    def __len__(self) -> int:
        return self.request.games

    @property
    def sides(self) -> tuple[str, ...]:
        """The names of the sides: A and B, or seats; in single hands `mano` and `others`."""
        if not self.request.whole_matches:
            return HAND_SIDES
        score = _blank_score(self.rules)
        return tuple(score.name(index) for index in range(score.sides))

    def totals(self) -> Totals:
        """Return the sums over all games."""
        wins, first_mano_wins = [0] * len(self.sides), 0
        for (mano, winner), count in _pairs(self.first_mano, self.winner).items():
            winners = self._winners(winner)
            for side in winners:
                wins[side] += count
            first_mano_wins += count if winners & self._side_of_mano(mano) else 0
        counts = Counts([0] * len(self.counts.kinds), [0] * len(self.counts.outcomes))
        counts.add(self.counts)
        return Totals(self.rules, self.sides, wins, counts, first_mano_wins, _spread(self.moves), _spread(self.hands))

    def _winners(self, winner: int) -> set[int]:
        """Return all sides that win if `winner` does: with a fixed gallo, both partners (S000 §3)."""
        if not self.request.whole_matches:
            return set() if winner == NO_SIDE else {winner}
        score = _blank_score(self.rules)
        score.winner = winner
        return set(score.winners)

    def _side_of_mano(self, mano: int) -> set[int]:
        """Return the sides of the score that the first mano plays for."""
        if not self.request.whole_matches or self.rules.gallo is None:
            return {mano}
        first_hands = (lineups(self.rules, dealer, (0, 0, 0), 0)[0] for dealer in range(1, self.rules.players + 1))
        lineup = next(hand for hand in first_hands if hand.seats[0] == mano + 1)
        return set(_blank_score(self.rules).counted(lineup, lineup.sides[0]))

    # ------------------------------------------------------------------------------------------------- trajectories

    def trajectory(self, number: int) -> Trajectory:
        """Return the cards and moves of one game; `number` counts from 0."""
        if self._trajectories is None:
            raise SimulationError(_("the games were not stored: play them again with trajectories=True"))
        index = as_whole_number("number", number, 0)
        if index >= len(self):
            message = _("there is no game {number}: the games of these results are 0 to {last}")
            raise SimulationError(message.format(number=index, last=len(self) - 1))
        return self._trajectories[index]

    def replay(self, number: int) -> Match:
        """Replay a match with the engine, move by move, and return it; `number` counts from 0."""
        if not self.request.whole_matches:
            raise SimulationError(_("these are single hands: replay_hand returns one of them"))
        trajectory = self.trajectory(number)
        game = EngineMatch(self.rules, self._kinds, trajectory.dealer, self.request.score, _draw_from(trajectory))
        moves = iter(trajectory.moves)
        while game.next_hand():
            _play(game, moves)
        return game.match

    def replay_hand(self, number: int) -> Hand:
        """Replay a single hand with the engine, move by move, and return it; `number` counts from 0."""
        if self.request.whole_matches:
            raise SimulationError(_("these are matches: replay returns one of them"))
        trajectory, request = self.trajectory(number), self.request
        game = EngineHand(self.rules, self._kinds, request.kind, request.score, _draw_from(trajectory))
        _play(game, iter(trajectory.moves))
        return game.hand


def _blank_score(rules: Rules) -> Score:
    return Score(rules, None, None)


def _pairs(firsts: Column, winners: Column) -> Mapping[tuple[int, int], int]:
    """Return how often each pair of first mano and winner occurs."""
    if isinstance(firsts, list):
        return Counter(zip(firsts, winners, strict=True))
    codes = MOST_SIDES * (winners - NO_SIDE) + firsts  # one small integer per game: much faster than pairs
    counts = {
        (mano, winner): int((codes == MOST_SIDES * (winner - NO_SIDE) + mano).sum())
        for winner in range(NO_SIDE, MOST_SIDES)
        for mano in range(MOST_SIDES)
    }
    return {pair: count for pair, count in counts.items() if count}


def _spread(column: Column) -> Spread:
    if isinstance(column, list):
        return Spread(len(column), sum(column), min(column), max(column))
    return Spread(len(column), int(column.sum(dtype="int64")), int(column.min()), int(column.max()))


def _draw_from(trajectory: Trajectory) -> DrawCards:
    decks = iter(trajectory.deals)

    def draw(_packets: int, _fourth: bool) -> Sequence[Card]:
        return next(decks)

    return draw


def _play(game: EngineGame, moves: Iterator[tuple[int, str]]) -> None:
    while not game.hand.finished:
        game.play(*next(moves))
