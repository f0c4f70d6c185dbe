"""Names of guests: which names may be chosen, and which look alike."""

from __future__ import annotations

import json
import sqlite3
import urllib.error
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.served import Served, Visitor, settings_in
from truquero.server.confusables import lookalike_key, resembles
from truquero.server.guest_names import InvalidName, clean_name

MIXED = {
    "Ꭰani": "Dani", "Ꮯelia": "Celia", "Ꮩera": "Vera", "Ꮐil": "Gil", "Ᏼeto": "Beto", "Ѵic": "Vic", "ѵic": "Vic",
    "ВoЬ": "Bob", "Սlises": "Ulises", "ᗅna": "Ana", "ⵔscar": "Oscar", "Аna": "Ana", "Αna": "Ana", "०scar": "Oscar",
    "Ꮧani": "Dani", "Pedro ⴰ": "Pedro o",
}  # fmt: skip


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Ana", "Аna"),  # a Cyrillic capital
        ("Ana", "аnа"),
        ("ANA", "ana"),
        ("Ana", "Αna"),  # a Greek capital
        ("Pol", "PoI"),
        ("Ivan", "ivan"),
        ("Joana", "J0ana"),
        ("Íñigo", "íñigo"),
        ("Ana", "ᴀna"),  # small capitals
        ("Bernat Quim", "ʙᴇʀɴᴀᴛ ꞯᴜɪᴍ"),
        ("Pedro", "Реԁго"),  # all letters are Cyrillic, as in the next pair
        ("Bob", "ВОЬ"),
        ("Vera", "ᏙᎬᎡᎪ"),  # Cherokee
        ("cd", "ꮯꭰ"),
        ("Ulu", "Սլս"),  # Armenian
        ("Ana", "ᗅᑎᗅ"),  # Canadian syllabics
        ("Oscar", "〇scar"),
        ("Oscar", "ㅇscar"),
        ("Oscar", "○scar"),
        ("Oscar", "🅾scar"),
        ("Cosme", "Ϲosme"),  # normalized to Σ
        ("Ana", "Ạna"),  # with a dot below, as in the next name
        ("Ana", "An\u0323a"),
        ("Ana", "Ąna"),
        ("Ana", "Ana\u0307"),
        ("Ana", "Aṇ\u0331a"),
        ("Ana", "Ⱥna"),
        ("Luis", "Łuis"),
        ("Ana", "ᎪᏁᎪ"),
        ("Luis", "Lu¡s"),
        ("Luis", "Lu!s"),
        ("Peña", "Peñ\u0323a"),
        ("Françoise", "Fran\u0323çoise"),
    ],
)
def test_names_that_look_alike_have_the_same_key(first: str, second: str) -> None:
    assert lookalike_key(first) == lookalike_key(second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Ana", "Eva"),
        ("José", "Jose"),
        ("Юля", "Оля"),
        ("Peña", "Pena"),
        ("Ana", "Aña"),
        ("Açai", "Acai"),
        ("Їжа", "Іжа"),
    ],
)
def test_names_that_look_different_have_different_keys(first: str, second: str) -> None:
    assert lookalike_key(first) != lookalike_key(second)


@pytest.mark.parametrize("name", [*MIXED, "ВΟВ", "山Юля"])
def test_a_name_of_two_alphabets_is_refused(name: str) -> None:
    with pytest.raises(InvalidName, match="write your name in one alphabet"):
        clean_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "José María",
        "Mª José",
        "山田Taro",
        "ユーザーX",
        "김철수 K",
        "Юля",
        "Γιώργος 2",
        "علی۲",
        "Ana ❤️",
        "D’Arc",
        "राम",
        "ʻOkina",
        "Núria Col·lell",
        "Begoña",
        "Conceição",
        "João",
        "Łukasz",
        "Åse",
    ],
)
def test_a_name_of_one_alphabet_is_accepted(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize("name", ["ᎪᏁᎪ", "ᗩᑎᗩ", "ꓮꓠꓮ", "ⵔⵙ", "𐌀𐌁", "ᚱᛁ"])
def test_a_name_in_a_rare_alphabet_is_refused(name: str) -> None:
    with pytest.raises(InvalidName, match="write your name in another alphabet"):
        clean_name(name)


def test_an_older_name_in_a_rare_alphabet_resembles_every_name_that_it_may_look_like() -> None:
    assert resembles("ᏓᎪᏓ", {lookalike_key("Lal")})  # Ꮣ is in no list
    assert not resembles("ᏓᎪᏓ", {lookalike_key("Eva Perón")})


@pytest.mark.parametrize(("mixed", "latin"), MIXED.items())
def test_a_name_of_two_alphabets_resembles_every_name_that_it_may_look_like(mixed: str, latin: str) -> None:
    """This also holds for letters in no list, because guests of older servers keep such names."""
    assert resembles(mixed, {lookalike_key(latin)})
    assert resembles(latin, {lookalike_key(mixed)})
    assert not resembles(mixed, {lookalike_key("Eva Perón")})


def test_an_older_name_of_two_alphabets_stays_and_gets_a_number(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    with Served(settings) as served:
        dani, leo = Visitor(served, "Dani"), Visitor(served, "Leo")
        with pytest.raises(urllib.error.HTTPError) as refused:
            leo.ask("/api/guest", {"name": "Ꮧani"}, method="PUT")
        assert json.load(refused.value)["reason"] == "write your name in one alphabet"
        refused.value.close()
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as database, database:  # older servers allowed it
        database.execute("UPDATE guests SET name = 'Ꮧani' WHERE name = 'Leo'")
    with Served(settings) as again:
        dani.served = leo.served = again
        assert leo.ask("/api/guest")["name"] == "Ꮧani"
        table = dani.open_table(variant="paulista", players=2)
        with dani.page(table) as page, leo.page(table) as second:
            assert second.request("sit", seat=2)["type"] == "done"
            page.until(lambda: page.view["seats"][1]["name"] != "")
            assert [seat_info["name"] for seat_info in page.view["seats"]] == ["Dani", "Ꮧani 2"]
