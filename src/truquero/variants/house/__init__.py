"""House rules in a TOML file: a preset to start from, and the differences at this table.

docs/reference/house-rules.md describes the file. The result is a preset like any other, but it is not in the registry.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from truquero.i18n import _
from truquero.i18n.os_errors import reason
from truquero.rules.game import Rules
from truquero.rules.options import NumberOption, OptionError, Options, RuleOption, as_text, choose
from truquero.variants import VARIANTS, preset
from truquero.variants.house.pack import deciding_key, read_pack
from truquero.variants.house.text import HouseError, HouseText, short
from truquero.variants.house.truco import read_truco
from truquero.variants.house.words import read_words
from truquero.variants.preset import Preset

SUFFIX = ".toml"
KEYS = ("name", "title", "from", "place", "players", "target", "options", "truco", "pack", "words")
LARGEST_FILE = 256 * 1024
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_LONGEST_NAME = 40

Build = Callable[[Options, int], Rules]
Defaults = Mapping[int, Mapping[str, str]]  # defaults that depend on the number of players


def find(name_or_file: str) -> Preset:
    """Return the preset of that name, or the house rules in that file."""
    return load(name_or_file) if name_or_file.lower().endswith(SUFFIX) else preset(name_or_file)


def load(path: str | os.PathLike[str]) -> Preset:
    """Return the house rules in a file. Raise HouseError if they cannot be used."""
    name = os.fspath(path)
    try:
        with Path(name).open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        cause = reason(error) if isinstance(error, OSError) else error
        raise HouseError(name, None, _("it cannot be read: {reason}").format(reason=cause)) from error
    if len(data) > LARGEST_FILE:
        message = _("a file of house rules has at most {most} bytes; this is something else").format(most=LARGEST_FILE)
        raise HouseError(name, None, message)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise HouseError(name, line, _("this is not UTF-8 text: save it as UTF-8")) from error
    return loads(text, name)


def loads(text: str, file: str = "house.toml") -> Preset:
    """Return the house rules in a text. Error messages refer to it as `file`."""
    house = HouseText(text, file)
    house.only(KEYS)
    parent = _parent(house)
    name, players = _name(house), _players(house, parent)
    aliases = {} if house.points("target") is not None else parent.aliases
    options, defaults = _options(house, parent, players, aliases)
    build = _build(house, parent, options, defaults, players)
    idle = _idle_options(options, defaults, players, parent.build, build)
    idle |= {option.name: option.default for option in options if option.name in set(parent.aliases) - set(aliases)}
    for chosen in house.get(dict, "options") or {}:
        if chosen in idle:
            message = _("{option} chooses something that this file replaces: remove it").format(option=chosen)
            raise house.error(message, "options", chosen)
    table = Preset(
        name=name,
        title=house.line_of_text("title") or f"{parent.title} ({name})",
        region=house.line_of_text("place") or parent.region,
        source=Path(file).name,
        players=players,
        options=tuple(option for option in options if option.name not in idle),
        build=_with_fixed(build, idle),
        parent=parent.name,
        defaults={
            seats: {key: value for key, value in values.items() if key not in idle}
            for seats, values in defaults.items()
        },
        own_voices=parent.voices,
        aliases=aliases,
    )
    return replace(table, own_voices=read_words(house, parent.voices, table.rules()))


# ------------------------------------------------------------------------------------------------ name and players


def _parent(house: HouseText) -> Preset:
    name = house.need(str, 'from = "argentino"', "from")
    if name.lower() not in VARIANTS:
        message = _("there is no variant {asked} to start from; the variants are {known}")
        raise house.error(message.format(asked=short(name), known=", ".join(VARIANTS)), "from")
    return preset(name)


def _name(house: HouseText) -> str:
    name = house.need(str, 'name = "mi-pueblo"', "name")
    if not _NAME.fullmatch(name) or len(name) > _LONGEST_NAME:
        message = _("{name} cannot be a name in records: write small letters, digits and hyphens, such as mi-pueblo")
        raise house.error(message.format(name=short(name)), "name")
    if name in VARIANTS:
        raise house.error(_("{name} is a variant already: choose another name").format(name=name), "name")
    return name


def _players(house: HouseText, parent: Preset) -> tuple[int, ...]:
    numbers = house.get(object, "players")
    if numbers is None:
        return parent.players
    fitting: list[int] = []
    for index, number in enumerate(numbers if isinstance(numbers, list) else ()):
        if type(number) is not int or number not in parent.players or number in fitting:
            raise house.error(_no_players(parent, number), "players", index)
        fitting.append(number)
    if not fitting:
        raise house.error(_no_players(parent, numbers), "players")
    return tuple(fitting)


def _no_players(parent: Preset, value: object) -> str:
    message = _(
        "players must be some of {allowed}, each once, the usual number first, such as {example}; {given} does not fit"
    )
    allowed = ", ".join(map(str, sorted(parent.players)))
    return message.format(allowed=allowed, example=list(parent.players[:2]), given=short(value))


# ---------------------------------------------------------------------------------------------------------- options


def _options(
    house: HouseText, parent: Preset, players: Iterable[int], aliases: Mapping[str, str]
) -> tuple[tuple[RuleOption, ...], Defaults]:
    """Return the parent's options with the house's defaults, and the defaults that depend on the number of players."""
    chosen: dict[str, str] = {}
    options_by_name = {option.name: option for option in parent.options}
    in_table = [option for option in parent.options if option.name != "target"]
    target = house.points("target")
    if target is not None:
        options_by_name["target"] = NumberOption("target", (), options_by_name["target"].description)
        chosen["target"] = str(target)
    for name, value in (house.get(dict, "options") or {}).items():
        if name == "target":
            message = _("target must stand above the tables, on a line of its own: target = {value}")
            raise house.error(message.format(value=value), "options", name)
        if not isinstance(value, str | int):
            message = _("{option} must be a text, a whole number, true or false, not {value}")
            raise house.error(message.format(option=name, value=short(value)), "options", name)
        try:
            chosen[name] = choose(in_table, {name: as_text(value)})[name]
        except OptionError as error:
            raise house.error(str(error), "options", name) from error
    chosen |= {option: chosen[alias] for alias, option in aliases.items() if alias in chosen}
    options = tuple(_with_default(option, chosen.get(option.name)) for option in options_by_name.values())
    remaining_defaults = {
        seats: {name: value for name, value in parent.defaults.get(seats, {}).items() if name not in chosen}
        for seats in players
    }
    return options, {seats: values for seats, values in remaining_defaults.items() if values}


def _with_default(option: RuleOption, value: str | None) -> RuleOption:
    """Return the option with another default, moved to the front of its choices."""
    if value is None:
        return option
    other_choices = (
        () if isinstance(option, NumberOption) else tuple(choice for choice in option.choices if choice != value)
    )
    return replace(option, choices=(value, *other_choices))


def _idle_options(
    options: Iterable[RuleOption], defaults: Defaults, players: Iterable[int], parent_build: Build, house_build: Build
) -> dict[str, str]:
    """Return the options that have an effect in the parent but none here, with their defaults.

    An example is a choice of pack where the house defines its own pack.
    """
    if parent_build is house_build:
        return {}
    all_options = tuple(options)

    def decides(option: RuleOption, build: Build) -> bool:
        return any(_outcomes(option, all_options, defaults.get(seats, {}), seats, build) for seats in players)

    named_choices = [option for option in all_options if not isinstance(option, NumberOption)]
    return {
        option.name: option.default
        for option in named_choices
        if decides(option, parent_build) and not decides(option, house_build)
    }


def _outcomes(
    option: RuleOption, options: Iterable[RuleOption], chosen: Mapping[str, str], seats: int, build: Build
) -> bool:
    """Return whether the choices of an option lead to different rules."""
    outcomes: list[Rules | None] = []
    for value in option.choices:
        try:
            outcomes.append(build(choose(options, {**chosen, option.name: value}), seats))
        except OptionError:  # the value conflicts with other options
            outcomes.append(None)
    return any(outcome != outcomes[0] for outcome in outcomes)


# ------------------------------------------------------------------------------------------------------------ rules


def _build(
    house: HouseText, parent: Preset, options: tuple[RuleOption, ...], defaults: Defaults, players: tuple[int, ...]
) -> Build:
    """Return the function that builds the rules: the parent's function, with the house's truco and pack applied."""

    def usual_rules(seats: int, build: Build) -> Rules:
        try:
            return build(choose(options, defaults.get(seats, {})), seats)
        except OptionError as error:
            path = ("pack", deciding_key(house)) if build is not parent.build else ("options",)
            raise house.error(str(error), *path) from error

    parent_rules = replace(usual_rules(players[0], parent.build), players=players[0])
    truco = read_truco(house, parent_rules)
    pack = read_pack(house, parent_rules)
    if truco is None and pack is None:
        build = parent.build
    else:

        def build(chosen: Options, seats: int) -> Rules:
            rules = replace(parent.build(chosen, seats), players=seats)
            if truco is not None:
                rules = replace(rules, truco=replace(rules.truco, base=truco.base, rungs=truco.rungs))
            return rules if pack is None else pack.dealt_in(rules)

    for rules_of in (parent.build, build):
        for seats in sorted(players, reverse=True):  # more players need more cards
            usual_rules(seats, rules_of)
    return build


def _with_fixed(build: Build, fixed: Mapping[str, str]) -> Build:
    """Return a build function that adds fixed values for the options that are no longer offered."""
    if not fixed:
        return build
    return lambda chosen, seats: build(Options({**fixed, **chosen.values}), seats)


__all__ = ["HouseError", "find", "load", "loads"]
