"""The meaning of each value of a house rule: the sentences of the rule book that are specific to that value."""

from __future__ import annotations

from collections.abc import Mapping

from truquero.i18n import N_, _
from truquero.rulebook import sections_of_play
from truquero.rulebook.card_and_move_names import Names
from truquero.rules.options import NumberOption, OptionError, RuleOption
from truquero.variants import Preset

Sentences = list[str]
END = ". "
MOST = 2  # sentences for each value; later sentences only state consequences

# Texts for values without a sentence in the book, which describes only what can happen in the game.
OTHERWISE = {
    ("all_tied", "mano"): N_("The side of the mano."),
    ("all_tied", "none"): N_("Nobody."),
    ("declare", "auto"): N_("The program counts them."),
    ("declare", "manual"): N_("The players declare them."),
    ("escuro_mode", "blind"): N_("A call made before looking at the cards."),
    ("exposta_level", "hand"): N_("A tied hand."),
    ("illegal_calls", "forbid"): N_("They are refused."),
    ("joc_fora", "cama"): N_("The cama."),
    ("joc_fora", "match"): N_("The whole match."),
    ("phases", "round"): N_("All hands are played by everybody; no duels."),
    ("ranking", "inversa"): N_("The order reversed."),
    ("ranking", "tradicional"): N_("The usual order."),
    ("resto_mode", "leader"): N_("What the leader lacks."),
    ("resto_mode", "win_game"): N_("The game."),
    ("resto_value", "lack"): N_("What the betting side lacks."),
    ("resto_value", "pata"): N_("The pata."),
    ("strict_words", "off"): N_("As in common play."),
    ("strict_words", "on"): N_(
        "As in championships: ambiguous words are proposals, denied calls bind, and a truco is accepted before it is "
        "raised."
    ),
    ("tie_lead", "first_tied"): N_("The player of the first of the tied cards."),
    ("tie_lead", "same_leader"): N_("The player who led the tied trick."),
    ("tie_lead", "tier"): N_("The player who made the tie."),
    ("tie_policy", "FIRST-PLAYED"): N_("Of equal cards the first played takes it."),
}


def choices_in_words(preset: Preset, option: RuleOption) -> dict[str, str]:
    """Return a text for each value of an option.

    Numeric options have no texts. A text may be empty, as for a switch that is off.
    """
    if isinstance(option, NumberOption):
        return {}
    texts = _by_the_book(preset, option)
    return {
        choice: texts.get(choice) or (_(OTHERWISE[key]) if (key := (option.name, choice)) in OTHERWISE else "")
        for choice in option.choices
    }


def _by_the_book(preset: Preset, option: RuleOption) -> dict[str, str]:
    """Return the sentences of the book that are specific to each value.

    The first number of players for which the values differ is used. The text of a value is empty if its book says no
    more than the others.
    """
    for players in preset.players:
        books = {choice: _shown_sentences(preset, players, {option.name: choice}) for choice in option.choices}
        shared = set.intersection(*map(set, books.values()))
        own = {choice: [text for text in book if text not in shared] for choice, book in books.items()}
        if any(own.values()):
            return {choice: " ".join(sentences[:MOST]) for choice, sentences in own.items()}
    return {}


def _shown_sentences(preset: Preset, players: int, chosen: Mapping[str, str]) -> Sentences:
    """Return the sentences of all shown statements, without duplicates."""
    try:
        rules = preset.rules(players, **chosen)
    except OptionError:  # the value is not allowed for this number of players
        return []
    sections = sections_of_play(preset, rules, Names(rules))
    texts = (
        statement.text.removesuffix(".") for section in sections for statement in section.statements if statement.shown
    )
    return [f"{sentence}." for sentence in dict.fromkeys(part for text in texts for part in text.split(END))]
