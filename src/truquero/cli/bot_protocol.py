"""`truquero bot-protocol`: print the protocol for external bots, print an example hand, or test a program."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from truquero.bots import Azar, Bot, MatchRunner
from truquero.bots.protocol import EXEC, messages
from truquero.bots.protocol.process_bot import SECONDS_VARIABLE, own_seed, split_command
from truquero.cli.arguments import add_variant, game_from, positive_number, seed
from truquero.cli.protocol_check import TableCheck, check_tables, random_house_rules
from truquero.cli.protocol_page import page
from truquero.i18n import N_, _, n_
from truquero.i18n.numbers import grouped
from truquero.rulebook import as_markdown, as_text
from truquero.rules.game import Rules
from truquero.rules.options import OptionError
from truquero.table import Match, View
from truquero.variants import VARIANTS

HELP = N_("explain how a program in any language plays as a bot, and test one")
EXAMPLE = 'truquero bot-protocol | less   ·   truquero bot-protocol --check "python3 bot.py"'

NONE = ""  # the variant if none is named
USUAL_HANDS = 10


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_variant(parser, default=NONE)
    modes = parser.add_mutually_exclusive_group()
    modes.add_argument("--markdown", action="store_true", help=_("print a page of Markdown"))
    modes.add_argument(
        "--example", action="store_true", help=_("print the lines of a hand, as they are sent and answered")
    )
    help_text = _("test this program at every table, or at the tables of VARIANT, and report its errors")
    modes.add_argument("--check", metavar=_("COMMAND"), help=help_text)
    help_text = _("with --check: number of hands at each table (default: {count})").format(count=USUAL_HANDS)
    parser.add_argument("--hands", metavar="H", type=positive_number, help=help_text)
    help_text = _("with --check: seconds to wait for an answer (default: 5, or the value of {variable})").format(
        variable=SECONDS_VARIABLE
    )
    parser.add_argument("--seconds", metavar="S", type=positive_number, help=help_text)
    help_text = _("the same seed deals the same cards (default: 1)")
    parser.add_argument("--seed", metavar="S", type=seed, default="1", help=help_text)


def run(arguments: argparse.Namespace) -> int:
    """Run the command. The exit status is 1 if the tested program fails at any table, otherwise 0."""
    if arguments.check is not None:
        return _check(arguments, _games(arguments))
    if arguments.hands is not None or arguments.seconds is not None:
        raise OptionError(_("use {options} only with {option}").format(options="--hands, --seconds", option="--check"))
    if arguments.example:
        _print_example(_games(arguments)[0], arguments.seed)
        return 0
    if arguments.variant or arguments.house_rules or arguments.players is not None:
        raise OptionError(_("the protocol is the same for every variant: name one only with --example or --check"))
    print(as_markdown(page()) if arguments.markdown else as_text(page(), pictures=False), end="")
    return 0


def _games(arguments: argparse.Namespace) -> list[Rules]:
    """Return the games that the arguments select.

    With a variant, house rules or `--players`, it is one variant (the first by default), with that number of players
    or with each number that it allows. Otherwise it is every variant with each number of players, then each variant
    once more with random house rules.
    """
    game_arguments = [word for word in (arguments.variant, *arguments.house_rules) if word]
    if not game_arguments and arguments.players is None:
        presets = VARIANTS.values()
        usual_rules = [preset.rules(players) for preset in presets for players in preset.players]
        return [*usual_rules, *(random_house_rules(preset, arguments.seed) for preset in presets)]
    arguments.default_variant = next(iter(VARIANTS))
    preset, rules = game_from(arguments)
    if arguments.players is not None:
        return [rules]
    return [preset.rules(players, **rules.changed) for players in preset.players]


# --------------------------------------------------------------------------------------------------------- the example


class _PrintingBot(Bot):
    """A random bot that prints the messages which a program in its seat would receive and send."""

    def __init__(self, rules: Rules, seat: int, seed: str) -> None:
        self._player, self._rules = Azar(seed), rules
        _print_message(messages.start(rules, seat, own_seed(seed)), {"type": "ready", "name": "azar"})

    def choose(self, view: View) -> str:
        move = self._player.choose(view)
        _print_message(messages.turn(view, self._rules, may_pass=False), {"move": move})
        return move

    def speak_up(self, view: View) -> str | None:
        move = self._player.speak_up(view)
        _print_message(messages.turn(view, self._rules, may_pass=True), {"move": move})
        return move


def _print_message(message: messages.Json, answer: messages.Json | None = None) -> None:
    print(f"> {messages.line(message).decode()}", end="")
    if answer is not None:
        print(f"< {messages.line(answer).decode()}", end="")


def _print_example(rules: Rules, seed: str) -> None:
    """Print the messages of one hand for the seat that acts first."""
    match = Match(rules, seed=seed)
    match.deal()
    assert match.hand is not None
    shown_seat = match.hand.seats[0]
    bots: dict[int, Bot] = {seat: Azar(f"{seed}/{seat}") for seat in range(1, rules.players + 1)}
    with MatchRunner(match, {**bots, shown_seat: _PrintingBot(rules, shown_seat, seed)}) as runner:
        runner.play_hand()
    _print_message(messages.end())


# ----------------------------------------------------------------------------------------------------------- the check


def _check(arguments: argparse.Namespace, games: Sequence[Rules]) -> int:
    command = arguments.check.removeprefix(EXEC)  # the prefix is optional
    split_command(command)
    seconds = None if arguments.seconds is None else float(arguments.seconds)
    checks: list[TableCheck] = []
    for check in check_tables(command, games, arguments.hands or USUAL_HANDS, arguments.seed, seconds):
        checks.append(check)
        _print_check(check)
    faulty = sum(check.fault is not None for check in checks)
    answers, slowest = sum(check.answers for check in checks), max(check.slowest for check in checks)
    answers_text = n_("{count} answer", "{count} answers", answers).format(count=grouped(answers))
    message = _("{tables} of {games} tables played, {answers}, the slowest after {milliseconds} ms.")
    totals = {
        "tables": len(checks),
        "games": len(games),
        "answers": answers_text,
        "milliseconds": round(1000 * slowest),
    }
    print("\n" + message.format(**totals), end=" ")
    if faulty:
        print(n_("Errors at {count} table.", "Errors at {count} tables.", faulty).format(count=faulty))
        return 1
    print(_("No errors."))
    return 0


def _print_check(check: TableCheck) -> None:
    table_label = f"{check.rules.variant:<14}{check.rules.players}   "
    changed = " ".join(f"{name}={value}" for name, value in check.rules.changed.items())
    if check.fault is None:
        answers = n_("{count} answer", "{count} answers", check.answers).format(count=grouped(check.answers))
        print(f"{table_label}{answers:<16}{changed}".rstrip(), flush=True)
        return
    print(table_label + " ".join(part for part in (changed, check.fault) if part), flush=True)
    if check.question:
        print("  " + _("The last line sent to it: {line}").format(line=check.question), flush=True)
