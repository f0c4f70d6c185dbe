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
    block, position = divmod(table, ADDRESSES)
    return f"127.1.{block}.{position + 1}"


def new_guest(host: str, port: int, source: str) -> Guest:
    """Ask the server for a new guest."""
    connection = HTTPConnection(host, port, source_address=(source, 0))
    try:
        connection.request("GET", "/api/guest")
        response = connection.getresponse()
        cookie = (response.getheader("Set-Cookie") or "").partition(";")[0]
        guest = _read(response.status, response.read())
    finally:
        connection.close()
    return Guest(source, cookie, guest["token"])


def open_table(host: str, port: int, owner: Guest, variant: str, players: int) -> str:
    """Open a table as a guest, who takes its first seat. Return the id of the table."""
    headers = {"Cookie": owner.cookie, "X-CSRF-Token": owner.token, "Content-Type": "application/json"}
    body = msgspec.json.encode({"variant": variant, "players": players})
    connection = HTTPConnection(host, port, source_address=(owner.source, 0))
    try:
        connection.request("POST", "/api/tables", body, headers)
        response = connection.getresponse()
        return str(_read(response.status, response.read())["id"])
    finally:
        connection.close()


def _read(status: int, body: bytes) -> Any:
    if status >= 400:
        raise RuntimeError(f"the server answered {status}: {body.decode(errors='replace')}")
    return msgspec.json.decode(body)
