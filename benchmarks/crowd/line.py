"""The WebSocket of one client to its table. It decodes only the fields that the benchmark needs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec
from msgspec import Struct
from websockets.client import ClientProtocol
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.protocol import State
from websockets.typing import Origin
from websockets.uri import parse_uri

from benchmarks.crowd.guests import Guest

LARGEST = 2**20  # bytes of a message, at most


class MoveOption(Struct):
    code: str
    kind: str


class HandInfo(Struct):
    choices: tuple[MoveOption, ...] = ()


class DealInfo(Struct):
    number: int
    match: int
    cutter: int
    awaits_cut: bool
    awaits_secrets: bool
    committed: tuple[tuple[int, str], ...] | None = None


class DrawId(Struct):
    match: int
    deal: int


class TableInfo(Struct):
    phase: str
    pack_size: int
    least_cut: int


class TableUpdate(Struct, tag_field="type", tag="update"):
    """The state of the table. Parts that have not changed since the last message may be missing."""

    version: int
    hand: HandInfo | msgspec.UnsetType | None = msgspec.UNSET
    deal: DealInfo | msgspec.UnsetType | None = msgspec.UNSET
    table: TableInfo | msgspec.UnsetType = msgspec.UNSET
    next_draw: DrawId | msgspec.UnsetType = msgspec.UNSET


class Done(Struct, tag_field="type", tag="done"):
    id: int


class Refused(Struct, tag_field="type", tag="refused"):
    id: int
    code: str
    reason: str


class ChatLine(Struct, tag_field="type", tag="chat-line"):
    pass


class Closing(Struct, tag_field="type", tag="closing"):
    pass


ServerMessage = TableUpdate | Done | Refused | ChatLine | Closing
_decode = msgspec.json.Decoder(ServerMessage).decode


class Line(asyncio.Protocol):
    """A WebSocket client. It calls `on_message` with every server message but the answers that `ask` awaits."""

    def __init__(self, address: str, guest: Guest, on_message: Callable[[Line, ServerMessage], None]) -> None:
        # Offer compression, as a browser does. The server decides whether to use it.
        self._protocol = ClientProtocol(
            parse_uri(address.replace("http:", "ws:")),
            origin=Origin(address.split("/api/")[0]),
            extensions=[ClientPerMessageDeflateFactory(client_max_window_bits=True)],
            max_size=LARGEST,
        )
        self._guest, self._on_message = guest, on_message
        self._number = 0
        self._transport: asyncio.Transport | None = None
        self._answers: dict[int, asyncio.Future[None]] = {}
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._closing = False
        self.bytes_read = 0

    # ------------------------------------------------------------------------------------------------------- sending

    def say(self, type: str, **fields: object) -> int:  # noqa: A002 -- as it is sent
        self._number += 1
        self._protocol.send_text(msgspec.json.encode({"type": type, "id": self._number, **fields}))
        self._flush()
        return self._number

    async def ask(self, kind: str, **fields: object) -> None:
        """Send a message and wait for its answer. Raise RuntimeError if the server refuses it."""
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._answers[self.say(kind, **fields)] = answer
        await answer

    def close(self) -> None:
        self._closing = True
        if self._transport is not None:
            self._transport.abort()

    def _flush(self) -> None:
        assert self._transport is not None
        self._transport.write(b"".join(self._protocol.data_to_send()))

    # ----------------------------------------------------------------------------------------------------- receiving

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        request = self._protocol.connect()
        request.headers["Cookie"] = self._guest.cookie
        self._protocol.send_request(request)
        self._flush()

    def data_received(self, data: bytes) -> None:
        self.bytes_read += len(data)
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self._receive(_decode(event.data))
            elif isinstance(event, Frame) and event.opcode is Opcode.PING:
                self._flush()  # the protocol has already queued the pong
            elif isinstance(event, Response) and self._protocol.state is State.OPEN:
                self.opened.set_result(None)

    def _receive(self, message: ServerMessage) -> None:
        if isinstance(message, Done | Refused) and message.id in self._answers:
            answer = self._answers.pop(message.id)
            if isinstance(message, Done):
                answer.set_result(None)
            else:
                answer.set_exception(RuntimeError(f"refused: {message.code}: {message.reason}"))
        else:
            self._on_message(self, message)

    def connection_lost(self, error: Exception | None) -> None:
        if self._closing:
            return
        failure = ConnectionError(
            f"the line broke: {error or self._protocol.handshake_exc or self._protocol.close_rcvd}"
        )
        waiting = [answer for answer in (*self._answers.values(), self.opened) if not answer.done()]
        for answer in waiting:
            answer.set_exception(failure)
        if not waiting:
            raise failure
