"""House rules: named, typed options with a default, parsed from `name=value` and validated."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from truquero.i18n import _
from truquero.rules.suggestions import with_suggestion

MOST_POINTS = 1000


class OptionError(ValueError):
    """A variant, a number of players or a house rule that does not exist. The message lists what is valid.

    >>> from truquero import rules_of
    >>> rules_of("argentino", 5)
    Traceback (most recent call last):
        ...
    truquero.rules.options.OptionError: argentino is not played by 5: choose players from 2, 3, 4, 6, 8
    """


@dataclass(frozen=True)
class RuleOption:
    """A choice among words. The default is the first choice."""

    name: str  # in commands and records
    choices: tuple[str, ...]  # the default first
    description: str  # for help

    @property
    def default(self) -> str:
        """The value if none is chosen."""
        return self.choices[0]

    @property
    def allowed(self) -> str:
        """The valid values, as text for help and messages."""
        return "|".join(self.choices)

    def read(self, text: str) -> str:
        """Return a given value in its canonical form. Raises OptionError if it is invalid."""
        for choice in self.choices:
            if choice.lower() == text.lower():
                return choice
        message = _("option {given}: choose one of {choices}")
        problem = message.format(given=f"{self.name}={text}", choices=", ".join(self.choices))
        raise OptionError(with_suggestion(problem, text, self.choices))


@dataclass(frozen=True)
class NumberOption(RuleOption):
    """A whole number within limits. `choices` contains only the default."""

    most: int = MOST_POINTS  # the largest value
    least: int = 1  # the smallest value

    @property
    def allowed(self) -> str:
        """The valid values, as text for help and messages: `1..1000`."""
        return f"{self.least}..{self.most}"

    def read(self, text: str) -> str:
        digits = text.lstrip("0") or "0"
        number = int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= len(str(self.most)) else -1
        if not text or not self.least <= number <= self.most:
            message = _("option {given}: choose a whole number from {least} to {most}")
            raise OptionError(message.format(given=f"{self.name}={text}", least=self.least, most=self.most))
        return str(number)


def choice(name: str, choices: str, description: str) -> RuleOption:
    """Create an option, with the default first: `choice("tie_lead", "same_leader|first_tied", "…")`."""
    return RuleOption(name, tuple(choices.split("|")), description)


def switch(name: str, choices: str, description: str) -> RuleOption:
    """Create an option with the choices `on|off` or `off|on`, the default first."""
    if set(choices.split("|")) != {"on", "off"}:
        raise ValueError(f"{name} is no switch: {choices}")
    return choice(name, choices, description)


def number(name: str, default: int, description: str, most: int = MOST_POINTS, least: int = 1) -> NumberOption:
    """Create an option for a whole number."""
    return NumberOption(name, (str(default),), description, most, least)


@dataclass(frozen=True)
class Options:
    """The values of all options of a preset, chosen or default."""

    values: Mapping[str, str]  # by the name of the option

    def __getitem__(self, name: str) -> str:
        return self.values[name]

    def on(self, name: str) -> bool:
        """Return whether a switch is on."""
        return self.values[name] == "on"

    def number(self, name: str) -> int:
        """Return the value of a number option."""
        return int(self.values[name])


def choose(options: Iterable[RuleOption], chosen: Mapping[str, object]) -> Options:
    """Return the values of all known options, chosen or default. Raises OptionError for an invalid choice."""
    options_by_name = {option.name: option for option in options}
    values = {name: option.default for name, option in options_by_name.items()}
    for name, value in chosen.items():
        if name not in options_by_name:
            message = _("unknown option {name}; the options are {names}")
            problem = message.format(name=repr(name), names=", ".join(sorted(options_by_name)))
            raise OptionError(with_suggestion(problem, name, options_by_name))
        values[name] = options_by_name[name].read(as_text(value))
    return Options(values)


def as_text(value: object) -> str:
    """Return the text of an option value given as a Python object, as in `flor=False` or `patas=3`."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def parse(words: Iterable[str]) -> dict[str, str]:
    """Parse words such as `["patas=3", "tie_policy=STD"]` into a mapping. A repeated option raises OptionError."""
    chosen: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name or not value:
            raise OptionError(_("option {given}: write name=value, such as target=15").format(given=repr(word)))
        if name in chosen:
            raise OptionError(_("option {name} is given twice").format(name=name))
        chosen[name] = value
    return chosen
