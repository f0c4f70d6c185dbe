"""The exhaustive check of a variant: every state of every kind of hand that it plays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from truquero.engine import Award
from truquero.engine.state import NOBODY, TAKES_BACK
from truquero.rules.game import Rules
from truquero.rules.hand_rules import HandRules
from truquero.rules.lances import FixedEnvido, Flor, FlorStyle, OpenEnvido
from truquero.rules.stakes import GAME, ONE, HandScore, Stake, Term
from truquero.sim.garbage_collection import garbage_collection_off
from truquero.sim.tables.kinds_of_hand import kinds_of_hand
from truquero.sim.tables.mirror import Mirror
from truquero.sim.tables.walk import Graph, Progress, longest_path, walk


@dataclass(frozen=True)
class Awarded:
    """The stakes that can be won in one lance for one reason, by either side."""

    lance: str
    why: str
    stakes: tuple[Stake, ...]

    def __str__(self) -> str:
        """Return a text for programs: `truco refused: 1, 2, 3`."""
        if self.why in TAKES_BACK:
            return f"{self.lance} {self.why}: what was written"
        return f"{self.lance} {self.why}: {', '.join(map(stake_name, self.stakes))}"


@dataclass(frozen=True)
class Finding:
    """The result of walking one kind of hand."""

    hand: str
    states: int
    transitions: int
    longest: int | None  # moves of the longest hand; None: there is a cycle
    awards: tuple[Awarded, ...]
    violations: tuple[str, ...]


_EXAMPLES = 3  # of each kind of violation in a finding


def check(
    rules: Rules, progress: Callable[[str, int, int], None] | None = None, most: int | None = None
) -> Iterator[Finding]:
    """Walk every kind of hand and yield a finding for each.

    `progress` is called with the name of the kind, the number of states done and the number of states found.
    """
    for name, hand in kinds_of_hand(rules):
        yield check_hand(name, hand, rules.match.target, _progress_of(progress, name), most)


def _progress_of(progress: Callable[[str, int, int], None] | None, name: str) -> Progress | None:
    if progress is None:
        return None
    return lambda done, found: progress(name, done, found)


@garbage_collection_off()  # everything it builds is freed at its end, all at once
def check_hand(
    name: str, rules: HandRules, target: int, progress: Progress | None = None, most: int | None = None
) -> Finding:
    mirror = Mirror(rules)
    graph = walk(rules, target, progress, most, mirror.visit)
    longest = longest_path(graph)
    violations = [f"dead end: {state}" for state in graph.dead_ends[:_EXAMPLES]]
    if longest is None:
        violations.append("a cycle: some hand need not end")
    unnamed = [award for award in graph.awards if not is_named(rules, award)]
    violations += [f"an award the rules do not name: {award}" for award in unnamed[:_EXAMPLES]]
    if mirror.first_asymmetry is not None:
        violations.append(f"the sides are not treated alike: {mirror.first_asymmetry}")
    return Finding(name, len(graph.states), len(graph.edges), longest, awards_of(graph), tuple(violations))


def awards_of(graph: Graph) -> tuple[Awarded, ...]:
    """Return the awards of a graph, grouped by lance and reason."""
    stakes_of: dict[tuple[str, str], set[Stake]] = {}
    for award in graph.awards:
        stakes_of.setdefault((award.lance, award.why), set()).add(award.stake._replace(side=NOBODY))
    return tuple(
        Awarded(lance, why, tuple(sorted(stakes, key=_by_size))) for (lance, why), stakes in sorted(stakes_of.items())
    )


def _by_size(stake: Stake) -> tuple[int, int, int]:
    return stake.term, stake.per_flor, stake.points


def stake_name(stake: Stake) -> str:
    parts = [str(stake.points)] if stake.points or stake == Stake() else []
    if stake.term is not Term.NONE:
        parts.append(stake.term.name.lower() + (f" up to {stake.cap}" if stake.cap else ""))
    if stake.per_flor:
        parts.append(f"{stake.per_flor} a flor{' of the winner' if stake.own_flores else ''}")
    return " + ".join(parts)


# --------------------------------------------------------------------------------- stakes that the rules name


def is_named(rules: HandRules, award: Award) -> bool:
    """Return whether the rules name this stake for this lance."""
    stake = award.stake._replace(side=NOBODY)
    if award.takes_back:
        return rules.flor is not None and stake == Stake() and _is_taken_back(rules.flor, award)
    if award.lance == "truco":
        return stake in _truco_stakes(rules)
    if award.lance == "penalty":
        return award.why == "false" and (rules.truco_costs > 0 or rules.flor is not None)
    if award.lance == "flor":
        return rules.flor is not None and stake in _flor_stakes(rules)
    return rules.envido is not None and _is_envido_stake(rules, stake)


def _is_taken_back(flor: Flor, award: Award) -> bool:
    """Return whether the award is an envido cancelled by a flor, or the forfeit for a false flor."""
    if award.lance == "envido":
        return award.why == "cancelled" and flor.takes_back_envido
    return award.lance == "penalty" and award.why == "forfeited" and flor.false_flor_penalty > 0


def most_points(rules: HandRules, target: int) -> int:
    """Return an upper bound of the points that a side can win in a hand.

    No lance is won twice, and after a penalty there is no truco. The bound follows from the stakes that `is_named`
    accepts, even those that no expanded state has awarded yet.
    """
    at_nothing = HandScore(target, (0, 0), 0)  # the score at which every lack is largest

    def most(stakes: set[Stake]) -> int:
        return max(stake.ceiling(at_nothing) + stake.per_flor * rules.places for stake in stakes)

    truco, flor, false = most(_truco_stakes(rules)), 0, 0
    if rules.flor is not None:
        flor, false = most(_flor_stakes(rules)), rules.flor.false_flor_penalty
    return max(truco + false, rules.truco_costs) + flor + _most_envido(rules, at_nothing)


LACK = Stake(term=Term.LACK)
ENDLESS = 1 << 30  # points of an envido that can be raised without limit


def _truco_stakes(rules: HandRules) -> set[Stake]:
    ladder = {rules.truco.stake(rung) for rung in range(len(rules.truco.rungs) + 1)}
    extra = {LACK} if rules.truco.accept_lack else set()
    if rules.decision is not None:
        extra.add(Stake(rules.decision.declined))
    if rules.tricks.all_tied_pays:
        extra.add(Stake(rules.tricks.all_tied_pays))
    return ladder | extra


def _flor_stakes(rules: HandRules) -> set[Stake]:
    flor = rules.flor
    assert flor is not None
    alone = {Stake(flor.each * count) for count in range(1, rules.places // 2 + 2)}
    compared = {Stake(per_flor=flor.each, own_flores=True)} if flor.winner_paid_per_own else set()
    if flor.style is FlorStyle.CHICA:
        return alone | compared | {LACK, GAME}
    refused = {flor.achico, flor.contraflor_refused, flor.resto_refused, flor.resto_over_contraflor_refused}
    return alone | compared | {Stake(points) for points in refused} | {flor.contraflor, flor.resto}


def _is_envido_stake(rules: HandRules, stake: Stake) -> bool:
    """Return whether a stake is that of a refused first call, a sum of calls, or all that a side lacks."""
    envido = rules.envido
    if envido is not None and stake == Stake(envido.first_refused):
        return True
    if isinstance(envido, OpenEnvido):
        steps = {envido.unit, 2}  # the plain call, and the step of its raises
        sized = stake == Stake(stake.points) and stake.points < 2 * envido.most and _is_sum(stake.points, steps)
        return sized or stake in (envido.all_in, LACK)
    assert isinstance(envido, FixedEnvido)
    sizes = {call.adds for call in envido.calls}
    return stake == envido.falta or (stake == Stake(stake.points) and _is_sum(stake.points, sizes))


def _most_envido(rules: HandRules, at_nothing: HandScore) -> int:
    envido = rules.envido
    if envido is None:
        return 0
    least, target = max(envido.first_refused, ONE.points), at_nothing.target  # ONE: the cost of leaving, if it has one
    if isinstance(envido, OpenEnvido):
        # The last raise is at most what a side lacks, and the stake before it is less than that. The plain call has no
        # such limit.
        return max(least, envido.unit, 2 * target - 1, envido.all_in.ceiling(at_nothing))
    falta, largest = envido.falta.ceiling(at_nothing), max(call.adds for call in envido.calls)
    chains = []  # an upper bound for each rule that limits a chain of calls
    if all(call.at_most for call in envido.calls):
        chains.append(sum(call.adds * call.at_most for call in envido.calls))
    if envido.longest_chain:
        chains.append(envido.longest_chain * largest)
    if envido.capped_by_falta:
        chains.append(falta + largest)
    return max(least, falta, min(chains, default=ENDLESS))


def _is_sum(points: int, sizes: set[int]) -> bool:
    return points == 0 or any(points >= size and _is_sum(points - size, sizes) for size in sizes)
