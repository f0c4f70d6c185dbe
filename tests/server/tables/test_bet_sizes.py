"""Bets of any size at a server's tables: sent as a range, and limited to what a server can handle."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.support.served import Served, Visitor, settings_in
from truquero import VARIANTS, Match, rules_of
from truquero.i18n import LANGUAGES, speaking
from truquero.rules.options import NumberOption
from truquero.server.http.answers import NewTable
from truquero.server.http.catalogue import variant_list
from truquero.server.http.new_table import settings_of
from truquero.server.tables.option_limits import MOST_NUMBER
from truquero.server.tables.registry import InvalidTable
from truquero.speech.bet_ranges import size_ranges
from truquero.speech.stakes_text import stakes_of
from truquero.variants import preset

OPEN_ENDED: tuple[tuple[str, int, dict[str, str]], ...] = (
    ("belmez", 4, {"target": "200"}),
    ("belmez", 2, {"envite_cumulative": "off"}),
    ("quesada", 2, {"envite_unit": "1"}),
    ("quesada", 6, {"envite_unit": "7"}),
    ("venezolano", 2, {}),
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("variant", "players", "options"), OPEN_ENDED)
def test_a_range_has_the_words_and_stakes_of_every_size(
    variant: str, players: int, options: dict[str, str], language: str
) -> None:
    rules, chance, told = rules_of(variant, players, **options), Random(6), 0
    for number in range(6):
        match = Match(rules, seed=number)
        match.deal()
        assert match.hand is not None
        while match.turn:
            with speaking(language):
                for seat, moves in match.turn.items():
                    found = size_ranges(match.hand, seat, moves, rules.voices)
                    for one in found:
                        for size in chance.sample(range(one.first, one.last + 1, one.step), 3):
                            move = f"{one.name}-{size}"
                            assert one.words.format(n=size, pairs=size // 2) == rules.voices.said(move)
                            assert one.stakes.format(n=size + one.adds) == stakes_of(match.hand, seat, move)
                    listed = [move for one in found for move in one.moves]
                    assert len(listed) == len(set(listed))
                    assert set(listed) <= set(moves)
                    told += len(found)
            seat = chance.choice(list(match.turn))
            calls = [move for move in match.turn[seat] if move.startswith(("envido", "mas-"))]
            match.play(seat, chance.choice(calls or match.turn[seat]))
    assert told


def test_large_targets_give_a_range_of_sizes_and_few_choices(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path)) as served:
        ana = Visitor(served, "Ana")
        options = {"target": str(MOST_NUMBER)}
        table = ana.open_table(variant="belmez", players=2, alone=True, bots="azar", options=options)
        with ana.page(table, "en") as page:
            page.play(lambda: "envido" in page.choices)
            hand = page.seen["hand"]
            [sizes] = hand["sizes"]
            assert (sizes["name"], sizes["first"], sizes["step"], sizes["lance"]) == ("envido", 4, 2, "envido")
            assert sizes["last"] > 150
            assert len(hand["choices"]) < 12
            page.done("move", version=page.version, move=f"envido-{sizes['last']}")


@pytest.mark.parametrize("variant", VARIANTS)
def test_numbers_in_house_rules_are_limited_at_tables(variant: str) -> None:
    limited = [one for one in preset(variant).options if isinstance(one, NumberOption) and one.most > MOST_NUMBER]
    for option in limited:
        settings_of(NewTable(variant, options={option.name: str(MOST_NUMBER)}))
        with pytest.raises(
            InvalidTable, match=f"{option.name}={MOST_NUMBER + 1}: .* from {option.least} to {MOST_NUMBER}"
        ):
            settings_of(NewTable(variant, options={option.name: str(MOST_NUMBER + 1)}))
    [shown] = [one for one in variant_list("en").variants if one.name == variant]
    assert all(rule.most <= MOST_NUMBER for rule in shown.house_rules if rule.most is not None)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_list_of_variants_says_with_how_many_players_a_side_may_have_a_code(variant: str) -> None:
    """The page lists exactly the numbers of players with which the server accepts a code."""
    [shown] = [one for one in variant_list("en").variants if one.name == variant]
    for players in shown.players:
        asked = NewTable(variant, players=players, signs="guino=3")
        if players in shown.partnered:
            assert settings_of(asked).players == players
        else:
            with pytest.raises(InvalidTable, match="need partners"):
                settings_of(asked)
