"""The setup screen: the game, the players, the house rules, the bots, the player's seat and the language."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import ClassVar

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Button, Input, Label, OptionList, Static
from textual.widgets.option_list import Option as Item

from truquero.bots import ROSTER
from truquero.bots.bot_registry import shown_name
from truquero.i18n import LANGUAGE_CHOICES, _, current_language
from truquero.rulebook.choices import choices_in_words
from truquero.rules.game import Rules
from truquero.rules.options import NumberOption, OptionError, RuleOption
from truquero.session import SPEEDS
from truquero.speech.house_rules_text import states_of_switch
from truquero.speech.narration import TableText
from truquero.table import TableError
from truquero.table.schedule import side_of
from truquero.table.sign_codes import meaning_words, read_code
from truquero.tui.match_setup import OWN_STYLE, MatchSetup
from truquero.tui.widgets.drop_down import DropDown, ValueList
from truquero.tui.widgets.game_list import GameList
from truquero.tui.widgets.window_size import TooSmall
from truquero.variants import VARIANTS, Preset
from truquero.variants.championship import championship_in_words, missing_from_championship
from truquero.variants.option_groups import conditions_of, grouped_options, matters
from truquero.variants.styles import NAMES, Style, in_one_line, styles_of

ON_OFF = ("on", "off")
OFFERED_SECONDS = (4, 8, 12, 20, 40, 90)  # for the player's answer
FILL_DELAY = 0.2  # seconds on a game before its rules are shown, so that scrolling past it stays fast
Change = Callable[[str], bool]  # applies a chosen value; true if the form must be rebuilt
About = Callable[[str], str]  # describes a value


class SetupScreen(Screen[None]):
    """A list of the games, and beside it a form with all other choices."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p,f5", "play", show=False),
        Binding("q,escape", "app.leave", show=False),
    ]

    class Ready(Message):
        """The choices are complete and valid."""

        def __init__(self, setup: MatchSetup, rules: Rules) -> None:
            self.setup, self.rules = setup, rules
            super().__init__()

    class LanguageChosen(Message):
        """Another language was chosen."""

        def __init__(self, language: str, setup: MatchSetup) -> None:
            self.language, self.setup = language, setup
            super().__init__()

    def __init__(self, setup: MatchSetup) -> None:
        super().__init__()
        self._setup = setup
        self.form_of: tuple[str, int, int] | None = None  # the game, players and seat that the form shows
        self._fill_timer: Timer | None = None
        self._changes: dict[Widget, Change] = {}  # the change that each control of the form makes
        self._descriptions: dict[Widget, About] = {}  # the description shown while a control has the focus

    # ------------------------------------------------------------------------------------------------------- layout

    def compose(self) -> ComposeResult:
        yield Static(_("Choose your table"), id="title", markup=False)
        with Horizontal(id="body"):
            yield self._games()
            yield VerticalScroll(id="form", can_focus=False)
        yield Static("", id="notice", markup=False)
        with Horizontal(id="line"):
            yield Button(Text(_("Play (p)")), id="play", compact=True)
            yield Static(_("Tab and arrows move, Enter chooses, q leaves"), id="keys", markup=False)
        yield TooSmall()

    def _games(self) -> GameList:
        items = [Item(_game_label(preset), id=name) for name, preset in VARIANTS.items()]
        option_list = GameList(*items, id="games")
        names = list(VARIANTS)
        option_list.highlighted = names.index(self._setup.preset.name) if self._setup.preset.name in names else 0
        return option_list

    async def on_mount(self) -> None:
        self.query_one("#games").focus()
        await self._fill()

    async def _fill(self) -> None:
        """Rebuild the form for the chosen game and players. Keep the focus on the same control if there is one."""
        form, focused = self.query_one("#form", VerticalScroll), self.focused
        self._changes.clear()
        self._descriptions.clear()
        async with self.batch():
            await form.remove_children()
            await form.mount_all(self._rows())
        focused_id = None if focused is None else focused.id
        control = next(
            (control for control in self._changes if control.id is not None and control.id == focused_id), None
        )
        if control is not None:
            control.focus()
        else:
            form.scroll_home(animate=False)
        self._describe(self.focused)
        self.form_of = (self._setup.preset.name, self._setup.players, self._setup.seat)

    def _rows(self) -> Iterator[Widget]:
        setup = self._setup
        yield self._row("language", _("language"), LANGUAGE_CHOICES, current_language(), self._choose_language)
        styles = {**{str(name): _(NAMES[name]) for name in styles_of(setup.preset)}, OWN_STYLE: _("your own")}
        yield self._row("style", _("style"), styles, setup.style, self._choose_style, self._describe_style)
        states, state = states_of_switch(), "on" if setup.championship else "off"
        about = self._describe_championship
        yield self._row("championship", _("championship"), states, state, self._choose_championship, about)
        counts = {str(count): str(count) for count in setup.preset.players}
        yield self._row("players", _("players"), counts, str(setup.players), self._choose_players)
        seats = {str(seat): str(seat) for seat in range(1, setup.players + 1)}
        yield self._row("seat", _("your seat"), seats, str(setup.seat), self._choose_seat)
        bots = {name: shown_name(name) for name in (*ROSTER, *setup.bots.values(), setup.bot)}
        for seat, name in setup.opponents().items():
            mine = setup.players != 3 and side_of(seat) == side_of(setup.seat)
            label = (_("Seat {seat} (partner)") if mine else _("Seat {seat} (rival)")).format(seat=seat)
            yield self._row(f"seat-{seat}", label, bots, name, partial(self._choose_bot, seat), _describe_bot)
        for title, options in grouped_options(setup.preset):
            shown = [option for option in options if matters(setup.preset, option, setup.players, setup.options)]
            if shown:
                yield Label(_(title), classes="heading", markup=False)
            for option in shown:
                yield self._control(option, setup.preset.default(option, setup.players))
        yield Label(_("Ceremony and señas"), classes="heading", markup=False)
        ceremony = _("also play the draw for the first dealer, the cut, and cards that fall face up during the deal")
        state = "on" if setup.ceremony else "off"
        yield self._row("ceremony", _("ceremony"), states, state, self._choose_ceremony, lambda _value: ceremony)
        yield from self._pace_rows()
        if setup.may_agree_on_signs():
            line = Input(setup.signs, compact=True, classes="number", id="choose-signs")
            yield self._labelled(_("own señas"), line, self._choose_signs, self._describe_signs)

    def _pace_rows(self) -> Iterator[Widget]:
        """Yield the rows for the speed of the bots and for what goes on without the player."""
        pace, speeds = self._setup.pace, {"calm": _("calm"), "normal": _("normal"), "fast": _("fast")}
        yield self._row("speed", _("speed of the bots"), speeds, pace.speed, self._choose_speed)
        if self._setup.may_agree_on_signs():
            limits = {str(count): str(count) for count in sorted({*OFFERED_SECONDS, pace.answer_seconds}) if count}
            waits, label = {"0": _("without a limit"), **limits}, _("time for your answer")
            yield self._row(
                "answer", label, waits, str(pace.answer_seconds), self._choose_answer_seconds, _describe_answer
            )
        states = states_of_switch()
        yield self._row("cuts", _("always cut for me"), states, ON_OFF[not pace.cuts], self._choose_cuts)
        goes_on = ON_OFF[not pace.goes_on]
        yield self._row("goes-on", _("next hand by itself"), states, goes_on, self._choose_goes_on)

    def _row(
        self, key: str, label: str, values: Mapping[str, str], value: str, change: Change, about: About | None = None
    ) -> Horizontal:
        return self._labelled(label, DropDown(values, value, id=f"choose-{key}"), change, about)

    def _labelled(self, label: str, control: Widget, change: Change, about: About | None) -> Horizontal:
        self._changes[control] = change
        if about is not None:
            self._descriptions[control] = about
        return Horizontal(Label(label, classes="name", markup=False), control, classes="choice")

    def _control(self, option: RuleOption, usual: str) -> Horizontal:
        """Return the row of a house rule: its description and its values. The notice below shows its name."""

        preset = self._setup.preset
        others = [condition for other in preset.options for condition in conditions_of(preset, other)]
        decides = any(option.name in condition for condition in others)  # it shows or hides other house rules

        def change(chosen: str) -> bool:
            changed = self._setup.options.get(option.name, usual) != chosen
            self._setup.options[option.name] = chosen
            return changed and decides

        states = states_of_switch()

        def description(chosen: str) -> str:
            allowed = f" ({option.allowed})" if isinstance(option, NumberOption) else ""
            text = f"{_(option.description)}{allowed}"
            about = _("{about}; usually {value}").format(about=text, value=states.get(usual, usual))
            meaning = choices_in_words(preset, option).get(chosen)
            return f"{option.name}: {about}" + (f". {states.get(chosen, chosen)}: {meaning}" if meaning else "")

        value, key = self._setup.options.get(option.name, usual), f"rule-{option.name}"
        if isinstance(option, NumberOption):
            line = Input(value, type="integer", compact=True, classes="number", id=f"choose-{key}")
            row = self._labelled(_(option.description), line, change, description)
        else:
            labels = {choice: states.get(choice, choice) for choice in option.choices}
            row = self._row(key, _(option.description), labels, value, change, description)
        row.add_class("rule")
        return row

    # --------------------------------------------------------------------------------------------------- descriptions

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        if isinstance(event.widget, ValueList):  # a list has been opened
            self.watch(event.widget, "highlighted", self._value_highlighted, init=False)
        self._describe(event.widget)

    def _value_highlighted(self, index: int | None) -> None:
        """Describe the highlighted value of an open list, before it is chosen."""
        if isinstance(self.focused, OptionList) and index is not None:
            drop_down = self.focused.parent
            self._describe(self.focused, drop_down.value_at(index) if isinstance(drop_down, DropDown) else None)

    def _describe(self, focused: Widget | None, value: str | None = None) -> None:
        """Describe the control that has the focus; if it has no description, describe the table chosen so far."""
        ancestors = () if focused is None else focused.ancestors_with_self
        control = next((widget for widget in ancestors if widget in self._descriptions), None)
        if isinstance(control, DropDown | Input):
            self._tell(self._descriptions[control](str(control.value) if value is None else value))
        else:
            self._tell(self._opening_line())

    def _opening_line(self) -> str:
        try:
            return next(TableText(self._setup.rules(), self._setup.seat).opening())
        except OptionError:
            return ""

    def _tell(self, notice: str) -> None:
        self.query_one("#notice", Static).update(notice)

    # ----------------------------------------------------------------------------------------------------- choosing

    @on(OptionList.OptionHighlighted, "#games")
    def _another_game(self, event: OptionList.OptionHighlighted) -> None:
        preset = VARIANTS[str(event.option_id)]
        if preset is self._setup.preset:
            return
        self._setup.take(preset)
        self._changes.clear()  # the controls of the former game, which still are in the form
        if self._fill_timer is not None:
            self._fill_timer.stop()
        self._fill_timer = self.set_timer(FILL_DELAY, self._fill)

    @on(OptionList.OptionSelected, "#games")
    def _game_chosen(self) -> None:
        self.query_one("#play").focus()

    @on(DropDown.Changed)
    async def _changed(self, event: DropDown.Changed) -> None:
        await self._change(event.drop_down, event.value)

    @on(Input.Changed)
    async def _typed(self, event: Input.Changed) -> None:
        await self._change(event.input, event.value)

    async def _change(self, control: Widget, value: str) -> None:
        change = self._changes.get(control)
        if change is None:
            return
        if change(value):
            await self._fill()
            return
        self.query_one("#choose-style", DropDown).value = self._setup.style
        self.query_one("#choose-championship", DropDown).value = "on" if self._setup.championship else "off"
        if self.focused is not None:
            self._describe(self.focused)

    def _choose_language(self, language: str) -> bool:
        if language != current_language():
            self.post_message(self.LanguageChosen(language, self._setup))
        return False

    def _choose_style(self, name: str) -> bool:
        styles = styles_of(self._setup.preset)
        chosen = next((style for known, style in styles.items() if known == name), None)
        if chosen is None or name == self._setup.style:
            return False
        self._setup.take_style(chosen)
        return True

    def _describe_style(self, value: str) -> str:
        """Return a style in one line."""
        setup, styles = self._setup, styles_of(self._setup.preset)
        style = next((style for name, style in styles.items() if value == name), None)
        return in_one_line(setup.preset, style or Style(setup.players, setup.options))

    def _choose_championship(self, chosen: str) -> bool:
        changed = (chosen == "on") != self._setup.championship
        self._setup.choose_championship(chosen == "on")
        return changed

    def _describe_championship(self, _value: str) -> str:
        preset = self._setup.preset
        return "; ".join((championship_in_words(preset), *missing_from_championship(preset)))

    def _choose_players(self, count: str) -> bool:
        changed = int(count) != self._setup.players
        self._setup.players = int(count)
        self._setup.seat = min(self._setup.seat, self._setup.players)
        return changed

    def _choose_seat(self, seat: str) -> bool:
        changed = int(seat) != self._setup.seat
        self._setup.seat = int(seat)
        return changed

    def _choose_bot(self, seat: int, name: str) -> bool:
        self._setup.bots[seat] = name
        return False

    def _choose_ceremony(self, chosen: str) -> bool:
        self._setup.ceremony = chosen == "on"
        return False

    def _choose_speed(self, chosen: str) -> bool:
        speed = next(speed for speed in SPEEDS if speed == chosen)
        self._setup.pace = replace(self._setup.pace, speed=speed)
        return False

    def _choose_answer_seconds(self, chosen: str) -> bool:
        self._setup.pace = replace(self._setup.pace, answer_seconds=int(chosen))
        return False

    def _choose_cuts(self, chosen: str) -> bool:
        self._setup.pace = replace(self._setup.pace, cuts=chosen == "on")
        return False

    def _choose_goes_on(self, chosen: str) -> bool:
        self._setup.pace = replace(self._setup.pace, goes_on=chosen == "on")
        return False

    def _choose_signs(self, text: str) -> bool:
        self._setup.signs = text
        return False

    def _describe_signs(self, text: str) -> str:
        """Return a description of a code of señas, or the error in it."""
        try:
            rules = self._setup.rules()
            read_code(rules, text)
        except (OptionError, TableError) as error:
            return str(error)
        message = _("señas of your side's own, such as {example}; the rivals do not know what they mean")
        return message.format(example=f"guiño=1e ceja={meaning_words(rules)[0]}/eyebrows")

    # ------------------------------------------------------------------------------------------------------ playing

    def on_button_pressed(self) -> None:
        self.action_play()

    def action_play(self) -> None:
        try:
            rules = self._setup.rules()
            read_code(rules, self._setup.signs_agreed())
        except (OptionError, TableError) as error:
            self._tell(str(error))
            return
        self.post_message(self.Ready(self._setup, rules))


def _describe_answer(_seconds: str) -> str:
    return _("how long a partner waits for your answer to a call before it answers")


def _describe_bot(name: str) -> str:
    return f"{shown_name(name)}: {_(ROSTER[name][1])}" if name in ROSTER else shown_name(name)


def _game_label(preset: Preset) -> Text:
    region = _(preset.region) if preset.region else ""
    players = ", ".join(map(str, sorted(preset.players)))
    details = " · ".join(part for part in (region, players) if part)
    return Text.assemble((preset.title, "bold"), f"\n  {details}")
