"""The address under which other people can open the page, if they can."""

from __future__ import annotations

import os
import shlex
import shutil
import socket
import sys
from collections.abc import Collection
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Literal

from truquero.server.settings import USUAL_PORT

EVERYWHERE = ("0.0.0.0", "::")
NEIGHBOUR = ("192.0.2.1", 9)  # an address reserved for documentation, which no machine has


@dataclass(frozen=True)
class PublicAddress:
    """Who can open the page: only this machine, or others in the network too.

    `address` is the URL for others. If there is none, `command` starts a server that others can reach; it is empty if
    nothing helps.
    """

    audience: Literal["machine", "network"]
    address: str
    command: str


def address_of(host: str, port: int) -> str:
    """Return the URL of the page. A server that listens on all addresses gets the machine's address in its network, so
    that links work for others too."""
    name = _in_the_network() if host in EVERYWHERE else host
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"


def public_address_of(host: str, port: int, origins: Collection[str]) -> PublicAddress:
    """Return who can open the page of a server that listens there, and how. Configured origins take precedence, those
    with https first."""
    if origins:
        return PublicAddress("network", min(origins, key=lambda origin: (not origin.startswith("https:"), origin)), "")
    if host in EVERYWHERE:
        is_alone = _is_loopback(_in_the_network())
        return PublicAddress("machine" if is_alone else "network", "" if is_alone else address_of(host, port), "")
    if _is_loopback(host):
        return PublicAddress("machine", "", _command(port))
    return PublicAddress("network", address_of(host, port), "")


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _in_the_network() -> str:
    """Return the address of this machine in its network. Connecting a UDP socket finds it and sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(NEIGHBOUR)
        except OSError:  # the machine has no network
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def _command(port: int) -> str:
    """Return the shell command that starts this server for the whole network. It uses make if that started the server,
    `truquero` if that is on the path, the path of the running script, or the Python module."""
    arguments = f"serve --host {EVERYWHERE[0]}" + (f" --port {port}" if port != USUAL_PORT else "")
    if "MAKELEVEL" in os.environ and Path("Makefile").is_file():
        return f'make play ARGS="{arguments}"'
    if shutil.which("truquero"):
        return f"truquero {arguments}"
    if Path(sys.argv[0]).stem == "truquero":
        return f"{shlex.quote(sys.argv[0])} {arguments}"
    return f"{shlex.quote(sys.executable)} -m truquero {arguments}"
