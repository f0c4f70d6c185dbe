"""Guests of the server: their cookie, and the tables they open."""

from __future__ import annotations

from dataclasses import dataclass
from http.client import HTTPConnection
from typing import Any

import msgspec

ADDRESSES = 250  # of one block of loopback


@dataclass(frozen=True)
class Guest:
    """Somebody with a browser: where the request comes from, the cookie, and the token that goes with it."""

    source: str
    cookie: str
    token: str


def source_of(table: int) -> str:
    """An address of loopback for the people of a table.

    The server counts what it is asked for by address. People come from many, so these do too: its limits stay as they
    are.
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
    """A table of the guest's, who sits down in its first seat."""
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
