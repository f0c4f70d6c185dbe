"""The line number of every key in a TOML text. Errors of house rules use it."""

from __future__ import annotations

from truquero.variants.toml_lines import key_lines, line_of


def test_every_key_has_its_line_number() -> None:
    text = """# a comment = 1
a = 1
"b # not a comment" = 'it # neither'
c.d = [ 1, # one
  [2,
   3], { e = 4, "f.g" = 5 }]
h = \"\"\"
not = "a key"
\\\"""\"\"\"\"
[t . "u v"]
i = 1979-05-27 07:32:00
j = { k = [
  1] }
[[many]]
l = 1
[[many]]
l = 2
[many.m]
n = 3
[[many.o]]
p = 4
[[many.o]]
p = 5
"""
    lines = key_lines(text)
    wanted: dict[tuple[str | int, ...], int] = {
        ("a",): 2,
        ("b # not a comment",): 3,
        ("c",): 4,
        ("c", "d", 0): 4,
        ("c", "d", 1, 0): 5,
        ("c", "d", 1, 1): 6,
        ("c", "d", 2, "e"): 6,
        ("c", "d", 2, "f.g"): 6,
        ("h",): 7,
        ("t", "u v"): 10,
        ("t", "u v", "i"): 11,
        ("t", "u v", "j", "k", 0): 13,
        ("many",): 14,
        ("many", 0): 14,
        ("many", 0, "l"): 15,
        ("many", 1): 16,
        ("many", 1, "l"): 17,
        ("many", 1, "m"): 18,
        ("many", 1, "m", "n"): 19,
        ("many", 1, "o", 0, "p"): 21,
        ("many", 1, "o", 1, "p"): 23,
    }
    assert {path: lines.get(path) for path in wanted} == wanted
    assert ("not",) not in lines
    assert line_of(lines, ("t", "u v", "missing", 3)) == 10
    assert line_of(lines, ("missing",)) == 1
