"""The history of the game, as far as the sources of the rules tell it, in the language in use."""

from __future__ import annotations

from collections.abc import Iterator

from truquero.i18n import _
from truquero.rulebook.document import Block, BookSection, Bullets, Document, Paragraph, section
from truquero.rulebook.sources import source_in_words


def history() -> Document:
    """Return the page on the history of the game."""
    return Document(_("The history of truco"), tuple(_sections()))


def _sections() -> Iterator[BookSection]:
    yield section("about", _("What this page tells"), _about())
    yield section("cards", _("Playing cards come to Europe"), _cards())
    yield section("word", _("The word"), _word())
    yield section("mentions", _("The first mentions"), _mentions())
    yield section("flor", _("Flor, truquiflor and matarrata"), _flor())
    yield section("places", _("Where it is played"), _places())
    yield section("jaen", _("Jaén and Bélmez"), _jaen())
    yield section("stories", _("Stories"), _stories())
    yield section("open", _("What remains open"), _open_questions())


def _about() -> Iterator[Block]:  # S003 Preliminar, I
    yield Paragraph(
        _(
            "Nearly everything here comes from one article, {source}. Its author asked in Bélmez de la Moraleda what "
            "people remember, and searched dictionaries for the word truco and for descriptions of the game. So this "
            "is a history of what was written down. Where the article only supposes something, or repeats a legend, "
            "this page says so."
        ).format(source=source_in_words("S003"))
    )


def _cards() -> Iterator[Block]:  # S003 Preliminar
    yield Paragraph(
        _(
            "Cards probably reached Europe in the 13th century, perhaps with nobles who came back from the crusades, "
            "and were a common pastime in the 14th. In 1331 King Alfonso XI forbade the knights of the Orden de la "
            "Banda, which he had founded, to play for them."
        )
    )
    yield Paragraph(
        _(
            "Two stories about them are legends. Covarrubias told that cards, naipes in Spanish, were invented by a "
            "Nicolás Pepín and named after his initials, N and P. And the tarot is said to have come first, brought by "
            "Muslims with scenes from the Torah. The article repeats both and gives no proof of either."
        )
    )


def _word() -> Iterator[Block]:  # S003 I
    yield Paragraph(
        _(
            "Truque seems to come from the Catalan truc, from trucar: to knock, to strike. María Moliner and the "
            "Enciclopedia del Idioma say so, though the Enciclopedia derives truco from Latin in another entry. "
            "Corominas is more careful. He puts the word with trocar, to exchange, which is old in Castilian and "
            "Portuguese and has relatives in French, English and Gascon. Its origin he calls uncertain: it may imitate "
            "a sound, and it looks like the same word as the Catalan one."
        )
    )
    yield Paragraph(
        _(
            "Other words grew from it: trucar is to make the first bet, in Salamanca any bet, and in Galicia also to "
            "deceive with false statements; retrucar is to bet against a bet; and in Uruguay truquear means to play "
            "truco."
        )
    )


def _mentions() -> Iterator[Block]:  # S003 I, with notes 12 to 15
    yield Bullets(
        (
            _("13th century: the word truque, in Mozarabic documents, but with the meaning of an exchange."),
            _("1443: a card game of that name, in the Catalan materials that Marian Aguiló collected."),
            _("16th century: again, in the Valencian writer B. de Villalba."),
            _(
                "About 1610: the Tesoro of Covarrubias, a dictionary, does not have the word. From this the article "
                "supposes that the game spread from Catalonia to other places from the 17th century on."
            ),
            _(
                "1726 to 1737: the Diccionario de Autoridades describes the game. Each player has three cards, the 3 "
                "is the highest, the fives and fours are left out, and bets grow in threes up to juego fuera, the "
                "twelve stones of a game. Truquero plays this game as autoridades."
            ),
            _("1780 and 1786: the dictionaries of the Academia and of Terreros know it too."),
        )
    )


