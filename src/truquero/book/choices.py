"""What each value of a house rule means: the sentences of the book that are not the same with another one."""

from __future__ import annotations

from collections.abc import Mapping

from truquero.book import sections_of_play
from truquero.book.names import Names
from truquero.rules.options import NumberOption, Option, OptionError
from truquero.variants import Preset

Sentences = list[str]
END = ". "
MOST = 2  # sentences: what comes after them follows from them


def choices_in_words(game: Preset, option: Option) -> dict[str, str]:
    """A text for each value, for the first number of players with whom it matters. It is empty where the book says no
    more for it than for the others."""
    if isinstance(option, NumberOption):
        return {}
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
