"""The commented hands of the variants as records, with the comments in the language in use."""

from __future__ import annotations

from truquero.i18n import _
from truquero.records.comments import comment_lines
from truquero.records.player_names import with_names
from truquero.rulebook.sources import after_source
from truquero.variants import VARIANTS, Preset
from truquero.variants.commented_hands import CommentedHand

COMMENTED_HANDS = {hand.name: (preset, hand) for preset in VARIANTS.values() for hand in preset.commented_hands}


def commented_record(name: str) -> str:
    """Return the record of a commented hand. `name` is one of COMMENTED_HANDS."""
    preset, hand = COMMENTED_HANDS[name]
    names = {seat: _("Player {number}").format(number=seat) for seat in range(1, hand.players + 1)}
    return with_names("".join(f"{line}\n" for line in _lines(preset, hand)), names)


def _lines(preset: Preset, hand: CommentedHand) -> list[str]:
    lines = [
        f"# {_(hand.title)}",
        f"# {after_source(hand.source)}",
        f"variant {preset.name}",
        f"players {hand.players}",
    ]
    for line, comment in hand.moves:
        lines += [line, *(comment_lines(_(comment)) if comment else ())]
    return lines
