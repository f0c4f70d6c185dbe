"""Rules of thumb for calls and cards in every lance, as the source texts give them.

The beginner bot plays by these habits. The stronger bots use them as the policy of all players in their playouts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from truquero.bots.players import betting_calls
from truquero.bots.players import estimated_chances as chances
from truquero.bots.players.betting_calls import accepting, envido_calls, gain_of_accepting, is_large, truco_calls
from truquero.bots.players.card_heuristics import card_to_lay
from truquero.bots.players.player_situation import Situation
from truquero.cards import CARDS, Card
from truquero.engine.automaton import LOOK, SHOW
from truquero.engine.declare import CONCEDE
from truquero.engine.flor import ACHICO, RAISES, SING
from truquero.engine.state import DISCARD, NOBODY, PLAY
from truquero.engine.tricks import stake_in_force
from truquero.rules.moves import ACCEPT, LEAVE, REFUSE
from truquero.rules.stakes import Stake

# The minimum chance for each call.
OPEN_ENVIDO, RAISE_ENVIDO = 0.6, 0.78
CALL_TRUCO = (0.62, 0.7, 0.76, 0.8)  # by the number of calls accepted before
RAISE_FLOR = 0.7
FEW_POINTS = 4  # a side that lacks at most this many is close to winning the game
BETS_LARGE = 0.9  # the minimum chance for a large envido
HONEST = 0.7  # assumed share of the calls that are not bluffs


@dataclass(frozen=True)
class Temper:
    """Deviations of a player from the standard habits."""

    optimism: float = 0.0  # added to every chance
    bluff: float = 0.06  # probability of a call regardless of the cards
    patience: float = 0.0  # probability of making no call of its own, to raise when the rivals call
    noise: float = 0.06  # size of the random error on every chance, which makes calls harder to read


SOUND = Temper()


class Habits:
    """The policy of a player with a given temper."""

    def __init__(self, random: Random, temper: Temper = SOUND) -> None:
        self._random = random
        self._temper = temper
        self._rules: tuple[Callable[[Situation], str | None], ...] = (
            self._duty,
            self._about_flor,
            self._answer_envido,
            self._answer_truco,
            self._bid,
        )

    def choose(self, situation: Situation) -> str:
        """Return one of the moves of a situation."""
        for rule in self._rules:
            move = rule(situation)
            if move is not None:
                return move
        return self._card(situation)

    def _perceived(self, chance: float) -> float:
        """Return a chance with the bias and the random error of the temper. Certain outcomes stay certain."""
        if not 0 < chance < 1:
            return chance
        temper = self._temper
        return chance + temper.optimism + (self._random.random() - 0.5) * 2 * temper.noise

    # ----------------------------------------------------------------------------------------------- outside betting

    def _duty(self, situation: Situation) -> str | None:
        """Return the move in situations outside betting, or None.

        These are forced moves, showing or looking at cards, declaring points, discarding, and the decision whether to
        play the hand.
        """
        moves = situation.moves
        if len(moves) == 1:
            return moves[0]
        for move in (SHOW, LOOK):
            if move in moves:
                return move
        if situation.state.declaring is not None:
            return _true_value(situation)
        if situation.state.stage == "discard":
            return _discard(situation)
        if situation.state.stage == "decide":
            return self._decide(situation)
        return None

    def _decide(self, situation: Situation) -> str:
        decision = situation.rules.decision
        assert decision is not None
        chance = self._perceived(chances.truco(situation))
        worth = gain_of_accepting(situation, chance, situation.rules.truco.base, Stake(decision.declined))
        return ACCEPT if worth >= 0 else REFUSE

    # ---------------------------------------------------------------------------------------------------------- flor

    def _about_flor(self, situation: Situation) -> str | None:
        moves, flor = situation.moves, situation.state.flor
        if SING in moves and (situation.worth.points.is_flor(situation.dealt) if len(situation.dealt) >= 3 else False):
            return self._bet_on_flor(situation) or SING
        if flor.stage in ("open", "closed"):
            return None
        chance = self._perceived(chances.flor(situation))
        if flor.stage == "raised":
            accept = accepting(situation)
            if accept and gain_of_accepting(situation, chance, flor.offer, flor.refused) >= 0:
                return accept
            return REFUSE if REFUSE in moves else None
        if flor.stage == "chica" and "chica" in moves:
            return "al-resto" if chance > 0.9 else "chica"
        if ACHICO in moves and SING not in moves:
            return self._bet_on_flor(situation) or (ACHICO if chance < 0.35 else RAISES[0])
        if flor.stage == "reply":
            return self._bet_on_flor(situation) or ACCEPT
        return next((move for move in ("guena", ACCEPT) if move in moves), None)

    def _bet_on_flor(self, situation: Situation) -> str | None:
        """Return a raise if the flor is good and a rival is known to have one too; otherwise None."""
        if situation.state.flor.stage == "open" or RAISES[0] not in situation.moves:
            return None
        chance = self._perceived(chances.flor(situation))
        if chance < RAISE_FLOR:
            return None
        return RAISES[1] if chance > 0.92 and RAISES[1] in situation.moves else RAISES[0]

    # -------------------------------------------------------------------------------------------------------- envido

    def _answer_envido(self, situation: Situation) -> str | None:
        envido = situation.state.envido
        accept = accepting(situation)
        if (
            envido.calling == NOBODY
            or situation.state.flor.stage not in ("open", "closed")
            or REFUSE not in situation.moves
        ):
            return None
        chance = self._perceived(chances.envido(situation))
        raises = envido_calls(situation)
        if raises and chance >= RAISE_ENVIDO:
            return self._sized(situation, raises, (chance - RAISE_ENVIDO) / (1 - RAISE_ENVIDO))
        against = _against_caller(chance, large=is_large(situation, ACCEPT))
        if accept and gain_of_accepting(situation, against, envido.offer, envido.refused) >= 0:
            return accept
        return REFUSE

    def _open_envido(self, situation: Situation) -> str | None:
        """Open with good points, or with fewer where the rivals are close to winning (S003 Reglas de oro)."""
        calls = envido_calls(situation)
        if not calls:
            return None
        chance = self._perceived(chances.envido(situation))
        side, score = situation.from_place.side, situation.score
        behind = score.lack(1 - side) <= FEW_POINTS < score.lack(side)
        if chance < OPEN_ENVIDO - 0.15 * behind:
            return None
        return self._sized(situation, calls, (chance - OPEN_ENVIDO) / (1 - OPEN_ENVIDO))

    def _sized(self, situation: Situation, calls: list[str], share: float) -> str:
        """Return a call: the better the cards, the larger the call. Large bets need the best cards."""
        suitable = [call for call in calls if share >= 0.75 or not is_large(situation, call)] or calls[:1]
        return betting_calls.middle(suitable, max(0.0, share))

    # --------------------------------------------------------------------------------------------------------- truco

    def _answer_truco(self, situation: Situation) -> str | None:
        state, moves = situation.state, situation.moves
        if state.truco.calling == NOBODY or state.truco.calling == situation.from_place.side or REFUSE not in moves:
            return None
        opening = self._open_envido(situation)
        if opening is not None:
            return opening
        chance = self._perceived(chances.truco(situation))
        raises = truco_calls(situation)
        if raises and chance >= CALL_TRUCO[min(state.truco.rung + 1, 3)] + 0.05:
            return raises[-1]
        offered, refused = situation.rules.truco.stake(state.truco.rung + 1), stake_in_force(situation.rules, state)
        accept = accepting(situation)
        if accept and gain_of_accepting(situation, chance - 0.05, offered, refused) >= 0:
            return accept
        return REFUSE

    def _call_truco(self, situation: Situation) -> str | None:
        calls = truco_calls(situation)
        if not calls or situation.rules.truco_costs:
            return None
        chance = self._perceived(chances.truco(situation))
        wants_to_call = chance >= CALL_TRUCO[min(situation.state.truco.rung, 3)]
        return calls[-1] if wants_to_call else None

    def _bid(self, situation: Situation) -> str | None:
        """Return a call that answers nothing, or None. A patient player lets some chances for a call pass."""
        if self._temper.patience and self._random.random() < self._temper.patience:
            return None
        return self._bluff(situation) or self._open_envido(situation) or self._call_truco(situation)

    def _bluff(self, situation: Situation) -> str | None:
        """Return a random small call now and then, or None.

        Bluff only in the first trick, while the rivals know nothing of the player's cards (S003 Reglas de oro).
        """
        if situation.state.won or self._random.random() >= self._temper.bluff:
            return None
        calls = [*envido_calls(situation)[:1], *([] if situation.rules.truco_costs else truco_calls(situation))]
        small = [call for call in calls if not is_large(situation, call)]
        return self._random.choice(small) if small else None

    # --------------------------------------------------------------------------------------------------------- cards

    def _card(self, situation: Situation) -> str:
        cards = [move for move in situation.moves if isinstance(move, Card) or move in CARDS]
        if cards:
            return card_to_lay(situation._replace(held=[CARDS[card] for card in cards]))
        unseen = [move for move in situation.moves if move.startswith(f"{PLAY}-")]
        if unseen:
            return unseen[0]
        return next((move for move in situation.moves if move != LEAVE), situation.moves[0])


def _against_caller(chance: float, *, large: bool) -> float:
    """Return the chance in the envido against a rival who has called.

    Most callers have points among the best; those who bet much have points among the very best.
    """
    level = BETS_LARGE if large else OPEN_ENVIDO
    return (1 - HONEST) * chance + HONEST * max(0.0, (chance - level) / (1 - level))


def _true_value(situation: Situation) -> str:
    """Return the declaration of the player's points if it is legal, otherwise the move that concedes."""
    assert situation.state.declaring is not None
    points = situation.worth.points
    value = (
        points.envido(situation.dealt) if situation.state.declaring.lance == "envido" else points.flor(situation.dealt)
    )
    if str(value) in situation.moves:
        return str(value)
    return CONCEDE if CONCEDE in situation.moves else situation.moves[0]


def _discard(situation: Situation) -> str:
    """Return the discard that leaves the best hand: a flor first, then envido points and strong cards together."""

    def value_after(move: str) -> float:
        held = [card for card in situation.held if card != move.removeprefix(f"{DISCARD}-")]
        envido, flor = situation.worth.of_hand(held)
        strong = sum(sorted((situation.worth.rank[card] for card in held), reverse=True)[:2])
        return (flor is not None) * 2 + envido * (situation.rules.envido is not None) + strong

    return max(situation.moves, key=value_after)
