"""How clients are told apart by their address."""

from __future__ import annotations

from collections import Counter
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

IPV6_NETWORK = 64  # bits: what a provider gives to one customer


def _parsed(address: str) -> IPv4Address | IPv6Address | None:
    """Return an address as an object, an IPv4 address in IPv6 notation as IPv4; None for a socket without one."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    mapped = parsed.ipv4_mapped if isinstance(parsed, IPv6Address) else None
    return parsed if mapped is None else mapped


def _plain(address: str) -> str:
    """Return the one way in which an address is written."""
    return str(_parsed(address) or address)


def network_of(address: str) -> str:
    """Return what an address is counted by: IPv6 by the network of one customer, IPv4 by itself."""
    parsed = _parsed(address)
    if isinstance(parsed, IPv6Address):
        return str(ip_network((parsed, IPV6_NETWORK), strict=False))
    return str(parsed or address)


class PerNetwork:
    """Counts what clients hold, by their address, up to a limit for each."""

    def __init__(self, most: int, exempt: frozenset[str] = frozenset()) -> None:
        self._most, self._exempt = most, frozenset(map(_plain, exempt))
        self._count: Counter[str] = Counter()

    def is_exempt(self, address: str) -> bool:
        return _plain(address) in self._exempt

    def take(self, address: str) -> bool:
        """Count one more of an address, unless it has its share. What an exempt address holds is not counted: its
        neighbours in the same network have the whole share."""
        if self.is_exempt(address):
            return True
        network = network_of(address)
        if self._count[network] >= self._most:
            return False
        self._count[network] += 1
        return True

    def give_back(self, address: str) -> None:
        if self.is_exempt(address):
            return
        network = network_of(address)
        self._count[network] -= 1
        if not self._count[network]:
            del self._count[network]
