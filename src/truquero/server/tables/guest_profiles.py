"""The profiles of guests: the name and the portrait that each has chosen."""

from __future__ import annotations

from typing import NamedTuple

from truquero.server.environment import Time
from truquero.variants.people import usual_portrait

REMEMBERED = 600.0  # seconds after the last `learn`


class GuestProfile(NamedTuple):
    """What a guest has chosen. A field is empty before the choice."""

    name: str = ""
    portrait: str = ""

    def shown_portrait(self, guest: str) -> str:
        """Return the portrait of this profile, or the usual one of the guest."""
        return self.portrait or usual_portrait(guest)


NO_PROFILE = GuestProfile()


class ProfileCache:
    """A cache of the profiles of guests who are present or were present lately."""

    def __init__(self, time: Time) -> None:
        self._time = time
        self._profiles: dict[str, tuple[GuestProfile, float]] = {}
        self._doubtful: set[str] = set()

    def learn(self, guest: str, profile: GuestProfile) -> None:
        self._profiles[guest] = profile, self._time.now()
        self._doubtful.discard(guest)

    def get(self, guest: str) -> GuestProfile | None:
        profile, _learned = self._profiles.get(guest, (None, 0.0))
        return profile

    def doubt(self, guest: str) -> None:
        """Note that the stored profile of a guest may differ. The profile stays in use until it is learned again."""
        self._doubtful.add(guest)

    def is_certain(self, guest: str) -> bool:
        """Return whether the profile of the guest is here, and is the stored one."""
        return guest in self._profiles and guest not in self._doubtful

    def forget(self, present: set[str]) -> None:
        """Remove all guests but those who are present and those added recently, who may be about to open a table."""
        oldest = self._time.now() - REMEMBERED
        self._profiles = {
            guest: (profile, learned)
            for guest, (profile, learned) in self._profiles.items()
            if guest in present or learned > oldest
        }
        self._doubtful &= self._profiles.keys()
