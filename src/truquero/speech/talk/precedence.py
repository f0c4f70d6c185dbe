"""Calls that a rule book refuses because another word must precede them in the same utterance (S000 §14, §16)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from truquero.i18n import _
from truquero.rules.game import Rules
from truquero.rules.moves import ACCEPT
from truquero.speech.talk.lexicon import RAISE, Sense
from truquero.table.call_codes import lance_of, truco_codes

_BEFORE_TRUCO = ("flor", "envido")  # the lances that must be called before the truco


class Objection(NamedTuple):
    """The reason why a sequence of calls is refused, and the article of the rule."""

    reason: str
    article: str


def accepts_first(senses: Iterable[Sense], rules: Rules) -> bool:
    """Return whether a reserved word of acceptance precedes any raise of the truco. A "sí" is not enough."""
    raises = {RAISE, *truco_codes(rules)[1:]}
    for sense in senses:
        for step in sense.steps:
            if sense.reserved and ACCEPT in step:
                return True
            if not raises.isdisjoint(step):
                return False
    return False


def objection_to_bare_raise(codes: Iterable[str], rules: Rules) -> Objection | None:
    """Return the objection to raising a pending truco in a championship without accepting it first, or None.

    `codes` are the moves of a reading that contains no acceptance before them.
    """
    article = rules.voices.speech.accept_first
    raise_code = next((code for code in codes if code in truco_codes(rules)[1:]), "")
    if not article or not raise_code:
        return None
    reason = _("in a championship a truco is accepted before it is raised: say “{words}”")
    words = f"{rules.voices.phrase(ACCEPT)} {rules.voices.phrase(raise_code)}"
    return Objection(reason.format(words=words), article)


def objection_after_truco(codes: Sequence[str], rules: Rules, article: str) -> Objection | None:
    """Return the objection to a flor or an envido that the same player calls after a truco, or None.

    `article` is the table's own article on binding words. If it is empty, the rule applies only at tables where any
    call ends the right to sing a flor.
    """
    if not article and not (rules.flor is not None and rules.flor.before_any_call):
        return None
    trucos = truco_codes(rules)
    first = next((index for index, code in enumerate(codes) if code in trucos), len(codes))
    late_call = next((code for code in codes[first + 1 :] if lance_of(rules, code) in _BEFORE_TRUCO), "")
    if not late_call:
        return None
    reason = _("a player who calls “{truco}” first may not call “{late}” any more: say “{late}” before “{truco}”")
    return Objection(
        reason.format(truco=rules.voices.phrase(codes[first]), late=rules.voices.phrase(late_call)), article
    )
