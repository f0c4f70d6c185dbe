"""The vocabulary that all variants share: gestures and meanings of señas, counters for points, and terms."""

from __future__ import annotations

from collections.abc import Mapping

from truquero.i18n import N_, _

GESTURES: Mapping[str, str] = {
    "bite-lip": N_("bite the lower lip"),
    "close-eyes": N_("close the eyes"),
    "eyebrows": N_("raise the eyebrows"),
    "jaw": N_("move the jaw"),
    "kiss": N_("purse the lips as for a kiss"),
    "lips-left": N_("move the lips to the left"),
    "lips-right": N_("move the lips to the right"),
    "look-up": N_("look up"),
    "nod": N_("nod"),
    "open-mouth": N_("open the mouth a little"),
    "pout": N_("push out the lips"),
    "puff-cheeks": N_("puff out the cheeks"),
    "shoulder-down": N_("lower a shoulder, or wink"),
    "shoulder-up": N_("raise a shoulder, or wink"),
    "smack-lips": N_("smack both lips: pa"),
    "teeth": N_("click the teeth and show them"),
    "tilt-head": N_("tilt the head forwards or to one side"),
    "tongue": N_("show the tip of the tongue"),
    "tongue-left": N_("show the tip of the tongue on the left"),
    "tongue-right": N_("show the tip of the tongue on the right"),
    "twist-mouth": N_("twist a corner of the mouth"),
    "wide-eyes": N_("open the eyes wide and raise the eyebrows"),
    "wink": N_("wink"),
    "wink-left": N_("wink with the left eye"),
    "wink-right": N_("wink with the right eye"),
    "word": N_("say its word"),
    "wrinkle-nose": N_("wrinkle the nose"),
}

SPOKEN = "word"  # the gesture of a seña that is spoken


def gesture_in_words(gesture: str) -> str:
    """Return how a seña is made. A description in a house's own words is returned unchanged."""
    return _(GESTURES[gesture]) if gesture in GESTURES else gesture


# The meanings of señas that do not show a card or a rank.
MEANINGS: Mapping[str, str] = {
    "envido-27": N_("an envido of 27 to 29"),
    "envido-30": N_("an envido of 30 or more"),
    "envido-33": N_("an envido of 33"),
    "flor": N_("a flor"),
    "good-envido": N_("a good envido"),
    "low-cards": N_("only low cards"),
    "nothing": N_("bad cards"),
    "two-tricks": N_("sure of two tricks"),
}

# The objects that the players of a region count their points with.
COUNTERS: Mapping[str, str] = {
    "beans": N_("beans"),
    "coins": N_("ordinary coins"),
    "counters": N_("counters"),
    "discs": N_("discs of metal"),
    "pebbles": N_("pebbles"),
    "stones": N_("stones"),
}

# Things and people for which a table may have its own word.
TERMS: Mapping[str, str] = {
    "blind": N_("a call made before looking at the cards or before showing them"),
    "bluff": N_("a bet without the cards for it"),
    "bet-hand": N_("a hand in which truco was called"),
    "both-close": N_("the hand with which both sides may win the game"),
    "captain": N_("the partner who directs the side"),
    "cheat": N_("a cheat"),
    "deal": N_("a deal"),
    "dealer": N_("the player who deals"),
    "duel": N_("a hand of one against one inside a deal"),
    "face-up": N_("a card that lies face up"),
    "false-aces": N_("the aces that are not among the best cards"),
    "false-sevens": N_("the sevens that are not among the best cards"),
    "figures": N_("the figures"),
    "first-half": N_("the first half of the points"),
    "first-half-one": N_("one point of the first half"),
    "game": N_("a game, of which a match has several"),
    "go-out": N_("to reach {half} points, be they {second} or {first}"),
    "halve": N_("to put back the points of the first half"),
    "hand": N_("a hand"),
    "highest-pair": N_("the two highest cards"),
    "hold-back": N_("to keep silent with good cards"),
    "in-first-half": N_("to be in the first half of the points"),
    "in-second-half": N_("to be in the second half of the points"),
    "lack": N_("what a side lacks to win the game"),
    "last": N_("the player who plays last"),
    "last-hand": N_("the hand before the end, which one side decides on"),
    "leave": N_("to leave the match before its end: a player who does so pays the whole bill of the table"),
    "linked": N_("two cards that count together"),
    "lone": N_("the player who plays alone against two"),
    "low-cards": N_("the low cards"),
    "mano": N_("the player who plays first"),
    "manilha": N_("a card that the turned one makes high"),
    "misplay": N_("playing low, for want of better or to deceive"),
    "no-flor": N_("not having a flor"),
    "pack": N_("the pack"),
    "past-card": N_("a card that was covered and may not be looked at"),
    "pieza": N_("a card that counts with any other"),
    "player": N_("a master of the game"),
    "point": N_("a point"),
    "raise": N_("a raise of what was called"),
    "remove": N_("to take those cards out of the pack"),
    "removed": N_("the cards taken out of the pack"),
    "reserva": N_("a flor that need not be sung"),
    "round": N_("a hand that all play"),
    "second-half": N_("the second half of the points"),
    "second-half-one": N_("one point of the second half"),
    "side-bet": N_("a bet beside the game, which is allowed"),
    "strong-card": N_("a card that is good for the truco"),
    "third-game": N_("the game that decides"),
    "tied": N_("a tied trick"),
    "top-cards": N_("the best cards"),
    "trick": N_("a trick"),
    "turned": N_("the card turned after the deal"),
    "turned-king": N_("the king that takes the place of a turned pieza"),
    "two-tricks": N_("sure of two tricks"),
    "win-game": N_("the end of a game"),
}
