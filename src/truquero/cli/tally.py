"""What happens in many matches of random play, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

from truquero.engine.state import NOBODY
from truquero.language import N_, _
from truquero.rules.game import Rules
from truquero.rules.lances import FixedEnvido, lance_name
from truquero.table import Hand, Match

ACCEPTS = frozenset({"quiero", "mi-falta"})

# What happens in a hand, for people; a lance stands before the first two.
_OF_LANCE = {"called": N_("{lance} called"), "accepted": N_("{lance} accepted")}
_THINGS = {
    "flor_sung": N_("flor sung"),
    "flor_accepted": N_("flor accepted"),
    "decided_hand_played": N_("decided hand played"),
    "mazo": N_("mazo"),
    "a_trick_tied": N_("a trick tied"),
    "all_three_tied": N_("all three tied"),
}


class Tally:
    """Plays matches of one game at random and keeps count."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._truco = tuple(rung.code for rung in rules.truco.rungs)
        self.hands_per_match: list[int] = []
        self.moves_per_match: list[int] = []
        self.wins: Counter[str] = Counter()
        self.first_mano_wins = 0
        self.points = self.mano_points = 0
        self.decided = self.mano_hands = 0  # hands that somebody has won, and those of the mano's side
        self.settings: Counter[str] = Counter()
        self.happened: Counter[str] = Counter()  # in how many hands each thing happened

    @property
    def hands(self) -> int:
        return sum(self.hands_per_match)

    @property
    def moves(self) -> int:
        return sum(self.moves_per_match)

    def play(self, seed: str) -> None:
        """Play a match to its end, every choice among the legal moves being equally likely."""
        match, random = Match(self._rules, seed=seed), Random(seed)
        moves = hands = 0
        first_mano: set[str] = set()
        while match.deal():
            hand = match.hand
            assert hand is not None
            assert match.field is not None
            if not hands:
                first_mano = set(match.side_names(match.field, hand.side(hand.seats[0])))
            moves += self._hand(match, hand, random)
            hands += 1
        assert match.winner is not None
        for winner in match.winners:
            self.wins[winner] += 1
        self.first_mano_wins += not first_mano.isdisjoint(match.winners)
        self.hands_per_match.append(hands)
        self.moves_per_match.append(moves)

    def _hand(self, match: Match, hand: Hand, random: Random) -> int:
        """Play a hand and count it; gives its moves."""
        things: set[str] = set()
        moves = 0
        while turn := match.turn:
            seat = random.choice(tuple(turn)) if len(turn) > 1 else next(iter(turn))
            move = random.choice(turn[seat])
            if move in ACCEPTS:
                things |= self._accepted(hand)
            elif move in self._truco and hand.state.truco.calling != NOBODY:
                things.add(f"{self._truco[hand.state.truco.rung]}_accepted")  # a raise accepts
            match.play(seat, move)
            moves += 1
        self._count(match, hand, things)
        return moves

    def _accepted(self, hand: Hand) -> set[str]:
        """What a `quiero` accepts: the flor is settled first, then the envido, then the truco."""
        state = hand.state
        if state.stage == "decide":
            return {"decided_hand_played"}
        if state.flor.stage not in ("open", "closed"):
            return {"flor_accepted"}
        if state.envido.calling != NOBODY:
            return {"envido_accepted"}
        return {f"{self._truco[state.truco.rung]}_accepted"}

    def _count(self, match: Match, hand: Hand, things: set[str]) -> None:
        log = match.log[-1].hands[-1]
        said = {move for _, move in log.moves}
        self._add_called(said, things)
        tied = [trick.side for trick in log.tricks].count(None)
        if tied:
            things.add("a_trick_tied")
        if tied == 3:
            things.add("all_three_tied")
        self.happened.update(things)
        self.settings[log.setting.value] += 1
        mano = hand.side(hand.seats[0])
        for award in log.awards:
            self.points += award.points
            self.mano_points += award.points if award.side == mano else 0
            if award.lance == "truco":
                self.decided += 1
                self.mano_hands += award.side == mano

    def _add_called(self, said: set[str], things: set[str]) -> None:
        if any(self._is_envido(move) for move in said):
            things.add("envido_called")
        for code in ("flor", *self._truco):
            if code in said:
                things.add("flor_sung" if code == "flor" else f"{code}_called")
        if "mazo" in said:
            things.add("mazo")

    def _is_envido(self, move: str) -> bool:
        envido = self._rules.envido
        if isinstance(envido, FixedEnvido):
            return move == envido.falta_code or any(call.code == move for call in envido.calls)
        return envido is not None and (move == envido.all_in_code or move.startswith("envido"))

    def kinds(self) -> Iterable[str]:
        """Everything that may happen in a hand of this game, in the order of the lances."""
        if self._rules.envido is not None:
            yield from ("envido_called", "envido_accepted")
        if self._rules.flor is not None:
            yield from ("flor_sung", "flor_accepted")
        for code in self._truco:
            yield from (f"{code}_called", f"{code}_accepted")
        if self._rules.last_hand is not None:
            yield "decided_hand_played"
        yield from ("mazo", "a_trick_tied", "all_three_tied")

    def name_of(self, thing: str) -> str:
        """One of `kinds` in the language in use, calls being called as at the table."""
        if thing in _THINGS:
            return _(_THINGS[thing])
        call, _underscore, what = thing.rpartition("_")
        lance = lance_name(call) if call in ("envido", "truco") else self._rules.voices.said(call)
        return _(_OF_LANCE[what]).format(lance=lance)

    def as_object(self) -> dict[str, Any]:
        """The counts as shares and means."""
        matches, hands = len(self.hands_per_match), self.hands
        names = [str(seat) for seat in (1, 2, 3)] if self._rules.players == 3 else ["A", "B"]
        return {
            "wins": {name: self.wins[name] / matches for name in names},
            "first_mano_wins": self.first_mano_wins / matches,
            "mano_points": _share(self.mano_points, self.points),
            "mano_hands": _share(self.mano_hands, self.decided),
            "hands_per_match": _spread(self.hands_per_match),
            "moves_per_match": _spread(self.moves_per_match),
            "settings": {name: count / hands for name, count in sorted(self.settings.items())},
            "hands_with": {kind: self.happened[kind] / hands for kind in self.kinds()},
        }


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def _spread(numbers: list[int]) -> dict[str, float]:
    return {"mean": sum(numbers) / len(numbers), "min": min(numbers), "max": max(numbers)}
