"""Guests of the server: their cookies and tokens, and requests to open a table."""

from __future__ import annotations

from dataclasses import dataclass
from http.client import HTTPConnection
from typing import Any

import msgspec

ADDRESSES = 250  # used in each block of loopback addresses


@dataclass(frozen=True)
class Guest:
    """A client of the server: its source address, its cookie and its CSRF token."""

    source: str
    cookie: str
    token: str


def source_of(table: int) -> str:
    """Return a loopback address for the players of a table.

    The server limits requests per address. Real players come from many addresses, so these do too, and the server keeps
    its usual limits.
    """
    block, place = divmod(table, ADDRESSES)
    return f"127.1.{block}.{place + 1}"


def new_guest(host: str, port: int, source: str) -> Guest:
    connection = HTTPConnection(host, port, source_address=(source, 0))
    try:
        connection.request("GET", "/api/guest")
        answer = connection.getresponse()
        cookie = (answer.getheader("Set-Cookie") or "").partition(";")[0]
        told = _read(answer.status, answer.read())
    finally:
        connection.close()
    return Guest(source, cookie, told["token"])


def open_table(host: str, port: int, owner: Guest, variant: str, players: int) -> str:
    """Open a table as a guest, who takes its first seat. Return the id of the table."""
    headers = {"Cookie": owner.cookie, "X-CSRF-Token": owner.token, "Content-Type": "application/json"}
    body = msgspec.json.encode({"variant": variant, "players": players})
    connection = HTTPConnection(host, port, source_address=(owner.source, 0))
    try:
        connection.request("POST", "/api/tables", body, headers)
        answer = connection.getresponse()
        return str(_read(answer.status, answer.read())["id"])
    finally:
        connection.close()


def _read(status: int, body: bytes) -> Any:
    if status >= 400:
        raise RuntimeError(f"the server answered {status}: {body.decode(errors='replace')}")
    return msgspec.json.decode(body)
