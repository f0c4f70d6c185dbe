"""What happens at a table, told in Spanish to one of its players. Everything comes from that player's view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from truquero.cards import CARDS, RANK_NAMES, SUITS, Card
from truquero.cli.lines import WIDTH, in_lines
from truquero.rules.game import Rules, Setting
from truquero.table import Event, View
from truquero.table.schedule import side_of
from truquero.variants import preset

FACE_DOWN = "boca abajo"
ORDINALS = ("1ª", "2ª", "3ª")
GAP = "  "

# The cards of the French pack are coded as the Spanish ones they stand for.
FRENCH_RANKS = {1: "ás", 10: "dama", 11: "valete", 12: "rei"}
FRENCH_SUITS = {"e": "espadas", "b": "paus", "o": "ouros", "c": "copas"}

# What is not simply its code with spaces.
WORDS = {
    "mazo": "me voy al mazo",
    "guena": "güena",
    "retruco": "quiero retruco",
    "vale-cuatro": "quiero vale cuatro",
    "vale-nueve": "quiero vale nueve",
    "pata": "quiero la pata",
    "envido-pata": "envido la pata",
    "mi-falta": "quiero mi falta",
}
DEEDS = {
    "mira": "(mirar las cartas)",
    "mostrar": "(cartas ganadoras, a la vista)",
    "acepta-carta": "(la carta se queda)",
    "otra-carta": "(la carta no se queda)",
    "tapada": "(carta tapada)",
    "descarta": "(descarte)",
}
REASONS = {
    "won": "la mano",
    "mazo": "mazo",
    "tied": "la mano, todo pardas",
    "declined": "la mano no se juega",
    "shown": "cartas ganadoras",
}
REASONS_OF = {  # of a lance
    "refused": "{lance} no {wanted}",
    "alone": "{lance} sin otra enfrente",
    "false": "{lance} mal {sung}",
}
FOR = {"Tú": "ti", "Rival": "el rival", "Nosotros": "nosotros", "Ellos": "ellos"}


@dataclass(frozen=True)
class TableText:
    """The words for a table as one seat sees it."""

    rules: Rules
    seat: int

    # -------------------------------------------------------------------------------------------------------- names

    def are_partners(self, view: View, one: int, other: int) -> bool:
        """Whether two seats play on one side in the hand on the table."""
        gallo = view.gallo
        return side_of(one) == side_of(other) if gallo is None else (one == gallo) == (other == gallo)

    def name(self, view: View, seat: int) -> str:
        if seat == self.seat:
            return "Tú"
        return f"Asiento {seat} ({'compañero' if self.are_partners(view, self.seat, seat) else 'rival'})"

    def _column(self, view: View, seat: int) -> str:
        """A name as wide as the widest one, so that what is said stands in a column."""
        widest = "Asiento 2 (compañero)" if self.rules.players > 2 else "Asiento 2 (rival)"
        return self.name(view, seat).ljust(len(widest))

    def side(self, name: str) -> str:
        """A side of the score: nosotros and ellos, as on the paper where it is kept."""
        if self.rules.players == 3:
            return "Tú" if int(name) == self.seat else f"Asiento {name}"
        mine = name == "AB"[side_of(self.seat)]
        if self.rules.players == 2:
            return "Tú" if mine else "Rival"
        return "Nosotros" if mine else "Ellos"

    def cards(self, cards: Sequence[Card | None]) -> list[str]:
        return ["??" if one is None else self.card(one) for one in cards] or ["ninguna"]

    def card(self, one: Card) -> str:
        """The code to type and the name to read: `7o 7 de oros`."""
        suits, ranks = self._card_names()
        return f"{one} {ranks.get(one.rank, str(one.rank))} de {suits[one.suit]}"

    def _card_names(self) -> tuple[dict[str, str], dict[int, str]]:
        return (FRENCH_SUITS, FRENCH_RANKS) if self.rules.french_names else (SUITS, RANK_NAMES)

    # --------------------------------------------------------------------------------------- the match and its score

    def opening(self) -> Iterator[str]:
        match, players = self.rules.match, self.rules.players
        games = "" if match.games_to_win == 1 else f" · gana quien haga {match.games_to_win} {match.game_name}s"
        yield f"{preset(self.rules.variant).title} · {players} jugadores · a {match.target} tantos{games}"
        changed = [
            f"{name}={value}" for name, value in self.rules.options.items() if value != _default(self.rules, name)
        ]
        if changed:
            yield f"Reglas de la casa: {' '.join(changed)}"
        yield f"Juegas en el asiento {self.seat}. Escribe ? para la ayuda y q para salir."

    def score(self, view: View) -> str:
        names = ["1", "2", "3"] if self.rules.players == 3 else ["A", "B"]
        mine = self.seat - 1 if self.rules.players == 3 else side_of(self.seat)
        order = [mine, *(index for index in range(len(names)) if index != mine)]
        points = " · ".join(f"{self.side(names[index])} {view.score[index]}" for index in order)
        if self.rules.match.games_to_win == 1:
            return points
        return f"{points} · {self.rules.match.game_name}s {'–'.join(str(view.games[index]) for index in order)}"

    def ending(self, view: View) -> str:
        """Who has won the match."""
        assert view.winner is not None
        mine = str(self.seat) in view.winners
        who = "Tú" if mine else self.side(view.winner)
        won = {"Tú": "¡Has ganado!", "Nosotros": "¡Habéis ganado!", "Ellos": "Han ganado ellos."}
        return f"Fin de la partida. {won.get(who, f'Ha ganado {self.for_side(view.winner)}.')} {self.score(view)}"

    def hand_opening(self, view: View, deal: int, hand: int) -> Iterator[str]:
        """The score, who deals, who is mano, what is turned, and what kind of hand it is."""
        assert view.dealer is not None
        yield f"── Reparto {deal} · {self.score(view)} ".ljust(WIDTH, "─")
        mano = view.seats[0]
        dealt = "Das tú" if view.dealer == self.seat else f"Da {self.name(view, view.dealer)}"
        yield f"{dealt}; {'eres mano' if mano == self.seat else f'es mano {self.name(view, mano)}'}."
        gallo, last = view.gallo, self.rules.last_hand
        if gallo is not None:
            yield "Eres el gallo: juegas solo." if gallo == self.seat else f"Gallo: {self.name(view, gallo)}."
        if view.turned is not None:
            yield f"{self.rules.deal.turned.capitalize()}: {self.card(view.turned)}{self._on_top(view.turned)}"
        if self.rules.duels is not None and view.setting == Setting.DUEL.value:
            first, second = (self.name(view, seat) for seat in view.seats)
            yield f"{self.rules.duels.name.capitalize()} {hand}º: {first} contra {second}."
        elif view.setting == Setting.IRON.value:
            yield "Los dos bandos a una mano: no se canta nada; quien la gane, gana el juego."
        elif view.setting == Setting.DECIDED.value and last is not None:
            yield f"Mano de {last.at}: jugada vale {last.played}; si no se juega, {last.declined} para los rivales."

    def _on_top(self, turned: Card) -> str:
        ranking = self.rules.ranking
        if ranking.turned is None:
            return ""
        return f" → mandan {' > '.join(one for tier in ranking.turned.above(turned) for one in tier)}"

    def help(self, view: View) -> Iterator[str]:
        yield "  Escribe el número de una jugada de la lista, o su código: una carta (7o, 12b)"
        yield "  o lo que se dice (truco, no quiero, me voy al mazo). Donde se ofrece, Enter"
        yield "  calla o sigue. Salir: q, Ctrl-D o Ctrl-C."
        yield from in_lines(self._order_of_cards(view), " > ", "  Orden de las cartas: ", GAP * 2)
        suits, ranks = self._card_names()
        names = [f"{code} {name}" for code, name in (*suits.items(), *ranks.items())]
        yield from in_lines(names, ", ", "  Códigos: ", GAP * 2)

    def _order_of_cards(self, view: View) -> Iterator[str]:
        """Cards that tie together, the highest first: `1e`, `1b`, `7e`, `7o`, `3`, `2`, `1o 1c` …"""
        strengths = self.rules.ranking.strengths(view.turned)
        tiers: dict[int, list[Card]] = {}
        for one in self.rules.pack:
            tiers.setdefault(strengths[one], []).append(one)
        return (_tier(tiers[height]) for height in sorted(tiers, reverse=True))

    # --------------------------------------------------------------------------------------- what is said and done

    def events(self, view: View, since: int) -> Iterator[str]:
        """The news since some event."""
        news = view.events[since:]
        tricks = sum(event.kind == "trick" for event in view.events[:since])
        # A game is won while points are written, but the winners show their cards before they put them away.
        for event in sorted(news, key=lambda event: event.kind in ("game", "match")):
            if event.kind == "move":
                yield self._moved(view, event)
            elif event.kind == "trick":
                taker = "parda" if event.seat is None else self.name(view, event.seat)
                yield f"{GAP * 2}{ORDINALS[tricks]} baza: {taker}"
                tricks += 1
            elif event.kind == "declare" and event.seat is not None:
                said = "son buenas" if event.value is None else str(event.value)
                yield f"{GAP}{self._column(view, event.seat)}{GAP}«{said}»"
            elif event.kind == "award":
                yield f"{GAP}» {self._award(view, event)}"
            elif event.kind == "exposed" and event.seat is not None:
                whose = "tuya" if event.seat == self.seat else f"de {self.name(view, event.seat)}"
                yield f"{GAP}Al repartir cae boca arriba {self.card(event.cards[0])}, {whose}."
            elif event.kind == "void":
                yield f"{GAP}No vale: se reparte otra vez."
            elif event.kind == "show":
                assert event.seat is not None
                yield f"{GAP}{self._column(view, event.seat)}{GAP}a la vista: {' '.join(event.cards)}"
            elif event.kind == "game" and event.side and self.rules.match.games_to_win > 1:
                yield f"{GAP}» {self.rules.match.game_name.capitalize()} para {self.for_side(event.side)}"

    def _moved(self, view: View, event: Event) -> str:
        assert event.seat is not None
        assert event.move is not None
        return f"{GAP}{self._column(view, event.seat)}{GAP}{self.deed(event.move)}"

    def deed(self, move: str) -> str:
        """A move as the table sees or hears it."""
        kind, _, name = move.partition("-")
        if move in CARDS:
            return self.card(CARDS[move])
        if move in DEEDS:
            return DEEDS[move]
        if kind in DEEDS and name in CARDS:
            return f"{DEEDS[kind]}: {self.card(CARDS[name])}"
        if move.startswith("pido-flor-"):
            return f"«pido flor» al asiento {move.removeprefix('pido-flor-')}"
        if move.startswith("mas-"):
            return f"«quiero y {move.removeprefix('mas-')} más»"
        return f"«{WORDS.get(move, move.replace('-', ' '))}»"

    def _award(self, view: View, event: Event) -> str:
        assert event.side is not None
        assert event.lance is not None
        points = f"{event.points:+} para {self.for_side(event.side)}: "
        if event.why == "claim" and event.seat is not None:
            innocent = self._has(view, event.seat, event.side)
            return f"{points}pido flor, {'no la tenía' if innocent else 'la tenía callada'}"
        if event.why == "best" and event.seat is not None:
            wins = "ganas" if event.seat == self.seat else f"gana {self.name(view, event.seat)}"
            value = f" con {event.value}" if event.value is not None else ""
            return f"{points}{event.lance}, {wins}{value}"
        return points + _reason(event.lance, event.why or "")

    def for_side(self, name: str) -> str:
        side = self.side(name)
        return FOR.get(side, side)

    def _has(self, view: View, seat: int, side: str) -> bool:
        """Whether a seat belongs to a side of the score in the hand on the table."""
        return self.are_partners(view, seat, int(side) if side.isdigit() else 1 + "AB".index(side))


def _reason(lance: str, why: str) -> str:
    """Why points were won, other than by better cards."""
    if lance == "penalty":
        return "castigo, contra las reglas"
    female = lance == "flor"
    words = {"lance": lance, "wanted": "querida" if female else "querido", "sung": "cantada" if female else "cantado"}
    return REASONS_OF[why].format(**words) if why in REASONS_OF else REASONS.get(why, lance)


def _default(rules: Rules, name: str) -> str:
    return next(option.default for option in preset(rules.variant).options if option.name == name)


def _tier(cards: list[Card]) -> str:
    """Equal cards: the rank alone where all four suits are in."""
    ranks = {one.rank for one in cards}
    return str(cards[0].rank) if len(cards) == len(SUITS) and len(ranks) == 1 else " ".join(cards)
