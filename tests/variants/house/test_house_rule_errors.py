"""House rules that cannot be used: every error names its line and the allowed values, and has no side effects."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truquero.variants import VARIANTS
from truquero.variants.house import LARGEST_FILE, HouseError, load, loads

TALK = '[[words.talk]]\nwords = ["la de siempre"]\nmoves = ["flor"]'
HEAD = 'name = "mi-pueblo"\nfrom = "argentino"\n'


def error(text: str) -> HouseError:
    with pytest.raises(HouseError) as caught:
        loads(text, "casa.toml")
    error_found = caught.value
    assert str(error_found) == f"casa.toml:{error_found.line}: {error_found.message}"
    assert "\n" not in error_found.message
    return error_found


# ---------------------------------------------------------------------------------------------------- after the head

AFTER_THE_HEAD = [
    # top level of the file
    ("colour = 1", 3, "colour is unknown here; the known keys are name, title, from, place, players, target, options"),
    ("[rules]\nflor = false", 3, "rules is unknown here; the known keys are"),
    ('title = ""', 3, "title must be one line of text, of at most 100 letters"),
    ('title = "a\\nb"', 3, "title must be one line of text"),
    (f'title = "{"a" * 101}"', 3, "title must be one line of text"),
    ("title = 7", 3, "title must be a text in quotes, not 7"),
    ("place = true", 3, "place must be a text in quotes, not true"),
    ("players = 4", 3, "players must be some of 2, 3, 4, 6, 8, each once, the usual number first, such as [4, 2]; 4"),
    ("players = []", 3, "players must be some of 2, 3, 4, 6, 8, each once, the usual number first, such as [4, 2]; []"),
    (
        "players = [\n  4,\n  5,\n]",
        5,
        "players must be some of 2, 3, 4, 6, 8, each once, the usual number first, such as [4, 2]; 5",
    ),
    ("players = [4, 4]", 3, "each once"),
    ('players = [4,\n "2"]', 4, "such as [4, 2]; '2' does not fit"),
    ("players = [true]", 3, "such as [4, 2]; true does not fit"),
    ("target = 0", 3, "target must be a whole number from 1 to 1000, not 0"),
    ("target = 1001", 3, "target must be a whole number from 1 to 1000, not 1001"),
    ('target = "15"', 3, "target must be a whole number from 1 to 1000, not '15'"),
    ("target = 15.0", 3, "target must be a whole number from 1 to 1000, not 15.0"),
    ("target = true", 3, "target must be a whole number from 1 to 1000, not true"),
    # options
    ("options = 3", 3, "options must be a table, not 3"),
    ("[options]\nflower = false", 4, "unknown option 'flower'; the options are all_tied, chicos,"),
    ('[options]\n\n# ours\nflor = "maybe"', 6, "option flor=maybe: choose"),
    ("[options]\nflor = 3.5", 4, "flor must be a text, a whole number, true or false, not 3.5"),
    ("[options]\nflor = []", 4, "flor must be a text, a whole number, true or false, not []"),
    ("[options]\ntarget = 15", 4, "target must stand above the tables, on a line of its own: target = 15"),
    ("options.flor = 4", 3, "option flor=4: choose"),
    ("options = { chicos = 1, flor = 4 }", 3, "option flor=4"),
    # truco
    ("truco = 3", 3, "truco must be a table, not 3"),
    ("[truco]", 3, "[truco] is empty; it may contain base, ladder"),
    ("[truco]\nbase = 1\nrungs = []", 5, "truco.rungs is unknown here; the known keys are base, ladder"),
    ("[truco]\nbase = 0", 4, "truco.base must be a whole number from 1 to 1000, not 0"),
    ('[truco]\nbase = "1"', 4, "truco.base must be a whole number from 1 to 1000, not '1'"),
    ("[truco]\nbase = 2", 3, "stakes must rise: truco plays for 2, and the step before it for 2"),
    (
        "[truco]\nladder = []",
        4,
        'truco.ladder must be a list in square brackets, such as ["truco 2", "retruco 3"], not []',
    ),
    (
        '[truco]\nladder = "truco 2"',
        4,
        'truco.ladder must be a list in square brackets, such as ["truco 2", "retruco 3"]',
    ),
    ("[truco]\nladder = [2, 3]", 4, "truco.ladder[1] must be a text in quotes, not 2"),
    (
        '[truco]\nladder = ["truco"]',
        4,
        "'truco' is not a step: write a call and what it plays for, 1 to 1000, game or match",
    ),
    ('[truco]\nladder = ["truco two"]', 4, "'truco two' is not a step"),
    ('[truco]\nladder = ["truco 0"]', 4, "'truco 0' is not a step"),
    ('[truco]\nladder = ["truco 1001"]', 4, "'truco 1001' is not a step"),
    ('[truco]\nladder = ["vale cuatro 4"]', 4, "'vale cuatro 4' is not a step"),
    ('[truco]\nladder = ["Truco 2"]', 4, "'Truco': write a call in small letters without accents, with hyphens"),
    ('[truco]\nladder = ["trucó 2"]', 4, "write a call in small letters"),
    ('[truco]\nladder = ["4 2"]', 4, "write a call in small letters"),
    ('[truco]\nladder = ["truco 2",\n"truco 3"]', 5, "truco is in the ladder twice"),
    (
        '[truco]\nladder = ["truco 3",\n# lower\n"retruco 3"]',
        6,
        "stakes must rise: retruco plays for 3, and the step before it for 3",
    ),
    (
        '[truco]\nladder = ["truco game",\n"retruco 30"]',
        5,
        "stakes must rise: retruco plays for 30, and the step before it for game",
    ),
    (
        '[truco]\nladder = ["truco match",\n"retruco game"]',
        5,
        "stakes must rise: retruco plays for game, and the step before it for match",
    ),
    ('[truco]\nladder = ["truque 2"]', 4, "records read truque as truco: write truco, or choose another word"),
    ('[truco]\nladder = ["quiero 2"]', 4, "quiero is another move: choose another word for the call"),
    ('[truco]\nladder = ["real-envido 2"]', 4, "real-envido is another move"),
    ('[truco]\nladder = ["sena-truco 2"]', 4, "sena-truco is another move"),
    ('[truco]\nladder = ["ko 2"]', 4, "ko is another move"),  # the king of coins
    (f"[truco]\nladder = {[f'a{n} {n + 2}' for n in range(13)]}", 4, "the ladder has at most 12 calls"),
    # pack
    ("[pack]", 3, "[pack] is empty; it may contain cards, without, ranking"),
    ('[pack]\ndeck = "22"', 4, "pack.deck is unknown here; the known keys are cards, without, ranking"),
    ("[pack]\nwithout = [2]", 4, "pack.without must be a text in quotes, not [2]"),
    ('[pack]\nwithout = " "', 4, "pack.without is empty: write ranks or cards, such as 2 10 11 12b"),
    ('[pack]\nwithout = "8"', 4, "8 is not in the pack, or is named twice"),
    ('[pack]\nwithout = "2 2o"', 4, "2o is not in the pack, or is named twice"),
    ('[pack]\nwithout = "13"', 4, "13 is not a rank: ranks are 1 to 12"),
    ('[pack]\nwithout = "7x"', 4, "'7x' is not a card: write a rank 1-12 and a suit e, b, o or c, such as 7o"),
    ('[pack]\ncards = "1 2 3"\nwithout = "2"', 5, "write pack.cards or pack.without, not both"),
    ('[pack]\ncards = ""', 4, "pack.cards is empty: write ranks or cards"),
    ('[pack]\ncards = "1 3 1e"', 4, "1e is not in the pack, or is named twice"),
    ('[pack]\ncards = "1 2 3 4 5 6 7 8o"', 4, "the usual order has no place for 8o: write a ranking"),
    ('[pack]\nwithout = "1 2 3 4 5 6"', 4, "8 players need 25 cards and the pack has 16: add cards or name fewer"),
    ('[pack]\ncards = "1 2"\nranking = "2"', 5, "the ranking leaves out 1e 1b 1o 1c"),
    ('[pack]\ncards = "1 2"\nranking = "2 > 1 > 3"', 5, "3 is not in the pack, or is named twice"),
    ('[pack]\ncards = "1 2"\nranking = "1e > 1 > 1e > 2"', 5, "1e is not in the pack, or is named"),
    ('[pack]\ncards = "1 2"\nranking = "2 > "', 5, "a card is missing from the ranking: write 1e > 1b > 3 > 6 = 5"),
    ('[pack]\ncards = "1 2"\nranking = "2 1"', 5, "'2 1' is not a card"),
    # words
    ("words = 3", 3, "words must be a table, not 3"),
    ("[words.shout]", 3, "words.shout: there is no such table; the tables are language, say, verses, names, signs"),
    ('[words.say]\ntrucazo = ["x"]', 4, "words.say.trucazo: there is no such move; the moves are"),
    ('[words.say]\ntruco = "x"', 4, "words.say.truco: write a list of words"),
    ("[words.say]\ntruco = []", 4, "words.say.truco: write a list of words"),
    (
        '[words.say]\ntruco = ["{n}"]',
        4,
        "words.say.truco: '{n}': use {n} and {pairs} only in the words of moves of any size",
    ),
    ('[words.signs.x]\nshows = "1e"', 3, 'words.signs.x: gesture is missing: write gesture = "wink"'),
    ('[words.signs.x]\ngesture = "wink"', 3, 'words.signs.x: shows is missing: write shows = "1e"'),
    ("[words.signs]\nx = 1", 4, "words.signs.x: a seña has shows, gesture, source, and nothing else"),
    ('[words.signs.x]\nshows = "1e"\ngesture = " "', 5, "words.signs.x.gesture: gesture must say in one line how"),
    (f'[words.signs.x]\nshows = "1e"\ngesture = "{"a" * 101}"', 5, "words.signs.x.gesture: gesture has at most 100"),
    ('[words]\nlanguage = "tlh"', 4, "words.language: unknown language 'tlh'; choose one of es, pt, ca, en"),
    ("[words]\nlanguage = []", 4, "words.language: unknown language []"),
    (
        '[words.signs.x]\nshows = "1e"\ngesture = []\nsource = "us"',
        5,
        "words.signs.x.gesture: gesture must say in one line how the seña is made",
    ),
    ('[words.signs.x]\ngesture = "wink"\nshows = "99"\nsource = "us"', 5, "words.signs.x.shows: shows = '99': name"),
    ('[words.signs.x]\ngesture = "wink"\nshows = "1e"\nsource = ""', 6, "words.signs.x.source: source must say where"),
    ('[words.signs.x]\ngesture = "wink"\nshows = "1e"\nsource = "us"\nby = 1', 7, "words.signs.x.by: a seña has shows"),
    (f'{TALK}\n[[words.talk]]\nwords = ["y"]\nmoves = ["volar"]', 8, "words.talk[2].moves[1]: there is no such move"),
    (f'{TALK}\n[[words.talk]]\nwords = ["y"]\nmoves = [\n"flor",\n"volar"]', 10, "words.talk[2].moves[2]: there is no"),
    (f'{TALK}\n[[words.talk]]\nmoves = ["flor"]\nwords = 3', 8, "words.talk[2].words: an expression needs its words"),
    (f"{TALK}\n[[words.talk]]\n", 6, "words.talk[2].words: an expression needs its words"),
    (f'{TALK}\n[[words.talk]]\nwords = ["y"]\nmoves = ["flor"]\nplayed = 1', 9, "words.talk[2].played: played must be"),
    (
        f'{TALK}\n[[words.talk]]\nwords = ["y"]\nmoves = ["flor"]\nsaid = 1',
        9,
        "words.talk[2].said: an expression has",
    ),
]


@pytest.mark.parametrize(("body", "line", "message"), AFTER_THE_HEAD)
def test_an_error_names_the_line_and_the_mistake(body: str, line: int, message: str) -> None:
    error_found = error(HEAD + body)
    assert message in error_found.message
    assert error_found.line == line


# ------------------------------------------------------------------------------------------------------- other heads

WHOLE_FILES = [
    ("", 1, 'from is missing: write from = "argentino"'),
    ('name = "x"', 1, "from is missing"),
    ('from = "argentino"', 1, 'name is missing: write name = "mi-pueblo"'),
    ('\nfrom = "brisca"', 2, "there is no variant 'brisca' to start from; the variants are argentino,"),
    ("from = 3", 1, "from must be a text in quotes, not 3"),
    (
        'from = "argentino"\nname = "Mi pueblo"',
        2,
        "'Mi pueblo' cannot be a name in records: write small letters, digits and",
    ),
    ('from = "argentino"\nname = "mi-"', 2, "'mi-' cannot be a name in records"),
    (f'from = "argentino"\nname = "{"a" * 41}"', 2, "cannot be a name in records"),
    ('from = "argentino"\nname = "belmez"', 2, "belmez is a variant already: choose another name"),
    ('name = "x"\nname = "y"', 2, "this is not TOML: this key or table is already in the file: write it once"),
    ('name = "x"\n[truco]\n[truco]', 3, "this is not TOML: this key or table is already in the file"),
    ('name = "x"\nwords = { say = 1, say = 2 }', 2, "this is not TOML: this key or table is already in the file"),
    ('name = "x\n', 1, "this is not TOML: a text has no closing quotes, or contains"),
    ('name = "x"\ntitle = "x', 2, "this is not TOML: a text has no closing quotes"),
    ("name = 'x", 1, "this is not TOML: a text has no closing quotes"),
    ('name = "x"\n\n[options', 3, "this is not TOML: the name of a table has no closing bracket ]"),
    ("\n\nname", 3, "this is not TOML: write = and a value after a key"),
    ("name = mi-pueblo", 1, "this is not TOML: write a text in quotes, a whole number"),
    ("target = 15 points", 1, "this is not TOML: write one key and its value"),
    ("players = [4, 2\n", 2, "this is not TOML: a list has no closing bracket"),
    ("truco = { base = 1\n", 1, "this is not TOML: a table has no closing brace"),
    ('title = "a\\b\\q"', 1, "this is not TOML: in a text \\ is written \\\\"),
    ("= 3", 1, "this is not TOML: write a key = its value, or a [table] on each line"),
    (". = 3", 1, "this is not TOML: write a key"),
    ("a. = 3", 1, "this is not TOML: write a key with letters"),
    ('title = "\\ud800"', 1, "this is not valid TOML"),
    (f"target = {'9' * 5000}", 1, "this is not valid TOML"),
    (f"name = {'[' * 5000}", 1, "its lists or tables are nested too deeply"),
    # requirements of each preset on its cards
    (
        'name = "x"\nfrom = "belmez"\n[pack]\nwithout = "12b"',
        4,
        "the piezas of this variant must stay in the pack: 12b",
    ),
    ('name = "x"\nfrom = "belmez"\n[pack]\nwithout = "1 2 3"', 4, "4 players need 21 cards and the pack has 19"),
    (
        'name = "x"\nfrom = "uruguayo"\n[pack]\nwithout = "12o"',
        4,
        "the turned card may make any 12 high, so all four must",
    ),
    ('name = "x"\nfrom = "uruguayo"\n[pack]\nwithout = "2"', 4, "the turned card may make any 2 high"),
    ('name = "x"\nfrom = "paulista"\n[pack]\nwithout = "7o"', 4, "the turned card may make any 7 high"),
    (
        'name = "x"\nfrom = "paulista"\n[pack]\nranking = "3 > 2 > 1 > 12 = 11 = 10 > 7 > 6 > 5 > 4"',
        4,
        "the manilha is the rank above the turned card, so each rank stands alone",
    ),
    (
        'name = "x"\nfrom = "paulista"\n[options]\ndeck = 24\n[pack]\nwithout = "1"',
        4,
        "deck chooses something that this file replaces: remove it",
    ),
    (
        'name = "x"\nfrom = "belmez"\n[options]\ntruco_ladder = "3-6-pata"\n[truco]\nladder = ["truco 3"]',
        4,
        "truco_ladder chooses something that this file replaces: remove it",
    ),
    (
        'name = "x"\nfrom = "paulista"\n[words.signs.x]\nshows = "8"\ngesture = "wink"\nsource = "us"',
        4,
        "the seña shows 8, which are not in the pack",
    ),
    (
        'name = "x"\nfrom = "belmez"\n[pack]\nranking = "3 > 2"\ncards = "3 2"',
        5,
        "the piezas of this variant must stay in the pack",
    ),
    (
        'name = "x"\nfrom = "valenciano"\ntarget = 12\n[options]\ndeck = 24\ncama_points = 18',
        6,
        "cama_points chooses something that this file replaces: remove it",
    ),
    (
        'name = "x"\nfrom = "belmez"\n[truco]\nladder = [\n"truco 3",\n"la-pata 4"]',
        6,
        "records read la-pata as envido-pata, which is another move: choose another word for the call",
    ),
]


@pytest.mark.parametrize(("text", "line", "message"), WHOLE_FILES)
def test_an_error_of_a_whole_file_names_the_line(text: str, line: int, message: str) -> None:
    error_found = error(text)
    assert message in error_found.message
    assert error_found.line == line


@pytest.mark.parametrize("name", VARIANTS)
def test_no_call_is_named_like_another_move(name: str) -> None:
    calls = {rung.code for one in VARIANTS.values() for rung in one.rules().truco.rungs}
    for code in {*VARIANTS[name].voices.phrases_by_move, "carta", "tapada", "descarta", "mira", "mostrar"} - calls:
        if not code.endswith("N"):
            text = f'name = "x"\nfrom = "{name}"\ntruco.ladder = ["{code} 500"]'
            assert f"{code} is another move" in error(text).message


# ------------------------------------------------------------------------------------------------------------- files


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for path, message in ((tmp_path / "none.toml", "there is no such file"), (tmp_path, "it is a directory")):
        with pytest.raises(HouseError, match=f"^{path}: it cannot be read: {message}"):
            load(path)
    with pytest.raises(HouseError, match="it cannot be read: embedded null byte"):
        load("a\0.toml")


def test_other_kinds_of_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "casa.toml"
    path.write_bytes(b'name = "x"\ntitle = "caf\xe9"\n')
    with pytest.raises(HouseError, match=f"{path}:2: this is not UTF-8 text: save it as UTF-8"):
        load(path)
    path.write_bytes(b"#" * (LARGEST_FILE + 1))
    with pytest.raises(HouseError, match=f"^{path}: a file of house rules has at most {LARGEST_FILE} bytes"):
        load(path)


def test_byte_order_mark_and_windows_line_ends_are_accepted(tmp_path: Path) -> None:
    path = tmp_path / "casa.toml"
    path.write_bytes(b"\xef\xbb\xbf" + HEAD.replace("\n", "\r\n").encode())
    assert load(path).name == "mi-pueblo"
    path.write_bytes(b"\xef\xbb\xbf" + HEAD.replace("\n", "\r\n").encode() + b"\r\ntarget = 0\r\n")
    with pytest.raises(HouseError, match=":4: target must be"):
        load(path)


# ----------------------------------------------------------------------------------------------------------- garbage

TABLES = ["[pack]", "[truco]", "[options]", "[words]", "[words.say]", "[words.signs.x]"]
KEYS = ["name", "from", "target", "players", "title", "without", "cards", "ranking", "base", "ladder", "flor", "truco"]
BITS = [
    '"belmez"',
    '"paulista"',
    "true",
    "3",
    "-1",
    "1.5",
    '"2"',
    '"1e"',
    '"truco 3"',
    '"3 > 2"',
    "[",
    "]",
    "{",
    "}",
    "#",
]
WORDS = st.sampled_from([*TABLES, *KEYS, *BITS, "=", "\n", ",", ".", "'", '"'])


def error_or_none(text: str) -> HouseError | None:
    """Return the error of house rules, or None. Any exception but a HouseError fails the test."""
    try:
        loads(text)
    except HouseError as error_found:
        return error_found
    return None


@given(st.one_of(st.text(), st.lists(WORDS).map(" ".join), st.lists(WORDS).map("".join)))
def test_random_text_is_refused_with_one_line(text: str) -> None:
    for whole in (text, HEAD + text):
        error_found = error_or_none(whole)
        assert error_found is None or (error_found.line is not None and 1 <= error_found.line <= whole.count("\n") + 1)


VALUES = st.recursive(
    st.sampled_from(["1", "true", "1.5", '"2"', "'1e'", '"truco 2"', '"3 > 2"', "1979-05-27 07:32:00", '"""a\nb"""']),
    lambda inner: st.one_of(
        st.lists(inner).map(lambda values: f"[{', '.join(values)}]"),
        st.lists(inner).map(lambda values: "{" + ", ".join(f"k{n} = {value}" for n, value in enumerate(values)) + "}"),
    ),
)
PLACES = {
    "": ["title", "place", "players", "target", "options", "truco", "pack", "words"],
    "options.": ["flor", "chicos"],
    "truco.": ["base", "ladder"],
    "pack.": ["cards", "without", "ranking"],
    "words.": [
        "language",
        "say",
        "verses",
        "names",
        "signs",
        "tally",
        "talk",
        "say.truco",
        "names.1e",
        "signs.x",
        "signs.x.shows",
    ],
    "words.tally.": ["counters", "piles", "stacks", "behind", "source"],
}


@given(
    st.sampled_from([table + key for table, keys in PLACES.items() for key in keys]),
    VALUES,
    st.sampled_from(sorted(VARIANTS)),
)
def test_any_value_at_any_place_is_accepted_or_refused_cleanly(place: str, value: str, variant: str) -> None:
    """A value of the wrong type is refused with its line; a valid value is accepted."""
    error_found = error_or_none(f'name = "x"\nfrom = "{variant}"\n\n{place} = {value}\n')
    assert error_found is None or (error_found.line is not None and error_found.line >= 4)
