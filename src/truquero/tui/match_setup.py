"""The choices of a player for a new match, before it begins."""

from __future__ import annotations

from dataclasses import dataclass, field

from truquero.rules.game import Rules
from truquero.table.sign_codes import has_partners
from truquero.tui.pace import Pace
from truquero.variants import Preset
from truquero.variants.championship import championship_options
from truquero.variants.styles import Style, styles_of

OWN_STYLE = "own"  # players and house rules that no style has


@dataclass
class MatchSetup:
    """The choices of the player so far."""

    preset: Preset
    bot: str  # the bot of every seat that is not in `bots`
    players: int = 0
    seat: int = 1
    bots: dict[int, str] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)
    ceremony: bool = False
    pace: Pace = Pace()
    signs: str = ""  # the private code of señas of the player's side, if any

    def __post_init__(self) -> None:
        self.players = self.players or self.preset.players[0]

    def take(self, preset: Preset) -> None:
        """Choose another game, with its usual players and rules."""
        self.preset, self.players, self.options = preset, preset.players[0], {}
        self.seat = min(self.seat, self.players)

    @property
    def style(self) -> str:
        """The style that has the chosen players and house rules; OWN_STYLE if none has."""
        changed = {name: value for name, value in self.options.items() if value != self._usual(name)}
        styles = styles_of(self.preset).items()
        return next((name for name, style in styles if style == Style(self.players, changed)), OWN_STYLE)

    def _usual(self, name: str) -> str:
        option = next(option for option in self.preset.options if option.name == name)
        return self.preset.default(option, self.players)

    def take_style(self, style: Style) -> None:
        """Choose the players and the house rules of a style."""
        self.players, self.options = style.players, dict(style.options)
        self.seat = min(self.seat, self.players)

    @property
    def championship(self) -> bool:
        """Whether the house rules include those of a championship."""
        return championship_options(self.preset).items() <= self.options.items()

    def choose_championship(self, chosen: bool) -> None:
        """Add the house rules of a championship, or remove them."""
        options = championship_options(self.preset)
        others = {name: value for name, value in self.options.items() if name not in options}
        self.options = {**others, **options} if chosen else others

    def rules(self) -> Rules:
        """Return the rules of the table. Raise OptionError if the choices conflict."""
        return self.preset.rules(self.players, **self.options)

    def may_agree_on_signs(self) -> bool:
        """Return whether the sides have partners, who could agree on private señas."""
        return has_partners(self.players)

    def signs_agreed(self) -> str:
        """Return the private señas of the player's side; empty if it has no partners."""
        return self.signs if self.may_agree_on_signs() else ""

    def opponents(self) -> dict[int, str]:
        """Return the bot in every seat but the player's, also in those of partners."""
        return {seat: self.bots.get(seat, self.bot) for seat in range(1, self.players + 1) if seat != self.seat}
