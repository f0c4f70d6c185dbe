"""The reasons for which points are awarded, in words."""

from __future__ import annotations

from truquero.i18n import N_, _
from truquero.rules.lances import lance_name

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
