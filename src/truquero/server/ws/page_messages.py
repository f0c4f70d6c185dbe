"""The messages of a page to its table over the WebSocket. `tools/typescript.py` makes TypeScript types of them.

Each frame of a page contains one `PageMessage`. `messages.py` contains the answers.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from truquero.session import Speed

LONGEST_TALK = 200  # characters of typed moves and of chat lines
LONGEST_CODE = 1500  # characters of a side's own señas
MOST_BYTES = 4096  # of a message from a page


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a message."""


class FromPage(Part, tag_field="type", frozen=True, forbid_unknown_fields=True):
    """A message of a page. Its number is larger than that of every earlier one, so repeated messages are refused."""

    id: int


class Hello(FromPage, tag="hello", frozen=True):
    """Ask for the whole table. This is the first message of a page.

    `protocol` must be the server's number of the protocol; the first pages sent none. `lang` is the language of the
    texts. Programs that need no texts leave it out.
    """

    protocol: int = 1

    lang: Literal["es", "pt", "ca", "en", "es-AR"] | None = None


class Move(FromPage, tag="move", frozen=True):
    """Make a move, a seña or a challenge. The server refuses it if the match has changed since `version`."""

    version: int
    move: str


class Talk(FromPage, tag="talk", frozen=True):
    """Make the move that typed or spoken words name.

    If they may have several meanings, the server refuses them with choices. `meaning` is the one that was chosen.
    With `confirms` the server also asks before a bet of the whole game.
    """

    version: int
    words: str
    meaning: str = ""
    confirms: bool = False


class Pass(FromPage, tag="pass", frozen=True):
    """Pass: let the other players who may speak go first."""

    version: int


class Watch(FromPage, tag="watch", frozen=True):
    """Watch another seat, and see its señas."""

    seat: int


class Cut(FromPage, tag="cut", frozen=True):
    """Cut the pack after this number of cards. 0 is a knock, which leaves the pack uncut."""

    version: int
    cards: int


class Commit(FromPage, tag="commit", frozen=True):
    """Commit to a secret for a draw whose seed the server has not fixed yet.

    The commitment is a hash of the secret, which docs/explanation/fair-deals.md describes. The last commitment before
    the seed is fixed counts.
    """

    match: int
    deal: int
    commitment: str


class Reveal(FromPage, tag="reveal", frozen=True):
    """Reveal the secret of a commitment, after the server has published the seal, all commitments and the cut."""

    match: int
    deal: int
    secret: str


class NextHand(FromPage, tag="next-hand", frozen=True):
    """Ask for the next hand."""

    version: int


class Hint(FromPage, tag="hint", frozen=True):
    """Ask for the worth of the own cards."""


class Sit(FromPage, tag="sit", frozen=True):
    """Take an empty seat, or the seat of a bot. If cards are dealt, the guest sits down with the next deal."""

    seat: int


class Stand(FromPage, tag="stand", frozen=True):
    """Leave the seat, or cancel the reservation of a seat. During a match a bot plays on."""


class ReturnToSeat(FromPage, tag="return-to-seat", frozen=True):
    """Play again after a bot has played for this guest."""


class PlaceBot(FromPage, tag="place-bot", frozen=True):
    """Put a bot in a seat, or empty the seat. Only the host may do this.

    During a match a bot takes the seat of a player who keeps the table waiting, or keeps a seat that a guest has
    reserved. Without a bot, the player who was replaced in the seat may sit down again.
    """

    seat: int
    bot: str | None


class AgreeSigns(FromPage, tag="agree-signs", frozen=True):
    """Set the señas of the own side before a match. Only that side learns of them.

    The text has the form `NAME=MEANING/GESTURE`, with spaces between the señas. An empty text sets the usual ones.
    """

    signs: str


class SetPace(FromPage, tag="set-pace", frozen=True):
    """Choose how fast bots play, and for how many seconds they leave an answer to people of their side.

    Only the host may do this, at any time.
    """

    answer_seconds: int
    speed: Speed


class StartMatch(FromPage, tag="start-match", frozen=True):
    """Start the match, with bots in empty seats. The host starts the first match, any seated player a rematch."""


class Chat(FromPage, tag="chat", frozen=True):
    """Send a chat line to everybody at the table."""

    words: str


class Ping(FromPage, tag="ping", frozen=True):
    """Check that the server answers."""


PageMessage = (
    Hello
    | Move
    | Talk
    | Pass
    | Watch
    | Cut
    | Commit
    | Reveal
    | NextHand
    | Hint
    | Sit
    | Stand
    | ReturnToSeat
    | PlaceBot
    | AgreeSigns
    | SetPace
    | StartMatch
    | Chat
    | Ping
)
