"""The reasons for which points are awarded, in words."""

from __future__ import annotations

from collections.abc import Iterable

from truquero.engine.flor import RAISES
from truquero.i18n import N_, _
from truquero.rules.game import Rules
from truquero.rules.lances import lance_name
from truquero.table import Event
from truquero.table.call_codes import lances, last_call

REASONS = {
    "won": N_("the hand"),
    "mazo": N_("mazo"),
    "tied": N_("the hand, all tricks tied"),
    "declined": N_("the hand is not played"),
    "shown": N_("certain winners"),
    "cancelled": N_("the envido, cancelled by a flor"),
}
REASONS_OF = {  # with the name of the lance
    "refused": N_("{lance} not accepted"),
    "alone": N_("{lance} unopposed"),
    "false": N_("{lance} wrongly sung"),
}
REASONS_OF_FLOR = {  # separate, because flor is feminine in some languages
    "refused": N_("flor not accepted"),
    "alone": N_("flor unopposed"),
    "false": N_("flor wrongly sung"),
}


def award_reason(lance: str, why: str) -> str:
    """Return the reason for an award, other than better cards."""
    if lance == "penalty":
        return _("a penalty, against the rules")
    if why in REASONS_OF:
        return _((REASONS_OF_FLOR if lance == "flor" else REASONS_OF)[why]).format(lance=lance_name(lance))
    return _(REASONS[why]) if why in REASONS else lance_name(lance)


def refusal_reason(rules: Rules, events: Iterable[Event], lance: str) -> str:
    """Return the reason for an award for a refused call, which is named: "retruco not accepted"."""
    call = call_name(rules, events, lance)
    if not is_feminine(call, lance):
        return _(REASONS_OF["refused"]).format(lance=call)
    return _("{flor} not accepted").format(flor=call)


def call_name(rules: Rules, events: Iterable[Event], lance: str) -> str:
    """Return the name of the last call of a lance, such as `retruco`.

    It is the name of the lance if that call only has a size, or if it is an answer to a flor and no raise.
    """
    call = last_call(rules, events, lance)
    code = (call.move if call is not None else None) or ""
    has_name = code in RAISES if lance == "flor" else code in lances(rules)
    return rules.voices.phrase(code) if has_name else lance_name(lance)


def is_feminine(call: str, lance: str) -> bool:
    """Return whether a call is feminine, for languages that distinguish it: any flor, and calls such as `la falta`."""
    return lance == "flor" or call.startswith("la ")
