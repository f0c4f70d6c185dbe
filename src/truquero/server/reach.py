"""Who can open the page, and by which address: friends need one that leads to this machine from theirs."""

from __future__ import annotations

import os
import shlex
import shutil
import socket
import sys
from collections.abc import Collection
from ipaddress import ip_address
from pathlib import Path

from truquero.server.answers import Reach

EVERYWHERE = ("0.0.0.0", "::")
USUAL_PORT = 8000
NEIGHBOUR = ("192.0.2.1", 9)  # an address that is nobody's


def address_of(host: str, port: int) -> str:
    """Where the page is found. Where all may come it is the address that others reach too, for links to share."""
    shown = _in_the_network() if host in EVERYWHERE else host
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"


def reach_at(host: str, port: int, origins: Collection[str]) -> Reach:
    """Of a server that listens there. One with an address of its own on the internet is reached by that."""
    if origins:
        return Reach("network", min(origins, key=lambda origin: (not origin.startswith("https:"), origin)), "")
    if host in EVERYWHERE:
        is_alone = _is_loopback(_in_the_network())
        return Reach("machine" if is_alone else "network", "" if is_alone else address_of(host, port), "")
    if _is_loopback(host):
        return Reach("machine", "", _command(port))
    return Reach("network", address_of(host, port), "")


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _in_the_network() -> str:
    """This machine's address for its neighbours; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            line.connect(NEIGHBOUR)
        except OSError:  # it has no network
            return "127.0.0.1"
        return str(line.getsockname()[0])


def _command(port: int) -> str:
    """What whoever started this server would type to let friends in: by make where that was used, by its name where the
    shell finds it, as it was started now, or as Python's module."""
    arguments = f"serve --host {EVERYWHERE[0]}" + (f" --port {port}" if port != USUAL_PORT else "")
    if "MAKELEVEL" in os.environ and Path("Makefile").is_file():
        return f'make play ARGS="{arguments}"'
    if shutil.which("truquero"):
        return f"truquero {arguments}"
    if Path(sys.argv[0]).stem == "truquero":
        return f"{shlex.quote(sys.argv[0])} {arguments}"
    return f"{shlex.quote(sys.executable)} -m truquero {arguments}"
