"""Replay of records at a real table: every statement is executed, every assertion checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from truquero.cards import CARDS, HIDDEN
from truquero.i18n import _
from truquero.records.format import AWARD, MOVE, SCORE, Record, RecordError, Statement, parse
from truquero.records.move_codes import meaning
from truquero.records.stated_cards import StatedCards
from truquero.rules.game import Rules
from truquero.rules.hand_rules import CARDS_IN_HAND
from truquero.rules.moves import ANOTHER, KEEP
from truquero.rules.options import OptionError, choose
from truquero.rules.options import parse as parse_options
from truquero.table import HandLog, Match, TableError
from truquero.table.hand_opening import begin_deal, begin_hand
from truquero.table.score import Score
from truquero.table.sign_codes import codes_of
from truquero.table.special_moves import name_replacement
from truquero.variants import Preset, preset

_HEADER = ("variant", "players", "options", "score", "games", "signs")


class Failure(NamedTuple):
    """An assertion that does not hold."""

    line: int  # of the assertion, from 1
    message: str  # what is true instead


class Replay:
    """The result of replaying a record: `match` is the table at its end, `failures` are the assertions that failed."""

    def __init__(
        self,
        record: Record,
        house: Iterable[Preset] = (),
        rules: Rules | None = None,
        after: Callable[[Statement, Match], None] | None = None,
        opened: Callable[[int, Match], None] | None = None,
    ) -> None:
        self._opened = opened
        self._house = {preset.name: preset for preset in house}
        self.failures: list[Failure] = []  # the assertions that do not hold
        self._given_once: set[str] = set()  # of seed and cut, those that this deal has given
        self.match: Match = self._sit_down(record, rules)  # the table at the end of the record
        self._stated: StatedCards | None = None
        self._last_finished: HandLog | None = None
        self._body = [statement for statement in record if statement.word not in _HEADER]
        for index, statement in enumerate(self._body):
            self._carry_out(statement, index)
            self._note_finished()
            if after is not None:
                after(statement, self.match)
        if self._stated is not None:
            self._open_hand()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {len(self.failures)} failures, {self.match!r}>"

    def _note_finished(self) -> None:
        hands = self.match.log[-1].hands if self.match.log else []
        if hands and hands[-1].finished and not hands[-1].void:
            self._last_finished = hands[-1]

    # ------------------------------------------------------------------------------------------------------- header

    def _sit_down(self, record: Record, rules: Rules | None) -> Match:
        header = self._header(record)
        rules = self._rules(header) if rules is None else rules
        points = header["score"].numbers() if "score" in header else None
        games = header["games"].numbers() if "games" in header else None
        for word, settings in (("score", (points, None)), ("games", (None, games))):
            with _Line(header[word].line if word in header else 0):
                Score(rules, *settings)  # check score and games separately, so that an error names its line
        signs = {}
        for key, statement in header.items():
            if statement.word == "signs":
                with _Line(statement.line):
                    signs[key.removeprefix("signs ")] = statement.arguments[1:]
                    codes_of(rules, signs)
        return Match(rules, seed="", dealer=1, score=points, games_won=games, signs=signs)

    def _rules(self, header: dict[str, Statement]) -> Rules:
        chosen = self._preset(header)
        options = {}
        if "options" in header:
            with _Line(header["options"].line):
                options = parse_options(header["options"].arguments)
                choose(chosen.options, options)
        players = None
        if "players" in header:
            players = header["players"].number()
            with _Line(header["players"].line):
                chosen.rules(players)
        with _Line(header["options"].line if "options" in header else 0):
            return chosen.rules(players, **options)  # also rejects options that contradict each other

    def _header(self, record: Record) -> dict[str, Statement]:
        """Return the statements before the first deal by their key: each at most once, the variant first."""
        fields: dict[str, Statement] = {}
        started = False
        for index, statement in enumerate(record):
            if index == 0 and statement.word != "variant":
                raise RecordError(statement.line, _("a record starts with its variant, such as: variant belmez"))
            if statement.word not in _HEADER:
                started = True
                continue
            if started:
                message = _("{word} must stand before the first deal")
                raise RecordError(statement.line, message.format(word=statement.word))
            key = f"signs {statement.arguments[0]}" if statement.word == "signs" else statement.word  # one per side
            if key in fields:
                raise RecordError(statement.line, _("{word} is given twice").format(word=key))
            fields[key] = statement
        if not fields:
            raise RecordError(1, _("the record is empty; it starts with its variant, such as: variant belmez"))
        return fields

    def _preset(self, header: dict[str, Statement]) -> Preset:
        name = header["variant"].arguments[0]
        if name.lower() in self._house:
            return self._house[name.lower()]
        try:
            return preset(name)
        except OptionError as error:
            message = _("{error}; give a table's own rules with --house FILE.toml").format(error=error)
            if self._house:
                message = _("{error}; the given house rules are {names}").format(
                    error=error, names=", ".join(self._house)
                )
            raise RecordError(header["variant"].line, message) from error

    # --------------------------------------------------------------------------------------------------- statements

    def _carry_out(self, statement: Statement, index: int) -> None:
        word = statement.word
        with _Line(statement.line):
            if word == "deal":
                self._deal(statement)
            elif word == "duel":
                self._duel(statement)
            elif word == MOVE:
                self._move(statement, index)
            elif word == SCORE:
                self._assert_score(statement)
            elif word == AWARD:
                self._assert_award(statement)
            else:
                self._gather(statement)

    def _deal(self, statement: Statement) -> None:
        if self._stated is not None:
            self._open_hand()
        lineups = begin_deal(self.match, statement.number())
        self._given_once = set()
        self._stated = None if lineups[0].duel else StatedCards(self.match, lineups[0], statement.line)

    def _duel(self, statement: Statement) -> None:
        if self._stated is not None:
            dealing = self._stated.lineup.duel
            raise TableError(_("a duel has already been dealt") if dealing else _("this deal has no duels"))
        if self.match.in_hand:
            raise TableError(_("the current hand is not over"))
        lineup = self.match.deals.next_in_deal()
        seats = (statement.number(0), statement.number(1))
        if lineup is None or not lineup.duel:
            raise TableError(_("no duel comes next; the next statement is a deal"))
        if seats != lineup.seats:
            message = _("duel {given}: the next duel is {next}, mano first")
            raise TableError(message.format(given="{} {}".format(*seats), next="{} {}".format(*lineup.seats)))
        self._stated = StatedCards(self.match, lineup, statement.line)

    def _gather(self, statement: Statement) -> None:
        """Process a statement about the cards, before the first move of a hand."""
        word = statement.word
        if word in ("seed", "cut"):
            self._seed_or_cut(statement)
            return
        if word == "cards" and self._stated is None and self._take_replacement(statement):
            return
        if word == "turned" and self._stated is None and self._take_turned_for_duels(statement):
            return
        if self._stated is None:
            late = _("{word} must stand after a deal or duel and before its first move").format(word=word)
            raise TableError(self._duel_first() or late)
        self._stated.take(statement)

    def _take_turned_for_duels(self, statement: Statement) -> bool:
        """Process a `turned` right after a deal of duels, which all share the turned card.

        Return whether the statement was such a line.
        """
        lineup, log = self.match.deals.next_in_deal(), self.match.log
        if lineup is None or not lineup.duel or log[-1].hands:
            return False
        stated = StatedCards(self.match, lineup, statement.line)
        stated.take(statement)
        self.match.deals.turned = stated.turned
        return True

    def _duel_first(self) -> str:
        """Return an error message if a duel must be opened first, otherwise an empty string."""
        lineup = self.match.deals.next_in_deal()
        if lineup is None or not lineup.duel:
            return ""
        return _("the next duel is {mano} {other}").format(mano=lineup.seats[0], other=lineup.seats[1])

    def _seed_or_cut(self, statement: Statement) -> None:
        match = self.match
        gathering = self._stated is not None and bool(self._stated.cards)
        if not match.log or match.log[-1].hands or match.in_hand or gathering:
            raise TableError(_("{word} must stand right after a deal").format(word=statement.word))
        log = match.log[-1]
        if statement.word in self._given_once:
            raise TableError(_("{word} is given twice").format(word=statement.word))
        self._given_once.add(statement.word)
        if statement.word == "seed":
            log.seed = statement.arguments[0]
        else:
            log.cut = statement.number()
            match.deals.check_cut(log.cut)

    def _take_replacement(self, statement: Statement) -> bool:
        """Process a second `cards` line after `otra-carta`, which shows the card that replaced the exposed one (S003).

        Return whether the statement was such a line.
        """
        hands = self.match.log[-1].hands if self.match.log else []
        if not hands or hands[-1].exposed is None or len(hands[-1].moves) != 1 or hands[-1].moves[0][1] != ANOTHER:
            return False
        seat = statement.number()
        if seat != hands[-1].exposed[0] or hands[-1].void:
            return False
        assert self.match.hand is not None
        cards = [CARDS[text] for text in statement.arguments[1:] if text != HIDDEN]
        new = [card for card in cards if card not in self.match.hand.held(seat)]
        if len(cards) != CARDS_IN_HAND or len(new) > 1 or (new and hands[-1].replacement is not None):
            raise TableError(_("seat {seat} has only one card that is new").format(seat=seat))
        for card in new:
            name_replacement(self.match, seat, card)
        return True

    def _move(self, statement: Statement, index: int) -> None:
        seat, move = statement.number(), statement.arguments[1]
        stated = self._stated
        if stated is not None and stated.store_choice(seat, move):
            return
        if stated is None and not self.match.in_hand and self._duel_first() and not move.startswith("pido-flor-"):
            raise TableError(self._duel_first())
        if stated is not None:
            self._open_hand(index)
            if stated.names_replacement and move == KEEP:
                message = _("seat {seat} may not {move}: the exposed card is not among its cards")
                raise TableError(message.format(seat=seat, move=KEEP))
        self.match.play(seat, meaning(self.match, seat, move))

    # ------------------------------------------------------------------------------------------------ opening a hand

    def _open_hand(self, first: int | None = None) -> None:
        """Open the hand that was dealt. `first` is the index of its first move; None if the hand has no moves."""
        stated, match = self._stated, self.match
        assert stated is not None
        self._stated = None
        with _Line(stated.line if first is None else self._body[first].line):
            stated.complete()
            moves = [] if first is None else list(_moves_of_hand(self._body, first))
            begin_hand(
                match,
                stated.cards,
                stated.turned,
                exposed=stated.exposed,
                replacement=stated.replacement,
                silent=stated.silent(moves),
                later=stated.shown_later(moves),
            )
            if self._opened is not None:
                self._opened(stated.line, match)
            if stated.choice is not None:
                match.play(*stated.choice)

    # --------------------------------------------------------------------------------------------------- assertions

    def _assert_score(self, statement: Statement) -> None:
        numbers = statement.numbers()
        if len(numbers) != len(self.match.score):
            message = _("write {count} numbers for the score, not {given}")
            raise TableError(message.format(count=len(self.match.score), given=len(numbers)))
        if numbers != self.match.score:
            score = "-".join(map(str, self.match.score))
            message = _("the score is {score}, not {given}").format(score=score, given=statement.arguments[0])
            self.failures.append(Failure(statement.line, message))

    def _assert_award(self, statement: Statement) -> None:
        lance, side, points = statement.arguments
        names = self.match.all_side_names()
        if side not in names:
            message = _("there is no side {side}: the sides are {names}")
            raise TableError(message.format(side=side, names=" ".join(names)))
        finished = self._last_finished
        if finished is None:
            self.failures.append(Failure(statement.line, _("no hand is finished yet")))
            return
        got = awarded(self.match, finished, lance, side)
        if got != int(points):
            message = _("{lance} {side} is {points}, not {given}")
            message = message.format(lance=lance, side=side, points=got, given=points)
            self.failures.append(Failure(statement.line, message))


def awarded(match: Match, hand: HandLog, lance: str, side: str) -> int:
    """Return the points of a lance that a side received in a hand."""
    return sum(
        award.points
        for award in hand.awards
        if award.lance == lance and side in match.side_names(hand.lineup, award.side)
    )


def _moves_of_hand(body: list[Statement], first: int) -> Iterable[tuple[int, str]]:
    """Yield the moves from the index `first` up to the next deal or duel."""
    for index in range(first, len(body)):
        statement = body[index]
        if statement.word in ("deal", "duel"):
            return
        if statement.word == MOVE:
            yield statement.number(), statement.arguments[1]


class _Line:
    """A context manager that turns table and option errors into a RecordError with the number of a line."""

    def __init__(self, line: int) -> None:
        self._line = line

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is not None and isinstance(error, TableError | OptionError):
            raise RecordError(self._line, str(error)) from error


def replay(
    record: Record | str,
    house: Iterable[Preset] = (),
    rules: Rules | None = None,
    after: Callable[[Statement, Match], None] | None = None,
    opened: Callable[[int, Match], None] | None = None,
) -> Replay:
    """Replay a record or its text. Raise RecordError on an illegal move or bad input.

    `house` are presets with a table's own rules, which a record may name as its variant. `rules` replaces the rules of
    the header, for a caller that has built them already. `after` is called after each statement that follows the
    header. `opened` is called for each hand before its first move, with the line in which it was dealt.

    >>> hand = "deal 2", "cards 1 1e 7e 4c", "1 envido ; 2 no-quiero", "= 2-0"
    >>> replayed = replay("\\n".join(("variant argentino", "players 2", *hand)))
    >>> replayed.failures, replayed.match.score
    ([Failure(line=6, message='the score is 1-0, not 2-0')], (1, 0))
    """
    return Replay(record if isinstance(record, Record) else parse(record), house, rules, after, opened)
