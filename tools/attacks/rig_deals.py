"""Simulate a dishonest operator and a friend at the table who try to choose the cards.

    .venv/bin/python -m tools.attacks.rig_deals [--matches 10]

The operator wants seat 1, the friend, to hold the ace of swords (3 of 40 cards: 7.5 % of fair deals). Seat 2 is Eva,
whose page is honest. The script first attacks the scheme of older servers, in which the cutter adds a salt after the
seed is fixed: a cutter who knows the seed can try salts. Then it attacks the present scheme
(docs/explanation/fair-deals.md) in every way open to the two: choose the seed, replace the friend's commitment or the
cut when Eva's secret is known, withhold the friend's secret, leave Eva out, or replace Eva's commitment with one of the
operator.

For each attack the script counts the deals with the wanted cards (including those by luck), the deals in which
`truquero verify` finds an error in the record, and the deals in which the record shows that a secret is missing or that
Eva took no part. It also counts the deals in which a page that makes the checks of docs/explanation/fair-deals.md would
raise an alarm, because a value differs from the one first shown, and those in which it would say that it took no part,
because its own commitment is not in the list.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from random import Random

from truquero import Match
from truquero.cards import CARDS, SPANISH_40
from truquero.records import record
from truquero.records.fair_deals import DRAW, SECRET, DrawKey, Opening, commitment, seal, seed_of, table_code
from truquero.records.verification import Verdict, digest, joined, proofs, with_openings
from truquero.table.dealing import SMALLEST_PART, cut_deck
from truquero.table.schedule import next_seat

DEALS = 18  # per match: few enough that it does not end
FRIEND, EVA = 1, 2
WANTED = CARDS["1e"]
TRIES = 500  # salts, seeds or secrets for a deal: about 13 are enough where the choice is free
CUTS = (0, *range(SMALLEST_PART, len(SPANISH_40) - SMALLEST_PART + 1))


def is_wanted(dealer: int, seed: str, cut: int = 0) -> bool:
    """Return whether the friend holds the wanted card. The mano gets the first card, the dealer the last."""
    first = 0 if dealer == EVA else 1
    return WANTED in cut_deck(SPANISH_40, seed, cut, 6)[first::2]


@dataclass
class Counts:
    """The results of an attack."""

    deals: int = 0
    wanted: int = 0
    wrong: int = 0  # deals that `truquero verify` refuses
    shown: int = 0  # deals in which the record shows a missing secret, or that Eva took no part
    alarms: int = 0  # deals in which Eva's page raises an alarm
    no_part: int = 0  # deals in which Eva's page says that it took no part

    def __add__(self, other: Counts) -> Counts:
        pairs = zip(vars(self).values(), vars(other).values(), strict=True)
        return Counts(*(own_count + more for own_count, more in pairs))


@dataclass
class Deal:
    """A deal as the record contains it, and the values that Eva's page received before it revealed its secret."""

    opening: Opening
    seed: str
    cut: int = 0
    shown: tuple[object, ...] | None = None
    own: str | None = None  # the commitment of Eva's page, if the record does not contain it

    @property
    def has_eva(self) -> bool:
        return self.own is None or self.opening.committed.get(EVA) == self.own

    @property
    def is_changed(self) -> bool:
        return self.shown is not None and self.shown != (self.opening.sealed, dict(self.opening.committed), self.cut)


@dataclass
class Table:
    """A match between the friend and Eva. The operator and the friend know each other's secrets, but not Eva's."""

    chance: Random
    number: int
    match: Match = field(init=False)

    def __post_init__(self) -> None:
        self.match = Match("argentino", 2, seed=self.secret())

    def secret(self) -> str:
        return self.chance.randbytes(SECRET).hex()

    def secrets(self) -> Iterator[str]:
        return (self.secret() for _try in range(TRIES))

    def play(self, seed: str, cut: int) -> None:
        self.match.deal(seed=seed, cut=cut)
        while self.match.turn:
            seat = next(iter(self.match.turn))
            self.match.play(seat, "mazo")


# -------------------------------------------------------------------------------------- the protocol before commitments


