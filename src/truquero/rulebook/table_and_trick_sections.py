"""The sections on the table and on the tricks: seating, the deal, the order of speaking, tricks and ties."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from truquero.i18n import _
from truquero.rulebook.card_and_move_names import alternatives
from truquero.rulebook.document import Block, BookSection, Paragraph, RuleStatement, RuleTable, section
from truquero.rulebook.worth import points
from truquero.rules.game import Dealing, Exposed, Rules
from truquero.rules.trick_rules import ALL_TIED, AllTied, Dark, TieLead, Ties, Trick, TrickRules, verdict
from truquero.table.dealing import SMALLEST_PART
from truquero.variants import Preset

SIDES = {0: "A", 1: "B", None: "="}


def table_section(preset: Preset, rules: Rules, other_numbers: Sequence[int] = ()) -> BookSection:
    return section("table", _("The table"), _table(preset, rules, other_numbers))


def tricks_section(rules: Rules) -> BookSection:
    return section("tricks", _("The tricks"), _tricks(rules))


# -------------------------------------------------------------------------------------------------------- the table


def _table(preset: Preset, rules: Rules, other_numbers: Sequence[int]) -> Iterator[Block]:
    yield RuleStatement(_("Players"), _("{players} can play.").format(players=alternatives(sorted(preset.players))))
    note = _("What differs with {numbers} players is in separate sections.")
    notes = [note.format(numbers=alternatives(other_numbers))] if other_numbers else []
    yield Paragraph(" ".join([_sides(rules), *notes]))
    yield Paragraph(
        _(
            "Everything goes to the right, counter-clockwise. The first dealer is drawn by lot. The player at "
            "the dealer's left cuts; the player at the dealer's right is mano, plays first, and deals the "
            "next hand."
        )
    )
    yield RuleStatement(_("The cut"), _cut(rules))
    yield RuleStatement(_("The deal"), _dealing(rules.deal.manner))
    if rules.deal.turned:
        yield RuleStatement(
            _("Turned card"),
            _("After the deal one more card is turned face up: the {turned}.").format(turned=rules.deal.turned),
        )
    else:
        yield RuleStatement(_("Turned card"), _("No card is turned."), shown=False)
    yield RuleStatement(_("A card that falls face up in the deal"), _exposed(rules.deal.exposed))
    yield RuleStatement(_("The turn to speak"), _turn_to_speak(rules))
    yield Paragraph(
        _("A call must be answered before anything else. A raise accepts what was called before it."),
    )
    if rules.players > 2:
        yield RuleStatement(
            _("Showing cards to a partner"),
            _showing_cards(rules),
        )
        if rules.voices.speech.no_advice:
            yield RuleStatement(
                _("Talking to a partner"),
                _(
                    "Partners speak to each other by signs and gestures only. Whoever advises a partner in words "
                    "during a hand loses the points that it is worth. The players see to that: the program does not."
                ),
            )
        yield RuleStatement(_("Answering"), _("Any player of the challenged side; the first word binds."))


def _sides(rules: Rules) -> str:
    if rules.players == 2:
        return _("This book is for two players, one against the other.")
    if rules.players == 3:
        return _("This book is for three players, one against two.")
    return _("This book is for {n} players in two sides, seated alternately: partners never side by side.").format(
        n=rules.players
    )


def _showing_cards(rules: Rules) -> str:
    """Return the rule on showing cards: S002 §12, with the exceptions of Bélmez (S003) and of the mão de 11 (S004)."""
    if rules.captain_sees_partner:
        return _("Partners may not show each other their cards, except to the captain when all play together.")
    if rules.last_hand is not None and rules.last_hand.see_partner:
        return _("Partners may not show each other their cards, except before they decide on the hand before the end.")
    return _("Partners may not show each other their cards: that is what the señas are for.")


def _cut(rules: Rules) -> str:
    """Return the sentence on the cuts that the engine accepts (S000 §17 and S003)."""
    text = (
        _("One cut that leaves at least {least} cards in each part, or a blow with the closed fist instead of a cut.")
        if rules.deal.knock_with_fist
        else _("One cut that leaves at least {least} cards in each part, or a knock on the pack instead of a cut.")
    )
    return text.format(least=SMALLEST_PART)


def _dealing(manner: Dealing) -> str:
    match manner:
        case Dealing.ONE_BY_ONE:
            return _("Everybody gets three cards, one at a time.")
        case Dealing.AS_THE_DEALER_LIKES:
            return _(
                "Everybody gets three cards, one at a time or all three at once, from the top or from the bottom "
                "of the pack, as the dealer likes; after the first card that cannot be changed. If the cut was "
                "dry or there was none, the cutter may draw cards for the cutter's side. The dealer may arrange "
                "the pack, but not when both sides lack one point. This program deals one at a time from the top."
            )
        case _:
            assert_never(manner)


def _exposed(exposed: Exposed) -> str:
    match exposed:
        case Exposed.RECEIVER_OR_REDEAL:
            return _("Whoever receives it may keep it or ask for a new deal.")
        case Exposed.REDEAL:
            return _("The cards are dealt again.")
        case Exposed.RECEIVER_OR_ANOTHER:
            return _("Whoever receives it may keep it or take another in its place.")
        case _:
            assert_never(exposed)


def _turn_to_speak(rules: Rules) -> str:
    if rules.out_of_turn:
        return _(
            "When there is nothing to answer, the player whose turn it is to play a card may call; anyone may "
            "call the truco at any time."
        )
    return _("When there is nothing to answer, only the player whose turn it is to play a card may call.")


# ----------------------------------------------------------------------------------------------------------- tricks


def _tricks(rules: Rules) -> Iterator[Block]:
    yield Paragraph(
        _(
            "Each player plays one card to a trick; there is no duty to follow suit. The highest card takes "
            "it and its player leads the next. Two tricks of three win the hand."
        )
    )
    yield RuleStatement(_("Played cards"), _("A card that has been played cannot be taken back."))
    if rules.players > 2:
        yield RuleStatement(_("Equal cards of partners"), _("They do not tie."))
    yield from _covered(rules)
    yield RuleStatement(_("Tied tricks"), ties_in_words(rules.tricks.ties))
    if not can_tie(rules.tricks.ties):
        return
    yield RuleStatement(_("Lead after a tie"), _lead(rules.tricks.lead))
    yield RuleStatement(_("Three ties"), all_tied_in_words(rules))
    decides = rules.tricks.caller_decides_tied_trick
    yield RuleStatement(_("A truco and a tied trick"), _tied_trick(rules), shown=decides)
    yield Paragraph(_("In this table A and B are the sides, and = is a tied trick:"))
    yield tie_table(rules.tricks)


def _covered(rules: Rules) -> Iterator[Block]:
    yield RuleStatement(
        _("Cards face down"),
        _("From the second trick on a card may be played face down; then it is lower than all others.")
        if rules.covered_cards
        else _("Cards are played face up."),
        shown=rules.covered_cards,
    )
    yield RuleStatement(
        _("Cards of past tricks"),
        _("A card that another trick has covered may not be looked at again until the hand is over.")
        if rules.past_tricks_covered
        else _("The cards stay on the table for all to see."),
        shown=rules.past_tricks_covered,
    )


def can_tie(ties: Ties) -> bool:
    """Return whether a trick can stay undecided."""
    return ties not in (Ties.MANO_TRICK, Ties.FIRST_PLAYED)


def ties_in_words(ties: Ties) -> str:
    match ties:
        case Ties.STD:
            return _("The first trick that is not tied decides; after a tie in a later one, the first trick counts.")
        case Ties.NEXT:
            return _("The trick after the tied trick decides; if that is tied too, the first trick that is not tied.")
        case Ties.LAST:
            return _("The last trick decides; if that is tied too, the first trick that is not tied.")
        case Ties.MANO_TRICK:
            return _("No trick is tied: of equal cards, the one of the player nearest to the mano takes it.")
        case Ties.FIRST_PLAYED:
            return _("No trick is tied: of equal cards, the first played takes it.")
        case _:
            assert_never(ties)


def _lead(lead: TieLead) -> str:
    match lead:
        case TieLead.SAME_LEADER:
            return _("The player who led the tied trick leads again.")
        case TieLead.FIRST_TIED:
            return _("The player of the first of the tied cards leads.")
        case TieLead.TIER:
            return _("The player who made the tie leads.")
        case _:
            assert_never(lead)


def all_tied_in_words(rules: Rules) -> str:
    """Return who wins a hand of three tied tricks."""
    tricks = rules.tricks
    sentence = all_tied_by(tricks.all_tied)
    if tricks.all_tied is not AllTied.CALLER_LOSES:
        return sentence
    pays = points(tricks.all_tied_pays) if tricks.all_tied_pays else _("what the hand is worth")
    after = _("After an accepted call the rivals of the last caller win {pays}.").format(pays=pays)
    dark = _dark(tricks.dark, rules.blind_calls)
    return " ".join(part for part in (sentence, after, dark) if part)


def all_tied_by(policy: AllTied) -> str:
    """Return the sentence for a policy on three tied tricks."""
    match policy:
        case AllTied.MANO:
            return _("The side of the mano wins.")
        case AllTied.NONE:
            return _("Nobody wins anything.")
        case AllTied.CALLER_LOSES:
            return _("Without a call nobody wins anything.")
        case AllTied.DECIDER_LOSES:
            return _("The rivals of the side that chose to play win.")
        case _:
            assert_never(policy)


def _dark(dark: Dark, blind_calls: bool) -> str:
    """Return the exception for a call in the dark, which reverses the result of the tie."""
    match dark:
        case Dark.NEVER:
            return ""
        case Dark.BLIND:
            if not blind_calls:
                return ""
            return _("If that call was made before looking at the cards, the caller's side wins.")
        case Dark.NO_RIVAL_CARD:
            return _("If that call was made with no rival's card in the trick, the caller's side wins.")
        case _:
            assert_never(dark)


def _tied_trick(rules: Rules) -> str:
    if not rules.tricks.caller_decides_tied_trick:
        return _("How the truco was called does not matter to a tied trick.")
    loses = _("A player who calls with a rival's card open in the trick loses that trick if it is tied.")
    match rules.tricks.dark:
        case Dark.NEVER:
            return loses
        case Dark.BLIND:
            wins = _("A player who calls before looking at the cards wins it.") if rules.blind_calls else ""
        case Dark.NO_RIVAL_CARD:
            wins = _("A player who calls with no rival's card there wins it.")
        case _:
            assert_never(rules.tricks.dark)
    return f"{loses} {wins}".rstrip()


def tie_table(tricks: TrickRules) -> RuleTable:
    """Return a table of every sequence of three tricks.

    Sequences that differ only in the names of the sides count once.
    """
    rows = [(*(_cell(won, number) for number in range(3)), _winner(tricks, won)) for won in _sequences(tricks.ties, ())]
    return RuleTable((_("first"), _("second"), _("third"), _("the hand")), tuple(rows))


def _sequences(ties: Ties, won: tuple[Trick, ...]) -> Iterator[tuple[Trick, ...]]:
    """Yield the sequences of tricks until the hand is decided. Side A takes the first trick that is not tied."""
    if verdict(ties, won) is not None:
        yield won
        return
    for trick in (0, 1, None):
        if trick != 1 or 0 in won:
            yield from _sequences(ties, (*won, trick))


def _cell(won: tuple[Trick, ...], number: int) -> str:
    return SIDES[won[number]] if number < len(won) else "–"


def _winner(tricks: TrickRules, won: tuple[Trick, ...]) -> str:
    result = verdict(tricks.ties, won)
    if result != ALL_TIED:
        return SIDES[result]
    match tricks.all_tied:
        case AllTied.MANO:
            return _("the mano")
        case AllTied.NONE:
            return _("nobody")
        case AllTied.CALLER_LOSES:
            return _("nobody, or the caller's rivals")
        case AllTied.DECIDER_LOSES:
            return _("the rivals of the side that chose to play")
        case _:
            assert_never(tricks.all_tied)
