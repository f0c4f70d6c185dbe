"""Local words that are accepted as aliases of move codes, wherever codes are written."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

ALIASES: Mapping[str, str] = {
    "quiero": "vull lo-quiero caio cai arriba aceito con-flor-quiero si-quiero",
    "no-quiero": "no-vull fujo abajo corro con-flor-no-quiero nao-quero",
    "mazo": "baraja a-la-baraja me-voy me-voy-al-mazo me-voy-a-la-baraja al-mazo",
    "truco": "truque trucar truca jorge",
    "retruco": "retruque quiero-retruco",
    "vale-cuatro": "vale-4 quiero-vale-cuatro quatre-val",
    "vale-nueve": "vale-9 quiero-vale-nueve",
    "flor": "cahtellana castellana leona pelusa",
    "contraflor": "contra-flor",
    "contraflor-al-resto": "contra-flor-al-resto",
    "con-flor-me-achico": "me-achico",
    "al-resto": "ar-rehto ar-resto",
    "guena": "buena es-buena gueno",
    "son-buenas": "buenas-son",
    "mi-falta": "mi-farta",
    "envido-pata": "envido-la-pata la-pata",
    "seis": "pido-seis pedir-6",
    "nove": "pedir-9",
    "doze": "pedir-12",
}
_BETWEEN_WORDS = re.compile(r"[^a-z0-9]+")


def plain(text: str) -> str:
    """Return a text in lower case and without accents: `Güena` becomes `guena`, `seña` becomes `sena`."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def as_code(words: str) -> str:
    """Return words in the format of a move code: `Joc fora!` becomes `joc-fora`."""
    return _BETWEEN_WORDS.sub("-", plain(words)).strip("-")


CANONICAL: Mapping[str, str] = {alias: code for code, aliases in ALIASES.items() for alias in aliases.split()}
