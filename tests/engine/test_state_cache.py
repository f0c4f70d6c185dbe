"""The cache of states has a limit on its entries, whatever is played and whatever hands are still in use."""

from __future__ import annotations

import gc
from random import Random

import pytest

from truquero import Match, rules_of
from truquero.engine import Automaton, Node, memo
from truquero.engine import envido as engine_envido
from truquero.engine.memo import Cache, automaton
from truquero.rules.game import HandType
from truquero.rules.hand_rules import HandRules
from truquero.speech.stakes_text import stakes_of

MOST = 2_000
OPEN_ENDED = (("belmez", 4, {"target": "1000"}), ("quesada", 2, {"envite_unit": "1", "target": "1000"}))


def hand_rules(variant: str, players: int = 2, **options: str) -> HandRules:
    sides = tuple(place % 2 for place in range(players))
    return rules_of(variant, players, **options).hand_rules(sides, HandType.ROUND)


def walk(play: Automaton, steps: int, chance: Random) -> list[Node]:
    """Make random moves, starting again from the deal after each hand, and return every node on the way."""
    met = [node := play.start]
    for _step in range(steps):
        if node.over:
            node = play.start
        place = chance.choice(list(node.menus))
        menu = node.menus[place]
        entry = chance.choice([*menu.words.values(), *menu.with_card.values()])
        node, _awards = play.step(node, place, entry, chance.choice(entry.answers))
        met.append(node)
    return met


def entries_of(node: Node) -> int:
    return sum(len(menu.words) + len(menu.with_card) for menu in node.menus.values())


def reached(nodes: list[Node]) -> set[Node]:
    """Return these nodes and all nodes that they refer to, directly or through others."""
    nodes_reached, new = set(nodes), list(nodes)
    while new:
        node = new.pop()
        for menu in node.menus.values():
            for entry in (*menu.words.values(), *menu.with_card.values()):
                for cached in (entry.step, *(entry.steps or {}).values()):
                    if cached is not None and cached[0] not in nodes_reached:
                        nodes_reached.add(cached[0])
                        new.append(cached[0])
    return nodes_reached


def test_all_automata_together_keep_no_more_entries_than_the_cache_may() -> None:
    cache, chance = Cache(MOST), Random(17)
    games = ("belmez", "argentino", "quesada", "venezolano")
    automata = [Automaton(hand_rules(name, target="100"), cache) for name in games]
    for play in automata * 3:
        walk(play, 200, chance)
        assert cache.entries <= MOST
    stored = [node for play in automata for node in play._nodes.values()]
    assert sum(1 + entries_of(node) for node in stored) == cache.entries > 0


def test_the_automaton_that_was_used_least_recently_forgets_first() -> None:
    cache, chance = Cache(MOST), Random(1)
    first, second, third = (Automaton(hand_rules("argentino", target=str(target)), cache) for target in (15, 20, 30))
    walk(first, 60, chance)
    walk(second, 60, chance)
    cached = dict(first._nodes)
    assert first.start is next(iter(cached.values()))  # the walk started a new hand
    cache.limit(cache.entries)
    third.node(third.start.state)
    assert first._nodes == cached
    assert not second._nodes


def test_a_hand_that_is_held_keeps_its_own_state_alive_and_no_other() -> None:
    """However often the cache is cleared, a dropped node refers to no other node, and its transitions are not
    cached."""
    cache = Cache(MOST)
    play = Automaton(hand_rules("belmez", target="100"), cache)
    met = walk(play, 200, Random(2))
    dropped = [node for node in met if not node.is_cached]
    assert len(set(dropped)) > 5
    assert reached(dropped) == set(dropped)
    for node in dropped[:3]:
        for place, menu in node.menus.items():
            for entry in menu.words.values():
                play.step(node, place, entry, entry.answers[0])
    assert reached(dropped) == set(dropped)
    assert cache.entries <= MOST


def test_a_node_larger_than_the_cache_is_played_all_the_same() -> None:
    cache = Cache(10)
    play = Automaton(hand_rules("belmez", target="1000"), cache)
    walk(play, 50, Random(3))
    assert len(play._nodes) == 1


def test_an_automaton_that_nobody_holds_is_gone_when_it_has_been_forgotten() -> None:
    cache = Cache(MOST)
    walk(Automaton(hand_rules("paulista"), cache), 50, Random(4))
    assert cache.entries
    cache.limit(0)
    assert cache.entries == 0
    gc.collect()
    assert not cache._sizes


@pytest.mark.parametrize(("variant", "players", "options"), OPEN_ENDED)
def test_telling_stakes_keeps_no_state(variant: str, players: int, options: dict[str, str]) -> None:
    """The stakes of hundreds of bets are computed without caching the states that the bets lead to."""
    match = Match(rules_of(variant, players, **options), seed="stakes")
    assert match.deal()
    assert match.hand is not None
    [seat] = match.turn
    before = memo.CACHE.entries
    moves = match.turn[seat]
    assert len(moves) > 100 or options.get("envite_unit")
    for move in moves:
        stakes_of(match.hand, seat, move)
    assert memo.CACHE.entries == before


def test_the_options_of_bets_are_bounded_too(monkeypatch: pytest.MonkeyPatch) -> None:
    cached = engine_envido._OptionCache()
    monkeypatch.setattr(engine_envido, "_OPTIONS", cached)
    monkeypatch.setattr(engine_envido, "MOST_OPTIONS", 3_000)
    walk(Automaton(hand_rules("belmez", target="1000"), Cache(MOST)), 100, Random(5))
    assert cached._count == sum(map(len, cached._options.values()))
    assert 0 < cached._count <= 3_000


def test_one_automaton_serves_all_tables_of_the_same_rules() -> None:
    assert automaton(hand_rules("argentino")) is automaton(hand_rules("argentino"))