def older_scheme(table: Table) -> Counts:
    """Attack the older scheme: the friend cuts in every second deal, and tries salts."""
    seals, wanted = {}, 0
    for number in range(1, DEALS + 1):
        dealer = table.match.deals.next_dealer()
        cutter = next_seat(dealer, 2, -1)
        seed = table.secret()
        seals[number] = digest(seed)
        salts = table.secrets() if cutter == FRIEND else islice(table.secrets(), 1)
        dealt = _first((joined(seed, salt) for salt in salts), partial(is_wanted, dealer))
        wanted += cutter == FRIEND and is_wanted(dealer, dealt)
        table.play(dealt, 0)
    checks = proofs(with_openings(record(table.match), DrawKey("", 1, 0), {}, seals))
    return Counts(DEALS, wanted, sum(proof.verdict is Verdict.WRONG for proof in checks))


def _first(choices: Iterator[str], accepts: Callable[[str], bool]) -> str:
    """Return the first choice that `accepts` is true for, or else the last."""
    last = ""
    for last in choices:
        if accepts(last):
            break
    return last


# ------------------------------------------------------------------------------------------------ the present scheme

Attack = Callable[[Table, DrawKey, int], Deal]


def _fixed(draw_key: DrawKey, seed: str, **secrets: str) -> Opening:
    chosen = {FRIEND: secrets["friend"], EVA: secrets["eva"]}
    return Opening(
        seal(draw_key, seed),
        {seat: commitment(draw_key, seat, secret) for seat, secret in chosen.items()},
        seed,
        chosen,
    )


def nothing(table: Table, draw_key: DrawKey, _dealer: int) -> Deal:
    """Make an honest deal, for comparison."""
    opening = _fixed(draw_key, table.secret(), friend=table.secret(), eva=table.secret())
    return Deal(opening, seed_of(draw_key, opening.seed, opening.secrets), 0, _shown(opening, 0))


def _shown(opening: Opening, cut: int) -> tuple[object, ...]:
    return opening.sealed, dict(opening.committed), cut


def choose_seed(table: Table, draw_key: DrawKey, dealer: int) -> Deal:
    """Let the operator try seeds after the commitments have arrived, with a guess of Eva's secret."""
    friend, eva, guess = table.secret(), table.secret(), table.secret()

    def gives_wanted_cards(seed: str) -> bool:
        return is_wanted(dealer, seed_of(draw_key, seed, {FRIEND: friend, EVA: guess}))

    opening = _fixed(draw_key, _first(table.secrets(), gives_wanted_cards), friend=friend, eva=eva)
    return Deal(opening, seed_of(draw_key, opening.seed, opening.secrets), 0, _shown(opening, 0))


def exchange_commitment(table: Table, draw_key: DrawKey, dealer: int) -> Deal:
    """Replace the friend's secret, and its commitment in the record, after Eva has revealed her secret."""
    opening = _fixed(draw_key, table.secret(), friend=table.secret(), eva=table.secret())
    eva = opening.secrets[EVA]

    def gives_wanted_cards(friend: str) -> bool:
        return is_wanted(dealer, seed_of(draw_key, opening.seed, {FRIEND: friend, EVA: eva}))

    replaced = _fixed(draw_key, opening.seed, friend=_first(table.secrets(), gives_wanted_cards), eva=eva)
    return Deal(replaced, seed_of(draw_key, replaced.seed, replaced.secrets), 0, _shown(opening, 0))


def exchange_cut(table: Table, draw_key: DrawKey, dealer: int) -> Deal:
    """Change the cut to one that gives the wanted cards, after Eva has revealed her secret."""
    opening = _fixed(draw_key, table.secret(), friend=table.secret(), eva=table.secret())
    dealt = seed_of(draw_key, opening.seed, opening.secrets)
    cut = next((cut for cut in CUTS if is_wanted(dealer, dealt, cut)), 0)
    return Deal(opening, dealt, cut, _shown(opening, 0))


def hold_back(table: Table, draw_key: DrawKey, dealer: int) -> Deal:
    """Reveal the friend's secret only if that gives the wanted cards, after Eva has revealed hers."""
    opening = _fixed(draw_key, table.secret(), friend=table.secret(), eva=table.secret())
    without = opening._replace(secrets={EVA: opening.secrets[EVA]})
    with_both = seed_of(draw_key, opening.seed, opening.secrets)
    used = opening if is_wanted(dealer, with_both) else without
    return Deal(used, seed_of(draw_key, used.seed, used.secrets), 0, _shown(opening, 0))