def _flor() -> Iterator[Block]:  # S003 I and note 10
    yield Paragraph(
        _(
            "The Flor of 1737 is a game of its own. Three cards are dealt one at a time, and three of one suit, a "
            "flor, win; of several flores the one with more points, and of equal ones that of the mano. Without a flor "
            "one or two cards decide. The 2 counts twelve, the ace eleven, figures and fives ten, the 3 nine and the 4 "
            "eight. The player who is dealt last may turn up the first card, which then counts ten."
        )
    )
    yield Paragraph(
        _(
            "Truquiflor is truque with such a flor in it. For this flor two dictionaries want three cards of one suit "
            "in sequence; the others want only one suit. The article takes the trucos of Jaén and of America, which "
            "have a flor, for what Spain called truquiflor."
        )
    )
    yield Paragraph(
        _(
            "Matarrata is the Castilian name of the truc d’espaseta, which a Catalan dictionary tells from the truc by "
            "four cards: the seven of coins beats a seven, the seven of swords beats that, then come the ace of batons "
            "and the ace of swords. These four still lead the order of the cards in Argentina. Zarangollo, in "
            "Andalusia, was another game like the truque."
        )
    )


def _places() -> Iterator[Block]:  # S003 I, III
    yield Bullets(
        (
            _(
                "Catalonia, Valencia and the Balearic Islands: truc, as a rule two against two. Pompeu Fabra describes "
                "the two bets, on winning two of three tricks and on the points of two cards of one suit. The article "
                "finds this dictionary closest to the game of Bélmez."
            ),
            _("Galicia, Aragon and Navarre: truque, in the dictionaries of these regions."),
            _(
                "Asturias: a very old game, little known outside the villages, quick, with bets, señas and loud words, "
                "as Núñez Elvira tells. Truquero plays it as asturiano."
            ),
            _(
                "The province of Jaén: in Jódar as in Bélmez, in Chilluévar a little differently, and in Quesada, "
                "Cazorla, Peal, Pozo Alcón and Santiago de la Espada under the name of truque. Truquero plays these as "
                "belmez and quesada."
            ),
            _("Canary Islands: truco has a long tradition in Fuerteventura, and one part of it resembles the envite."),
            _(
                "Argentina, Uruguay and Colombia: truco. A Spanish dictionary of 1935 already calls it the most "
                "popular betting game of Argentina."
            ),
            _(
                "Ávila and Brazil: the article mentions neither. But Navarrevisca has a Reglamento of its own, and "
                "Brazil plays truco with a turned card that makes the manilhas."
            ),
        )
    )


def _jaen() -> Iterator[Block]:  # S003 Preliminar, I, note 18
    yield Paragraph(
        _(
            "The oldest document of the province that the author knows is of 6 October 1848. In the bulletin of the "
            "diocese the bishop of Jaén blames truco for scandals and misfortunes in the taverns, through the quarrels "
            "that it causes. The author objects that whoever wrote this did not know the game, and took its noise for "
            "violence."
        )
    )
    yield Paragraph(
        _(
            "In Bélmez people remember that it was played in the 19th century, and it may be much older. Every August "
            "the best players of the district meet there for a championship. The article wrote down its rules, perhaps "
            "for the first time in the province."
        )
    )
    yield Paragraph(
        _(
            "Why is the 5 of coins the highest card there? The author offers a guess: in old packs it showed the "
            "Catholic Monarchs around a large coin. And with the twenty of the envido it counts 31 because the pack "
            "has 31 cards."
        )
    )


def _stories() -> Iterator[Block]:  # S003 epigraph, Reglas de Oro, anecdote after the commented hands
    yield Paragraph(
        _(
            "The article opens with Borges. In his story El Zahir the narrator walks through Buenos Aires at two in "
            "the morning, finds a shop open at a corner, and to his misfortune three men in it are playing truco."
        )
    )
    yield Paragraph(
        _(
            "Players recite verses with their calls. The article compares those of Bélmez with the songs of the "
            "players of South America."
        )
    )
    yield Paragraph(
        _(
            "And one hand of a championship is still talked about. The deciding pata was nearly over, and both players "
            "had a pieza: the leader the 5 of coins, the other the gallo. The player behind bet the envido. The "
            "leader, who had it won, refused, and so seemed to have nothing. The other called truco, heard a retruco, "
            "had to accept, and lost the match."
        )
    )


def _open_questions() -> Iterator[Block]:  # S003 I, III.a
    yield Bullets(
        (
            _("Where the game began. Catalonia has the oldest mention, but a mention is not a beginning."),
            _(
                "How it came to America. The article only points out how much the truco of Bélmez and that of America "
                "have in common, more than with the games of Valencia or of villages nearby, and leaves the reason "
                "open."
            ),
            _("How old the truco of Bélmez is. The author knows of no document of the province before 1848."),
        )
    )
