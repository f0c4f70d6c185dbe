"""The moves that exist under the rules of a table."""

from __future__ import annotations

import re
from dataclasses import dataclass

from truquero.engine.declare import CONCEDE
from truquero.engine.envido import MORE, SIZE
from truquero.engine.flor import ACHICO, RAISES
from truquero.engine.state import COVER, DISCARD
from truquero.rules.expressions import LACK
from truquero.rules.game import Rules
from truquero.rules.lances import FixedEnvido
from truquero.rules.moves import ACCEPT, REFUSE, move_codes
from truquero.table.call_codes import envido_codes, flor_codes, truco_codes
from truquero.table.special_moves import CLAIM

ANSWERS = (ACCEPT, REFUSE)
GIVES_UP = (REFUSE, ACHICO)
CONCEDES = ("guena", CONCEDE)  # concede that the rivals' points or flor are better
ALL_I_LACK = f"{SIZE}{LACK}"  # an envido for the points that the side lacks to win
NUMBER = "N"  # a placeholder for any number
_SIZED = re.compile(r"(.*?)(\d+|N)$")


@dataclass(frozen=True)
class Moves:
    """The codes of a table: whole codes in `words`, and in `sized` the prefixes of codes that end in a number."""

    words: tuple[str, ...]
    sized: frozenset[str]
    claims: tuple[str, ...] = ()  # `pido flor` challenges, one code per seat

    def has(self, code: str) -> bool:
        sized = _SIZED.match(code)
        return (
            code in self.words
            or (sized is not None and sized[1] in self.sized)
            or (code == ALL_I_LACK and SIZE in self.sized)
        )


def moves_of(rules: Rules) -> Moves:
    """Return the moves of a table: answers first, then the calls of each lance from low to high, then the rest."""
    codes = move_codes(rules)
    ordered = [*ANSWERS, *truco_codes(rules), *envido_codes(rules), *flor_codes(rules), *sorted(codes)]
    words = dict.fromkeys(code for code in ordered if code in codes and not code.endswith(NUMBER))
    sized = frozenset(code.removesuffix(NUMBER) for code in codes if code.endswith(NUMBER))
    claims = [f"{CLAIM}{seat}" for seat in range(1, rules.players + 1)] if rules.claims is not None else []
    return Moves(tuple(code for code in words if code not in (COVER, DISCARD)), sized, tuple(claims))


def opens(rules: Rules, code: str) -> bool:
    """Return whether a call may be the first of its lance."""
    envido = rules.envido
    if code in truco_codes(rules)[1:] or code.startswith(MORE) or code in RAISES:
        return False
    if not isinstance(envido, FixedEnvido):
        return True
    return code != envido.accept_word and all(call.opens for call in envido.calls if call.code == code)
