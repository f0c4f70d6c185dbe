"""A preset: a regional game with its players and house rules, from which the rules of a table are built."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from operator import index
from typing import SupportsIndex

from truquero.i18n import _, matching_language
from truquero.rules.game import MatchRules, Rules
from truquero.rules.options import OptionError, Options, RuleOption, choice, choose, number, switch
from truquero.rules.trick_rules import AllTied, TieLead, Ties, TrickRules
from truquero.rules.voices import Voices
from truquero.variants.advice import SourceAdvice
from truquero.variants.commented_hands import CommentedHand
from truquero.variants.word_files import voices_of


def checked_players(players: SupportsIndex) -> int:
    """Return the number of players as an int. Raise OptionError if it is not a whole number."""
    if isinstance(players, bool) or not hasattr(players, "__index__"):
        message = _("{name} is {given}: write a whole number")
        raise OptionError(message.format(name="players", given=repr(players)))
    return index(players)


@dataclass(frozen=True)
class Preset:
    """A regional game: its name, source, numbers of players and options, and the function that builds its rules."""

    name: str  # in records and commands
    title: str  # for people
    region: str  # where it is played
    source: str  # the rule book it follows
    players: tuple[int, ...]  # the usual number first
    options: tuple[RuleOption, ...]  # its house rules
    build: Callable[[Options, int], Rules]  # makes the rules from chosen options and a number of players
    parent: str = ""  # the preset that the rule book compares this one with
    defaults: Mapping[int, Mapping[str, str]] = field(default_factory=dict)  # options whose default depends on players
    own_voices: Voices | None = None  # replaces the voices of the file in `words/`
    aliases: Mapping[str, str] = field(default_factory=dict)  # from the alias of an option to the option
    advice: SourceAdvice | None = None  # what its source advises the players
    commented_hands: tuple[CommentedHand, ...] = ()  # hands that its source comments on
    country: str = ""  # a country code as in a locale, if the language has a variety in the home of the game

    def __repr__(self) -> str:
        players = " ".join(map(str, self.players))
        return f"<{type(self).__name__} {self.name}, players {players}, {len(self.options)} options>"

    @property
    def voices(self) -> Voices:
        """The words of the game."""
        return self.own_voices or voices_of(self.name)

    @property
    def language(self) -> str:
        """Return the available language closest to that of the home of the game, such as es-AR for Uruguay."""
        return matching_language(f"{self.voices.language}-{self.country}") or self.voices.language

    def default(self, option: RuleOption, players: int) -> str:
        """Return the default value of an option for a number of players."""
        return self.defaults.get(players, {}).get(option.name, option.default)

    def rules(self, players: int | None = None, /, **chosen: object) -> Rules:
        """Return the rules for a number of players with the chosen options."""
        seats = self.players[0] if players is None else checked_players(players)
        if seats not in self.players:
            allowed = ", ".join(map(str, sorted(self.players)))
            message = _("{name} is not played by {seats}: choose players from {allowed}")
            raise OptionError(message.format(name=self.name, seats=seats, allowed=allowed))
        usual = {option.name: self.default(option, seats) for option in self.options}
        options = self._agreed(choose(self.options, {**usual, **chosen}), usual)
        return replace(
            self.build(options, seats),
            variant=self.name,
            title=self.title,
            players=seats,
            options=options.values,
            changed={
                name: value
                for name, value in options.values.items()
                if value != usual[name] and name not in self.aliases
            },
            voices=self.voices,
            out_of_turn=options["word"] == "any",
            declare_aloud=options["declare"] == "manual",
        )

    def _agreed(self, options: Options, usual: Mapping[str, str]) -> Options:
        """Return the options with the same value for an option and its alias.

        Raise OptionError if both were set to different values.
        """
        values = dict(options.values)
        for pair in self.aliases.items():
            chosen = {name: values[name] for name in pair if values[name] != usual[name]}
            if len(set(chosen.values())) > 1:
                first, second = (f"{name}={value}" for name, value in chosen.items())
                message = _("{one} and {other} set the same option: give one of them")
                raise OptionError(message.format(one=first, other=second))
            values |= dict.fromkeys(pair, *chosen.values()) if len(chosen) == 1 else {}
        return Options(values)


def shared_options(target: int, ties: str = "STD", all_tied: str = "mano") -> tuple[RuleOption, ...]:
    """Return the options that every preset has, with this preset's defaults."""
    policies = [ties, *(policy.value for policy in Ties if policy.value != ties)]
    return (
        number("target", target, "points of a game"),
        choice(
            "word",
            "turn|any",
            "calling truco when nothing is pending: only the player whose turn it is, or anyone",
        ),
        choice("tie_policy", "|".join(policies), "what a tied trick does"),
        choice("tie_lead", "same_leader|first_tied|tier", "leader after a tied trick"),
        choice(
            "all_tied", "mano|none" if all_tied == "mano" else "none|mano", "side that wins when all tricks are tied"
        ),
        choice(
            "declare", "auto|manual", "whether the program counts the points of the cards, or the players declare them"
        ),
        switch("strict_words", "off|on", "how words count"),
        switch("finish_hand_before_win", "off|on", "the hand is played out although a side has reached the target"),
    )


def trick_rules(options: Options) -> TrickRules:
    """Return the trick rules, with the chosen policies on ties."""
    return TrickRules(Ties(options["tie_policy"]), TieLead(options["tie_lead"]), AllTied(options["all_tied"]))


def match_rules(
    options: Options, game_name: str, games_name: str = "", *, games_to_win: int = 1, halves: bool = False
) -> MatchRules:
    """Return the match rules for the chosen options.

    `games_name` is the plural of `game_name`. It defaults to that name with an -s.
    """
    return MatchRules(
        target=options.number("target"),
        games_to_win=games_to_win,
        game_name=game_name,
        games_name=games_name or f"{game_name}s",
        halves=halves,
        finish_hand_before_win=options.on("finish_hand_before_win"),
    )
