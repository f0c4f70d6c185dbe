"""Limits on clients by their IP address or network."""

from __future__ import annotations

from collections import Counter
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

IPV6_NETWORK = 64  # bits of the network prefix that a provider assigns to one customer


def _parsed(address: str) -> IPv4Address | IPv6Address | None:
    """Parse an address. An IPv4-mapped IPv6 address becomes IPv4. Return None if the text is no IP address."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    mapped = parsed.ipv4_mapped if isinstance(parsed, IPv6Address) else None
    return parsed if mapped is None else mapped


def plain_address(address: str) -> str:
    """Return the canonical spelling of an address."""
    return str(_parsed(address) or address)


def network_of(address: str) -> str:
    """Return the key under which an address is counted: the /64 network of an IPv6 address, or the IPv4 address."""
    parsed = _parsed(address)
    if isinstance(parsed, IPv6Address):
        return str(ip_network((parsed, IPV6_NETWORK), strict=False))
    return str(parsed or address)


class NetworkCounter:
    """A counter of the resources that clients hold, with a limit of `most` for each network."""

    def __init__(self, most: int, exempt: frozenset[str] = frozenset()) -> None:
        self._most, self._exempt = most, frozenset(map(plain_address, exempt))
        self._count: Counter[str] = Counter()

    def is_exempt(self, address: str) -> bool:
        return plain_address(address) in self._exempt

    def take(self, address: str) -> bool:
        """Count one more resource for an address. Return False if its network has reached the limit. Resources of an
        exempt address are not counted, so they do not use up the limit of other clients in the same network."""
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