def leave_out(table: Table, draw_key: DrawKey, dealer: int) -> Deal:
    """Leave Eva out, as if her commitment had not arrived."""
    friend = table.secret()
    seed = _first(table.secrets(), lambda candidate: is_wanted(dealer, seed_of(draw_key, candidate, {FRIEND: friend})))
    opening = Opening(seal(draw_key, seed), {FRIEND: commitment(draw_key, FRIEND, friend)}, seed, {FRIEND: friend})
    own = commitment(draw_key, EVA, table.secret())
    return Deal(opening, seed_of(draw_key, seed, opening.secrets), 0, _shown(opening, 0), own)


def replace_eva(table: Table, draw_key: DrawKey, dealer: int) -> Deal:
    """Replace Eva's commitment, so that the operator knows every secret and can try seeds."""
    own, friend, instead = commitment(draw_key, EVA, table.secret()), table.secret(), table.secret()

    def gives_wanted_cards(seed: str) -> bool:
        return is_wanted(dealer, seed_of(draw_key, seed, {FRIEND: friend, EVA: instead}))

    opening = _fixed(draw_key, _first(table.secrets(), gives_wanted_cards), friend=friend, eva=instead)
    return Deal(opening, seed_of(draw_key, opening.seed, opening.secrets), 0, _shown(opening, 0), own)


def present_scheme(table: Table, attack: Attack) -> Counts:
    code = table_code(f"table {table.number}")
    deals: dict[int, Deal] = {}
    counts = Counts(DEALS)
    for number in range(1, DEALS + 1):
        dealer = table.match.deals.next_dealer()
        deal = deals[number] = attack(table, DrawKey(code, 1, number), dealer)
        counts.wanted += is_wanted(dealer, deal.seed, deal.cut)
        counts.alarms += deal.is_changed
        counts.no_part += not deal.has_eva
        table.play(deal.seed, deal.cut)
    openings = {number: deal.opening for number, deal in deals.items()}
    checks = proofs(with_openings(record(table.match), DrawKey(code, 1, 0), openings, {}))
    counts.wrong = sum(proof.verdict is Verdict.WRONG for proof in checks)
    of_deals = [proof for proof in checks if proof.deal != DRAW]
    counts.shown = sum(bool(proof.missing) or EVA not in proof.chances for proof in of_deals)
    return counts


ATTACKS: dict[str, Callable[[Table], Counts]] = {
    "older scheme: the friend cuts, and tries salts": older_scheme,
    "honest": lambda table: present_scheme(table, nothing),
    "the operator tries seeds": lambda table: present_scheme(table, choose_seed),
    "exchange the friend's commitment": lambda table: present_scheme(table, exchange_commitment),
    "exchange the cut": lambda table: present_scheme(table, exchange_cut),
    "hold the friend's secret back": lambda table: present_scheme(table, hold_back),
    "leave Eva out": lambda table: present_scheme(table, leave_out),
    "put a commitment in Eva's place": lambda table: present_scheme(table, replace_eva),
}


def run(matches: int, seed: str = "rig") -> dict[str, Counts]:
    """Return the results of each attack over a number of matches."""
    results = {}
    for name, attack in ATTACKS.items():
        chance = Random(f"{seed}/{name}")
        results[name] = sum((attack(Table(chance, number)) for number in range(matches)), Counts())
    return results


def main() -> None:
    parser = argparse.ArgumentParser(description="Try to choose the cards of deals that verify as fair.")
    parser.add_argument("--matches", type=int, default=10, choices=range(1, 101), metavar="1-100")
    arguments = parser.parse_args()
    print(f"{'attack':<48} {'deals':>5} {'as wanted':>9} {'wrong':>6} {'shown':>6} {'alarms':>6} {'no part':>7}")
    for name, counts in run(arguments.matches).items():
        columns = f"{counts.deals:>5} {counts.wanted:>9} {counts.wrong:>6} {counts.shown:>6} {counts.alarms:>6}"
        print(f"{name:<48} {columns} {counts.no_part:>7}")


if __name__ == "__main__":
    main()
