"""Bets of any size at a server's tables: sent as a range, and limited to what a server can handle."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.support.served import Served, Visitor, settings_in
from truquero import VARIANTS, Match, rules_of
from truquero.i18n import LANGUAGES, speaking
from truquero.rules.options import NumberOption
from truquero.server.http.bodies import NewTable
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
    rules, chance, compared = rules_of(variant, players, **options), Random(6), 0
    for number in range(6):
        match = Match(rules, seed=number)
        match.deal()
        assert match.hand is not None
        while match.turn:
            with speaking(language):
                for seat, moves in match.turn.items():
                    ranges = size_ranges(match.hand, seat, moves, rules.voices)
                    for size_range in ranges:
                        for size in chance.sample(range(size_range.first, size_range.last + 1, size_range.step), 3):
                            move = f"{size_range.name}-{size}"
                            assert size_range.words.format(n=size, pairs=size // 2) == rules.voices.phrase(move)
                            assert size_range.stakes.format(n=size + size_range.adds) == stakes_of(
                                match.hand, seat, move
                            )
                    listed = [move for size_range in ranges for move in size_range.moves]
                    assert len(listed) == len(set(listed))
                    assert set(listed) <= set(moves)
                    compared += len(ranges)
            seat = chance.choice(list(match.turn))
            calls = [move for move in match.turn[seat] if move.startswith(("envido", "mas-"))]
            match.play(seat, chance.choice(calls or match.turn[seat]))
    assert compared


def test_large_targets_give_a_range_of_sizes_and_few_choices(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path)) as served:
        ana = Visitor(served, "Ana")
        options = {"target": str(MOST_NUMBER)}
        table = ana.open_table(variant="belmez", players=2, starts_at_once=True, bots="azar", options=options)
        with ana.page(table, "en") as page:
            page.play(lambda: "envido" in page.choices)
            hand = page.view["hand"]
            [sizes] = hand["bet_sizes"]
            assert (sizes["name"], sizes["first"], sizes["step"], sizes["lance"]) == ("envido", 4, 2, "envido")
            assert sizes["last"] > 150
            assert len(hand["choices"]) < 12
            page.request("move", version=page.version, move=f"envido-{sizes['last']}")


@pytest.mark.parametrize("variant", VARIANTS)
def test_numbers_in_house_rules_are_limited_at_tables(variant: str) -> None:
    limited = [
        option for option in preset(variant).options if isinstance(option, NumberOption) and option.most > MOST_NUMBER
    ]
    for option in limited:
        settings_of(NewTable(variant, options={option.name: str(MOST_NUMBER)}))
        with pytest.raises(
            InvalidTable, match=f"{option.name}={MOST_NUMBER + 1}: .* from {option.least} to {MOST_NUMBER}"
        ):
            settings_of(NewTable(variant, options={option.name: str(MOST_NUMBER + 1)}))
    [listed] = [option for option in variant_list("en").variants if option.name == variant]
    assert all(rule.most <= MOST_NUMBER for rule in listed.house_rules if rule.most is not None)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_list_of_variants_says_with_how_many_players_a_side_may_have_a_code(variant: str) -> None:
    """The page lists exactly the numbers of players with which the server accepts a code."""
    [listed] = [listed_variant for listed_variant in variant_list("en").variants if listed_variant.name == variant]
    for players in listed.players:
        request = NewTable(variant, players=players, signs="guino=3")
        if players in listed.partnered:
            assert settings_of(request).players == players
        else:
            with pytest.raises(InvalidTable, match="need partners"):
                settings_of(request)
