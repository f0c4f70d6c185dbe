"""The check of the Host and Origin headers of requests."""

from __future__ import annotations

import re
import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

_HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[\w.-]+)(:\d{1,5})?", re.ASCII)  # of a Host header


class AllowedOrigins:
    """The host names of the server, and the origins whose pages may use it.

    The owner of any domain name can make it resolve to this machine. A page of that domain would then count as a page
    of this server (DNS rebinding). So the server accepts only names that it knows by itself or from the settings. IP
    addresses are always accepted, for nobody can redirect them.
    """

    def __init__(self, origins: frozenset[str], listens_on: str = "") -> None:
        self._origins = {urlsplit(origin).netloc: set[str]() for origin in origins}
        for origin in origins:
            self._origins[urlsplit(origin).netloc].add(urlsplit(origin).scheme)
        # By host name, without the port.
        self._schemes = {urlsplit(origin).hostname: {urlsplit(origin).scheme} for origin in origins}
        machine = socket.gethostname().lower().rstrip(".")
        short = machine.partition(".")[0]
        names = (urlsplit(origin).hostname or "" for origin in origins)
        self._names = {"localhost", machine, short, f"{short}.local", listens_on.lower(), *names}

    def is_own_host(self, host: str | None) -> bool:
        """Return whether a host, as in a Host header, is a name or an address of this server."""
        match = _HOST.fullmatch((host or "").lower())
        if match is None:
            return False
        name = match["name"].rstrip(".")
        return name in self._names or name.endswith(".localhost") or _is_number(name)

    def allows(self, origin: str | None, host: str | None) -> bool:
        """Return whether a page of this origin may use the server at this host."""
        if not origin or not host:
            return False
        try:
            address = urlsplit(origin.lower())
        except ValueError:  # the origin is not a URL
            return False
        is_configured = address.scheme in self._origins.get(address.netloc, ()) and not address.path
        return is_configured or (address.netloc == host.lower() and self.is_own_host(host))

    def is_https(self, host: str | None, scheme: str) -> bool:
        """Return whether pages reach this host by https. The scheme of its configured origins decides; without one, or
        with both schemes, that of the request."""
        name = (host or "").lower()
        schemes = self._origins.get(name) or self._schemes.get(name, set())
        return schemes == {"https"} or (len(schemes) != 1 and scheme in ("https", "wss"))


def _is_number(name: str) -> bool:
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True
