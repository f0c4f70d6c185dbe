"""Hands that a source comments on, move by move. The comments are ours; `examples/records` has them as records."""

from __future__ import annotations

from dataclasses import dataclass

from truquero.i18n import N_


@dataclass(frozen=True)
class CommentedHand:
    """A hand with comments on its moves."""

    name: str  # in addresses and of its file
    title: str
    source: str  # the article with the hand
    players: int
    moves: tuple[tuple[str, str], ...]  # lines of the record after its header, each with the comment on it


BELMEZ_FIRST = CommentedHand(
    name="belmez-1",
    title=N_("Bélmez: first hand"),
    source="S003 Partida Comentada, 1–10",
    players=4,
    moves=(
        ("deal 1", ""),
        ("duel 2 3", ""),
        ("cards 2 4e 2b 10o", ""),
        (
            "cards 3 5e 6c 3o",
            N_(
                "Player 1 has dealt, so player 2 is mano and meets player 3 in the first cortao. Player 2 has 32 of "
                "ligao (two cards that count together): the knave alone is 28, and the 4 goes with it. Player 3 has 6, "
                "and no strong card."
            ),
        ),
        ("2 envido", N_("Only one hand in four has more than 32, so it is worth a bet.")),
        ("3 no-quiero", N_("With 6 there is nothing to answer. The first point is safe for player 2.")),
        (
            "2 4e",
            N_(
                "The worst card leads. Whatever player 3 brings next, the knave will most likely beat it, and there is "
                "a 2 for the third trick."
            ),
        ),
        ("3 5e", N_("A 5 is enough to win the trick.")),
        ("3 3o", N_("The best card that is left: the second trick shall cost player 2 something.")),
        ("2 10o", N_("It costs the knave. Each side has one trick.")),
        ("2 2b", N_("No truco: player 2 leaves it to player 3 to call one, and waits for it.")),
        ("3 6c", N_("Player 3 does not fall for it. A 6 does not beat a 2, and the cortao is over.")),
        ("= 0-2", N_("One point for the envido and one for the tricks: 0 to 2.")),
        ("duel 2 3", ""),
        ("cards 2 4o 7b 7c", ""),
        (
            "cards 3 1b 1o 7o",
            N_(
                "The same two players, and this time player 3 has the cards: 28 of ligao, and two of the eight best "
                "for the truco. Player 2 has 7 and nothing else."
            ),
        ),
        (
            "2 7b",
            N_(
                "A feint. A 7 on the table looks like an envido that is kept quiet on purpose, to raise by 2 pares if "
                "player 3 bets."
            ),
        ),
        (
            "3 1o",
            N_(
                "Those who hold a good envido seldom show a card of it, so player 3 does not quite believe it. But 28 "
                "would not stand a raise, and the truco promises more. Nobody bets, and the ace takes the trick."
            ),
        ),
        (
            "3 1b",
            N_(
                "Not the 7 of coins: two coins on the table would give the 28 away, and also that the third card is no "
                "pieza, because with a pieza they would be a flor."
            ),
        ),
        ("2 mazo", N_("Nothing in this hand beats the ace of batons. Better to end it here.")),
        ("= 1-2", N_("One point for the tricks: 1 to 2.")),
        ("duel 4 1", ""),
        ("cards 4 4b 3e 11b", ""),
        (
            "cards 1 2e 6e 1c",
            N_(
                "The third cortao is between the partners. Player 4 is mano, with 33 of ligao and two strong cards. "
                "Player 1 has 28 and little for the truco."
            ),
        ),
        (
            "4 4b",
            N_(
                "Player 4 keeps quiet about the 33 and hopes for a bet to raise or accept. The 4 gives the first trick "
                "away; the other two will take theirs, and nobody expects them."
            ),
        ),
        (
            "1 envido",
            N_("28 is not much, but the cards for the tricks are worse still. If there is a point to win, it is here."),
        ),
        ("4 quiero", N_("Accepted without a thought, and player 1 begins to worry.")),
        ("1 6e", N_("Enough to beat a 4.")),
        ("1 1c", N_("The ace of cups, so that the second sword stays out of sight.")),
        (
            "4 truco",
            N_(
                "The 3 would win, and then the knight. But a 3 on a mere ace would say that a better card is still to "
                "come, and no rival would accept a truco after that. So it is called now, de cerrao."
            ),
        ),
        (
            "1 no-quiero",
            N_(
                "Player 4 accepted the envido, and has shown only a 4, one of the worst cards: the others must be much "
                "better. Player 1 sees the trap in time."
            ),
        ),
        ("= 1-5", N_("Two points for the envido and one for the truco: 1 to 5.")),
    ),
)

