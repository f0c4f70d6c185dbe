"""The summary of a match in words, for the end of the match."""

from __future__ import annotations

from collections.abc import Iterator

from truquero.analysis.match_summary import BetChain, Bluff, MatchSummary
from truquero.i18n import _
from truquero.i18n.wrapping import quoted
from truquero.speech.narration import TableText
from truquero.speech.score_text import counted_points
from truquero.table import View


def summary_lines(text: TableText, view: View, summary: MatchSummary) -> Iterator[str]:
    """Yield the lines of a summary. `view` is of the last hand, which has decided the match."""
    awards = [line for kind, line in text.new_lines(view, 0) if kind == "award"]
    if awards:
        yield _("The deciding hand: {awards}").format(awards="; ".join(awards))
    yield _("The score after each hand: {scores}").format(scores=" ".join(_scores(text, summary)))
    if any(side.envidos_won for side in summary.sides):
        yield _("Envidos: {counts}").format(counts="; ".join(_envidos(text, summary)))
    if summary.bluffs:
        bluffs = "; ".join(_bluff(text, view, bluff) for bluff in summary.bluffs)
        yield _("Bluffs that worked: {bluffs}").format(bluffs=bluffs)
    else:
        yield _("No bluff worked.")
    if summary.longest_chain is not None:
        yield _chain(text, view, summary.longest_chain)


def _scores(text: TableText, summary: MatchSummary) -> Iterator[str]:
    """Yield the scores, each in the order of the sides in `_envidos`: the own side first."""
    order = _own_first(text, summary)
    for line in summary.scores:
        yield "-".join(str(counted_points(text.rules, line.points[index])) for index in order)


def _envidos(text: TableText, summary: MatchSummary) -> Iterator[str]:
    for index in _own_first(text, summary):
        side = summary.sides[index]
        counts = _("{side} {won} won, {lost} lost")
        yield counts.format(side=text.side(side.name), won=side.envidos_won, lost=side.envidos_lost)


def _own_first(text: TableText, summary: MatchSummary) -> list[int]:
    return sorted(range(len(summary.sides)), key=lambda index: not text.is_own_side(summary.sides[index].name))


def _bluff(text: TableText, view: View, bluff: Bluff) -> str:
    phrase = text.rules.voices.phrase
    said = _said(text, view, bluff.seat, phrase(bluff.move))
    answer = _said(text, view, bluff.refused_by, phrase(bluff.answer, bluff.lance))
    return _("{said}, {answer} (deal {deal})").format(said=said, answer=answer, deal=bluff.deal)


def _said(text: TableText, view: View, seat: int, words: str) -> str:
    return f"{text.name(view, seat)} {quoted(words)}"


def _chain(text: TableText, view: View, chain: BetChain) -> str:
    phrase = text.rules.voices.phrase
    calls = (_said(text, view, bet.seat, phrase(bet.move, bet.answered or None)) for bet in chain.calls)
    return _("Longest chain of bets, in deal {deal}: {calls}").format(deal=chain.deal, calls=", ".join(calls))
