"""The text format of `.truco` records: parse a text into statements, and write statements as text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from reprlib import repr as short

from truquero.cards import HIDDEN, Card, CardError
from truquero.engine.state import LANCES
from truquero.i18n import _, n_
from truquero.records.move_codes import canonical

MOVE, SCORE, AWARD = "move", "=", "=="
MOVES_IN_A_LINE = 4
_ARGUMENTS = {  # the number of arguments of each statement; None: at least one
    "variant": 1,
    "players": 1,
    "options": None,
    "score": 1,
    "games": 1,
    "signs": None,
    "deal": 1,
    "cut": 1,
    "seed": 1,
    "cards": None,
    "turned": 1,
    "exposed": 2,
    "duel": 2,
}


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10


class RecordError(ValueError):
    """The error of a record that cannot be parsed or replayed, with its line and a message.

    >>> parse("variant argentino\\nplayers two words")
    Traceback (most recent call last):
        ...
    truquero.records.format.RecordError: 2: players takes 1 word after it, not 2
    """

    def __init__(self, line: int, message: str) -> None:
        self.line, self.message = line, message
        super().__init__(f"{line}: {message}")

    def __reduce__(self) -> tuple[type[RecordError], tuple[int, str]]:
        return type(self), (self.line, self.message)


@dataclass(frozen=True)
class Statement:
    """One statement of a record. A move has the word `move`, and a seat and a code as arguments."""

    word: str  # what it states: variant, deal, cards, move, = and others
    arguments: tuple[str, ...]  # the words after it
    line: int = field(default=0, compare=False)  # in the text, from 1; 0 if the record was not read from a text

    def __str__(self) -> str:
        words = self.arguments if self.word == MOVE else (self.word, *self.arguments)
        return " ".join(words)

    def number(self, index: int = 0) -> int:
        """Return an argument as a whole number. Raise RecordError if it is not one."""
        text = self.arguments[index]
        if not _is_number(text):
            raise RecordError(self.line, _("{text}: write a number").format(text=f"{self.word} {text}"))
        return int(text)

    def numbers(self) -> tuple[int, ...]:
        """Return the numbers of a score such as `12-7`. Raise RecordError if it is not one."""
        parts = self.arguments[0].split("-")
        if not all(map(_is_number, parts)):
            text = f"{self.word} {self.arguments[0]}"
            raise RecordError(self.line, _("{text}: write points such as 12-7").format(text=text))
        return tuple(map(int, parts))


@dataclass(frozen=True)
class Record:
    """The statements of a record in order. `str(record)` is the canonical text.

    >>> str(parse("variant  argentino   # a comment"))
    'variant argentino\\n'
    """

    statements: tuple[Statement, ...]  # in the order of the text

    def __str__(self) -> str:
        return "".join(f"{line}\n" for line in _lines(self.statements))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {len(self.statements)} statements, beginning {str(self)[:40]!r}>"

    def __iter__(self) -> Iterator[Statement]:
        return iter(self.statements)


def _lines(statements: tuple[Statement, ...]) -> Iterator[str]:
    """Yield one line per statement, except that up to four consecutive moves share a line."""
    moves: list[str] = []
    for statement in statements:
        if statement.word == MOVE and len(moves) < MOVES_IN_A_LINE:
            moves.append(str(statement))
            continue
        if moves:
            yield " ; ".join(moves)
            moves = []
        if statement.word == MOVE:
            moves = [str(statement)]
        else:
            yield str(statement)
    if moves:
        yield " ; ".join(moves)


def parse(text: str) -> Record:
    """Parse a record. Raise RecordError, with the line, if the text is not valid.

    >>> parsed = parse("variant argentino ; players 2".replace(" ; ", chr(10)))
    >>> [statement.word for statement in parsed]
    ['variant', 'players']
    """
    if not isinstance(text, str):
        raise RecordError(1, _("the record is {given}: give its text or a Record").format(given=short(text)))
    statements: list[Statement] = []
    parsed: dict[str, Statement] = {}  # a cache: the same few moves and deals occur many times
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        pieces = [piece.strip() for piece in line.split("#")[0].split(";")]
        if pieces == [""]:
            continue
        for piece in pieces:
            earlier = parsed.get(piece)
            statement = (
                _statement(piece, number) if earlier is None else Statement(earlier.word, earlier.arguments, number)
            )
            parsed[piece] = statement
            if len(pieces) > 1 and statement.word != MOVE:
                message = _("only moves may be joined with a semicolon, not {text}")
                raise RecordError(number, message.format(text=repr(piece)))
            statements.append(statement)
    return Record(tuple(statements))


def _statement(text: str, line: int) -> Statement:
    if text.startswith(AWARD):
        return _award(text.removeprefix(AWARD).split(), line)
    if text.startswith(SCORE):
        words = text.removeprefix(SCORE).split()
        if len(words) != 1:
            raise RecordError(line, _("{text}: write = and the score, such as = 3-1").format(text=text))
        return Statement(SCORE, (words[0],), line)
    words = text.split()
    if not words:
        raise RecordError(line, _("a move is missing before or after the semicolon"))
    if _is_number(words[0]):
        if len(words) != 2:
            raise RecordError(line, _("{text}: write a seat and one move, such as 2 envido").format(text=text))
        return Statement(MOVE, (str(int(words[0])), canonical(words[1])), line)
    return _named(words, line)


def _award(words: list[str], line: int) -> Statement:
    if len(words) != 3 or words[0].lower() not in LANCES or not _is_number(words[2].removeprefix("-")):
        message = _("write == lance side points, such as == envido A 2; lances are {lances}")
        raise RecordError(line, message.format(lances=", ".join(LANCES)))
    return Statement(AWARD, (words[0].lower(), words[1].upper(), words[2]), line)


def _named(words: list[str], line: int) -> Statement:
    word, arguments = words[0], words[1:]
    if word not in _ARGUMENTS:
        message = _("unknown statement {word}; statements are {words}, moves, = and ==")
        raise RecordError(line, message.format(word=repr(word), words=", ".join(_ARGUMENTS)))
    count = _ARGUMENTS[word]
    if count is None and not arguments:
        raise RecordError(line, _("{word} needs words after it").format(word=word))
    if count is not None and len(arguments) != count:
        message = n_(
            "{word} takes {wanted} word after it, not {given}",
            "{word} takes {wanted} words after it, not {given}",
            count,
        )
        raise RecordError(line, message.format(word=word, wanted=count, given=len(arguments)))
    if word in ("cards", "exposed"):
        arguments = [arguments[0], *(_card(text, line) for text in arguments[1:])]
    elif word == "signs":
        arguments = [arguments[0].upper(), *arguments[1:]]
    elif word == "turned":
        arguments = [_card(arguments[0], line)]
    return Statement(word, tuple(arguments), line)


def _card(text: str, line: int) -> str:
    if text == HIDDEN:
        return text
    try:
        return Card(text)
    except CardError as error:
        raise RecordError(line, str(error)) from error