BELMEZ_SECOND = CommentedHand(
    name="belmez-2",
    title=N_("Bélmez: second hand"),
    source="S003 Partida Comentada, 11–20",
    players=4,
    moves=(
        ("score 1-5", ""),
        ("deal 2", ""),
        ("duel 3 4", ""),
        ("cards 3 6b 7b 5o", ""),
        (
            "cards 4 4b 5b 7o",
            N_(
                "Now player 2 has dealt, and player 3 is mano. The 5 of coins goes with any suit: with two batons it "
                "is a flor. The score is 1 to 5."
            ),
        ),
        ("3 flor", N_("A flor has to be sung. It brings 3 points.")),
        ("4 guena", N_("Player 4 has none, and says güena.")),
        (
            "3 5o",
            N_("The highest card of the pack goes first, as if the flor had a second pieza that is still to come."),
        ),
        ("4 4b", N_("Nothing beats it, so the lowest card is enough.")),
        ("3 7b", N_("The better of the two that are left keeps up the story of the second pieza.")),
        (
            "4 mazo",
            N_(
                "The 7 of coins would take this trick, but only a 5 would be left for the last one. Player 4 believes "
                "the story and throws in the cards."
            ),
        ),
        ("= 5-5", N_("Three points for the flor and one for the tricks: 5 to 5.")),
        ("duel 3 4", ""),
        ("cards 3 2b 5e 6c", ""),
        (
            "cards 4 2c 3e 4o",
            N_("Neither has cards for an envido: 6 against 4. Player 4 has a 3 and a 2 for the tricks, player 3 a 2."),
        ),
        (
            "3 2b",
            N_(
                "A bluff in the envido would be badly timed, right after taking four points from a rival who wants "
                "them back. Player 3 leads the best card instead, as if there were more of the kind."
            ),
        ),
        (
            "4 3e",
            N_(
                "Player 3 may be keeping quiet about a good envido, so player 4 does not bet either. The 3 takes the "
                "trick, and nobody wins anything for the envido."
            ),
        ),
        ("4 2c", N_("Another good card: whoever wants to beat a 2 has to have something.")),
        (
            "3 truco",
            N_("Nothing that player 3 holds beats it. What remains is to throw in the cards, or a truco de embuhte."),
        ),
        ("4 quiero", N_("Player 4 wants the points as much, and has the better cards.")),
        ("3 6c", N_("Now player 3 has to show it: a 6, which does not even win the second trick.")),
        ("= 5-8", N_("Three points for the truco: 5 to 8.")),
        ("duel 1 2", ""),
        ("cards 1 2o 10o 12b", ""),
        (
            "cards 2 3c 5c 4e",
            N_(
                "Player 1 has the gallo, the knave and a coin: a great flor, and two of the four best cards for the "
                "tricks. Player 2 has 28 of ligao, which is worth nothing against a flor."
            ),
        ),
        ("1 flor", N_("Against another flor this one would be good enough to play ar rehto.")),
        ("2 guena", N_("There is no other flor.")),
        ("1 2o", N_("A good card to begin with, when two piezas stand behind it for the other two tricks.")),
        ("2 3c", N_("The 3 takes the first trick.")),
        ("2 4e", N_("The other cards are lost anyway. The 4 at least does not show the two cups.")),
        (
            "1 truco",
            N_(
                "Player 1 had hoped for a good card here, to beat it with the knave and then to call with the gallo "
                "unseen. But a knave on a 4 says that the last card is higher still. So the truco comes before it, de "
                "cerrao."
            ),
        ),
        ("2 no-quiero", N_("With these cards nobody accepts.")),
        ("= 9-8", N_("Three points for the flor and one for the truco: 9 to 8.")),
    ),
)

BELMEZ = (BELMEZ_FIRST, BELMEZ_SECOND)
