"""Advice to players that a source gives beside its rules. Nobody has to follow it."""

from __future__ import annotations

from dataclasses import dataclass

from truquero.i18n import N_


@dataclass(frozen=True)
class SourceAdvice:
    """The advice of a source to the players of a game."""

    source: str  # the article that gives it
    sentences: tuple[str, ...]  # for any number of players
    with_partners: tuple[str, ...] = ()  # for games with partners only


BELMEZ = SourceAdvice(
    source="S003 Reglas de Oro",
    sentences=(
        N_(
            "Bluff in the first hand of a game, while your rivals have seen hardly any cards and cannot tell which "
            "are gone."
        ),
        N_(
            "Show no card that you need not show: put it back face down. A card that is seen tells the rivals how you "
            "play, and those with a good memory which cards are gone."
        ),
        N_(
            "Beginners credit their rivals with too much, and players with some practice with too little. Whatever "
            "they say, count how many hands would beat yours."
        ),
        N_(
            "If your side trails near the end of a pata, bet high on the envido and the flor, and play the truco as "
            "usual. The leaders may accept one bet too many, and while they refuse, you catch up point by point. Bets "
            "de cerrao press them even harder."
        ),
        N_(
            "If your side leads near the end, accept such bets for your farta only. A lost bet then costs little, and "
            "the first wrong bet of the rivals ends the pata."
        ),
        N_(
            "A rival who leads cups seldom holds a strong truco, least of all after an envido: no cup is among the "
            "eight highest cards. The same goes for a flor of cups."
        ),
        N_(
            "Remember which cards fell together in the last hand. A poor shuffle leaves them together: one that you "
            "see tells you that the others are in play."
        ),
    ),
    with_partners=(
        N_("In the second and third cortao, remember the cards of the cortaos before: those are out of play."),
        N_("Learn the rhymes that go with the calls. Experienced players bet with them, and drop hints to a partner."),
    ),
)

ASTURIANO = SourceAdvice(
    source="S003 I",
    sentences=(N_("While you are new to the game, call truque and retruque only when you are very sure to win."),),
    with_partners=(
        N_("Make true señas only, until you and your partner know each other's game."),
        N_("Play low if your partner has played a high card, and high if your partner has played a low one."),
    ),
)
