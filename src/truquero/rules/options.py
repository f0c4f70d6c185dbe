"""House rules: named, typed options with a default, read from `name=value` and checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from truquero.language import _

MOST_POINTS = 1000


class OptionError(ValueError):
    """An option that does not exist or a value it cannot have. The message says what would be right."""


@dataclass(frozen=True)
class Option:
    """A choice among words; the default stands first."""

    name: str
    choices: tuple[str, ...]
    about: str

    @property
    def default(self) -> str:
        return self.choices[0]

    @property
    def allowed(self) -> str:
        return "|".join(self.choices)

    def read(self, text: str) -> str:
        for choice in self.choices:
            if choice.lower() == text.lower():
                return choice
        about = _("option {given}: choose one of {choices}")
        raise OptionError(about.format(given=f"{self.name}={text}", choices=", ".join(self.choices)))


@dataclass(frozen=True)
class NumberOption(Option):
    """Any whole number within limits; `choices` holds the default alone."""

    most: int = MOST_POINTS
    least: int = 1

    @property
    def allowed(self) -> str:
        return f"{self.least}..{self.most}"

    def read(self, text: str) -> str:
        digits = text.lstrip("0") or "0"
        number = int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= len(str(self.most)) else -1
        if not text or not self.least <= number <= self.most:
            about = _("option {given}: choose a whole number from {least} to {most}")
            raise OptionError(about.format(given=f"{self.name}={text}", least=self.least, most=self.most))
        return str(number)


def choice(name: str, choices: str, about: str) -> Option:
    """`choice("tie_lead", "same_leader|first_tied", "…")`, the default first."""
    return Option(name, tuple(choices.split("|")), about)


def switch(name: str, choices: str, about: str) -> Option:
    """`on|off` or `off|on`, the default first."""
    if set(choices.split("|")) != {"on", "off"}:
        raise ValueError(f"{name} is no switch: {choices}")
    return choice(name, choices, about)


def number(name: str, default: int, about: str, most: int = MOST_POINTS, least: int = 1) -> NumberOption:
    return NumberOption(name, (str(default),), about, most, least)


@dataclass(frozen=True)
class Options:
    """The options of a preset as chosen: every one has a value."""

    values: Mapping[str, str]

    def __getitem__(self, name: str) -> str:
        return self.values[name]

    def on(self, name: str) -> bool:
        return self.values[name] == "on"

    def number(self, name: str) -> int:
        return int(self.values[name])


def choose(known: Iterable[Option], chosen: Mapping[str, object]) -> Options:
    """Every option with the value chosen for it, or its default."""
    options = {option.name: option for option in known}
    values = {name: option.default for name, option in options.items()}
    for name, value in chosen.items():
        if name not in options:
            about = _("unknown option {name}; the options are {names}")
            raise OptionError(about.format(name=repr(name), names=", ".join(sorted(options))))
        values[name] = options[name].read(as_text(value))
    return Options(values)


def as_text(value: object) -> str:
    """What a caller in Python would naturally write: `flor=False`, `patas=3`."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def parse(words: Iterable[str]) -> dict[str, str]:
    """`["patas=3", "tie_policy=STD"]` as a mapping; the same option twice is an error."""
    found: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name or not value:
            raise OptionError(_("option {given}: write name=value, such as target=15").format(given=repr(word)))
        if name in found:
            raise OptionError(_("option {name} is given twice").format(name=name))
        found[name] = value
    return found
