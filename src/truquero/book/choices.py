"""What each value of a house rule means: the sentences of the book that are not the same with another one."""

from __future__ import annotations

from collections.abc import Mapping

from truquero.book import sections_of_play
from truquero.book.names import Names
from truquero.language import N_, _
from truquero.rules.options import NumberOption, Option, OptionError
from truquero.variants import Preset

Sentences = list[str]
END = ". "
MOST = 2  # sentences: what comes after them follows from them

# Values that the book has no sentence for: it tells what is played, and nothing of what cannot come about in a game.
OTHERWISE = {
    ("all_tied", "mano"): N_("The side of the mano."),
    ("all_tied", "none"): N_("Nobody."),
    ("declare", "auto"): N_("The program counts them."),
    ("declare", "manual"): N_("The players declare them."),
    ("escuro_mode", "blind"): N_("One that is called before looking at one's cards."),
    ("exposta_level", "hand"): N_("A tied hand."),
    ("illegal_calls", "forbid"): N_("They are refused."),
    ("joc_fora", "cama"): N_("The cama."),
    ("joc_fora", "match"): N_("The whole match."),
    ("phases", "round"): N_("Always all together."),
    ("ranking", "inversa"): N_("The same turned over."),
    ("ranking", "tradicional"): N_("The usual order."),
    ("resto_mode", "leader"): N_("What the leader lacks."),
    ("resto_mode", "win_game"): N_("The game."),
    ("resto_value", "lack"): N_("What the betting side lacks."),
    ("resto_value", "pata"): N_("The pata."),
    ("tie_lead", "first_tied"): N_("Whoever laid the first of the tied cards."),
    ("tie_lead", "same_leader"): N_("Whoever led the tied trick."),
    ("tie_lead", "tier"): N_("Whoever made the tie."),
    ("tie_policy", "FIRST-PLAYED"): N_("Of equal cards the one that was laid first takes it."),
}


def choices_in_words(game: Preset, option: Option) -> dict[str, str]:
    """A text for each value; none for those that are numbers, or a switch that is off."""
    if isinstance(option, NumberOption):
        return {}
    told = _by_the_book(game, option)
    return {
        choice: told.get(choice) or (_(OTHERWISE[key]) if (key := (option.name, choice)) in OTHERWISE else "")
        for choice in option.choices
    }


def _by_the_book(game: Preset, option: Option) -> dict[str, str]:
    """For the first number of players with whom it matters. It is empty where the book says no more for a value than
    for the others."""
    for players in game.players:
        books = {choice: _told(game, players, {option.name: choice}) for choice in option.choices}
        shared = set.intersection(*map(set, books.values()))
        own = {choice: [one for one in book if one not in shared] for choice, book in books.items()}
        if any(own.values()):
            return {choice: " ".join(some[:MOST]) for choice, some in own.items()}
    return {}


def _told(game: Preset, players: int, chosen: Mapping[str, str]) -> Sentences:
    """The sentences of all statements, each once."""
    try:
        rules = game.rules(players, **chosen)
    except OptionError:  # so many do not play with it
        return []
    sections = sections_of_play(game, rules, Names(rules))
    texts = (one.text.removesuffix(".") for section in sections for one in section.statements if one.shown)
    return [f"{sentence}." for sentence in dict.fromkeys(part for text in texts for part in text.split(END))]
