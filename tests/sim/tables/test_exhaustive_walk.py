"""The exhaustive walk visits every public state of every kind of hand, for each number of players that is feasible."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from truquero import rules_of
from truquero.cli import main
from truquero.engine import Award, State, moves, start
from truquero.rules.game import HandType
from truquero.rules.stakes import Stake
from truquero.rules.trick_rules import AllTied
from truquero.sim.tables import Graph, check, kinds_of_hand, longest_path, walk
from truquero.sim.tables.exhaustive_check import check_hand, is_named
from truquero.sim.tables.mirror import Mirror, mirror_award, mirror_rules, mirror_state

# (states, transitions) of each kind of hand. A change of the rules that changes the possible moves changes these
# numbers. The largest games that a test can walk need `--long`; others have commands of their own, see CONTRIBUTING.md.
WALKS: list[tuple[str, int, dict[str, Any], list[tuple[int, int]]]] = [
    ("gauderio", 6, {}, [(194478, 997887), (254, 849)]),
    ("argentino", 2, {"flor": "off", "envido_limits": "customary"}, [(222, 722)]),
    ("argentino", 2, {"flor": "off"}, [(675, 2933)]),
    ("argentino", 2, {}, [(707, 3060)]),
    ("argentino", 3, {"flor": "off"}, [(2494, 12477)]),
    ("argentino", 3, {}, [(3998, 21376)]),
    ("argentino", 3, {"gallo": "fijo"}, [(3487, 19227), (4040, 21855), (3998, 21376)]),
    ("argentino", 4, {"flor": "off"}, [(9651, 53031)]),
    ("argentino", 4, {}, [(24514, 156587)]),
    ("argentino", 6, {"flor": "off"}, [(90999, 575555), (246, 830)]),
    ("paulista", 2, {}, [(239, 777), (37, 51), (37, 51), (36, 42)]),
    ("paulista", 4, {}, [(5887, 24965), (390, 1477), (390, 1494), (389, 1298)]),
    ("paulista", 6, {}, [(70991, 345427), (4459, 18735), (4459, 18869), (4458, 16578)]),
    ("belmez", 2, {}, [(3216, 39147)]),
    ("belmez", 4, {}, [(46056, 684469), (3216, 39147)]),
    ("trucardo", 2, {}, [(270, 924)]),
    ("trucardo", 4, {}, [(8016, 36006)]),
    ("navarrevisca", 2, {}, [(131, 370), (22, 32), (22, 32), (21, 30)]),
    ("navarrevisca", 4, {}, [(2955, 11588), (263, 874), (263, 874), (262, 870)]),
    ("navarrevisca", 6, {}, [(35507, 156722), (3094, 11364), (3094, 11364), (3093, 11358)]),
    ("uruguayo", 2, {}, [(195, 681)]),
    ("uruguayo", 4, {}, [(7535, 33564)]),
    ("valenciano", 2, {}, [(258, 853)]),
    ("valenciano", 4, {}, [(6093, 25996)]),
    ("quesada", 2, {}, [(2136, 19827)]),
    ("quesada", 4, {}, [(34536, 363599), (2136, 19827)]),
    ("asturiano", 2, {}, [(131, 370)]),
    ("asturiano", 4, {}, [(2955, 11588)]),
    ("autoridades", 2, {}, [(239, 777)]),
    ("autoridades", 4, {}, [(5887, 24965)]),
    ("autoridades", 6, {}, [(70991, 345427)]),
    ("mineiro", 2, {}, [(239, 777), (37, 44), (37, 44), (36, 42)]),
    ("mineiro", 4, {}, [(5887, 24965), (390, 1302), (390, 1302), (389, 1298)]),
    ("mineiro", 6, {}, [(70991, 345427), (4459, 16584), (4459, 16584), (4458, 16578)]),
    ("gauderio", 2, {}, [(254, 849)]),
    ("gauderio", 4, {}, [(7995, 34945)]),
    ("venezolano", 2, {}, [(1139, 7773)]),
    ("venezolano", 4, {}, [(39771, 416637)]),
]
# Walks that need `--long`. The default run covers parts of them. Six players are always walked in the close hands of
# navarrevisca. HOUSE_RULES walks belmez and venezolano with a smaller target, which changes only the number of stakes;
# hands of quesada equal those of belmez except for the target. HOUSE_RULES also walks argentino with four players with
# fewer envidos and without flor.
LONG = [(name, 6) for name in ("argentino", "gauderio", "paulista", "autoridades", "mineiro", "navarrevisca")]
LONG += [("belmez", 4), ("quesada", 4), ("venezolano", 4)]
LONG_WALKS = [case for case in WALKS if case[:2] in LONG or case[:3] == ("argentino", 4, {})]
LONG_HOUSE_RULES: list[tuple[str, int, dict[str, Any]]] = [
    ("argentino", 4, {"declare": "manual", "flor_forced": "on", "envido_limits": "customary", "target": "6"}),
    ("trucardo", 4, {"declare": "manual", "max_replies": "1", "target": "15"}),
]
HOUSE_RULES: list[tuple[str, int, dict[str, Any]]] = [
    ("argentino", 2, {"declare": "manual"}),
    ("argentino", 3, {"declare": "manual", "flor_forced": "on", "envido_limits": "customary", "target": "6"}),
    ("argentino", 2, {"illegal_calls": "penalty", "flor_forced": "on", "mazo_first_trick_bonus": "1"}),
    ("argentino", 4, {"word": "any", "flor": "off"}),
    ("argentino", 4, {"tie_policy": "MANO-TRICK", "flor_window": "first_trick", "envido_limits": "customary"}),
    ("argentino", 4, {"tie_policy": "FIRST-PLAYED", "tie_lead": "tier", "flor": "off", "envido_limits": "customary"}),
    ("argentino", 4, {"tie_policy": "NEXT", "tie_lead": "first_tied", "flor": "off", "envido_limits": "customary"}),
    ("paulista", 2, {"blind_calls": "on", "covered_cards": "on", "exposta_level": "trick", "truco_mao11": "penalty"}),
    ("paulista", 4, {"escuro_mode": "no_rival_card", "exposta_level": "trick", "tie_truco_value": "3"}),
    ("belmez", 2, {"blind_calls": "on", "envite_after_own_card": "on", "target": "12"}),
    ("belmez", 2, {"envite_cumulative": "off", "resto_value": "lack", "truco_ladder": "3-6-pata", "word": "any"}),
    ("belmez", 2, {"declare": "manual", "target": "6"}),
    ("trucardo", 2, {"max_replies": "5", "contraflor_raise": "on", "flor_forced": "off"}),
    ("trucardo", 2, {"declare": "manual", "max_replies": "1", "target": "15"}),
    ("navarrevisca", 4, {"both_29": "mano_decides", "word": "any", "tie_policy": "LAST"}),
    ("uruguayo", 2, {"perros": "on", "declare": "manual"}),
    ("uruguayo", 4, {"perros": "on", "tie_policy": "STD"}),
    ("valenciano", 4, {"envit_who": "peus", "envit_show_card": "on", "covered_cards": "on", "joc_fora": "match"}),
    ("valenciano", 2, {"envit_mode": "literal", "falta_mode": "halves", "word": "any"}),
    ("quesada", 2, {"envite_unit": "5", "deck": "40", "target": "12"}),
    ("mineiro", 4, {"raise_limit": "off", "all_tied": "mano", "tie_policy": "NEXT"}),
    ("gauderio", 2, {"envido_limits": "literal", "envido_first": "off", "falta_mode": "volta", "voltas": "reset"}),
    ("venezolano", 2, {"declare": "manual", "target": "12"}),
    ("valenciano", 4, {"declare": "manual"}),
    ("belmez", 4, {"target": "6"}),
    ("venezolano", 4, {"target": "6"}),
]


def with_long(cases: list[Any], long_cases: list[Any]) -> list[Any]:
    """Mark the long walks, which run only with `--long`."""
    return [pytest.param(*case, marks=pytest.mark.long) if case in long_cases else case for case in cases]


@pytest.mark.parametrize(("variant", "players", "options", "sizes"), with_long(WALKS, LONG_WALKS))
def test_every_state_is_sound(
    variant: str, players: int, options: dict[str, Any], sizes: list[tuple[int, int]]
) -> None:
    findings = list(check(rules_of(variant, players, **options)))
    assert [finding.violations for finding in findings] == [()] * len(findings)
    assert [(finding.states, finding.transitions) for finding in findings] == sizes


def test_every_state_of_the_close_hands_of_six_players_is_sound() -> None:
    rules = rules_of("navarrevisca", 6)
    _round, *close = kinds_of_hand(rules)
    findings = [check_hand(name, hand, rules.match.target) for name, hand in close]
    assert [finding.violations for finding in findings] == [()] * 3
    assert [(finding.states, finding.transitions) for finding in findings] == [(3094, 11364)] * 2 + [(3093, 11358)]


@pytest.mark.parametrize(("variant", "players", "options"), with_long(HOUSE_RULES + LONG_HOUSE_RULES, LONG_HOUSE_RULES))
def test_every_state_is_sound_with_house_rules(variant: str, players: int, options: dict[str, Any]) -> None:
    for finding in check(rules_of(variant, players, **options)):
        assert finding.violations == ()


def test_every_kind_of_hand_is_walked() -> None:
    kinds = {
        (variant, players): [name for name, _ in kinds_of_hand(rules_of(variant, players))]
        for variant, players in (("argentino", 6), ("argentino", 8), ("paulista", 4), ("belmez", 4), ("belmez", 2))
    }
    assert kinds["argentino", 6] == ["round", "duel"]
    assert kinds["argentino", 8] == ["round"]
    assert kinds["belmez", 4] == ["round", "duel"]
    assert kinds["belmez", 2] == ["round"]
    assert kinds["paulista", 4] == [
        "round",
        "decided by the mano's side",
        "decided by the other side",
        "both sides close",
    ]


# ------------------------------------------------------------------------------------- the check itself can fail


def test_the_check_finds_a_cycle() -> None:
    graph = Graph(rules_of("paulista", 2).hand_rules((0, 1), HandType.ROUND))
    graph.states = [State(), State(turn=1)]
    graph.edges.extend([1, 0])
    graph.offsets.extend([1, 2])
    assert longest_path(graph) is None


def test_the_check_finds_an_award_that_no_rule_names() -> None:
    rules = rules_of("argentino", 2).hand_rules((0, 1), HandType.ROUND)
    assert is_named(rules, Award("truco", 0, Stake(4), "won"))
    assert not is_named(rules, Award("truco", 0, Stake(5), "won"))
    assert not is_named(rules, Award("flor", 0, Stake(5), "refused"))
    assert not is_named(rules, Award("envido", 0, Stake(7, per_flor=3), "best"))


def test_the_check_finds_sides_that_are_not_treated_alike() -> None:
    """A hand does not mirror a hand with other rules."""
    rules = rules_of("paulista", 2).hand_rules((0, 1), HandType.ROUND)
    other_rules = replace(rules, tricks=replace(rules.tricks, all_tied=AllTied.MANO))
    mirror, asymmetric = Mirror(rules), Mirror(other_rules)
    walk(rules, 12, visit=mirror.visit)
    walk(rules, 12, visit=asymmetric.visit)
    assert mirror.first_asymmetry is None
    assert asymmetric.first_asymmetry is not None


def test_the_mirror_of_the_mirror_is_the_same() -> None:
    rules = rules_of("belmez", 2).hand_rules((0, 1), HandType.ROUND)
    graph = walk(rules, 40)
    assert mirror_rules(mirror_rules(rules)) == rules
    assert all(mirror_state(mirror_state(state)) == state for state in graph.states)
    assert all(mirror_award(mirror_award(award)) == award for award in graph.awards)


def test_a_walk_stops_past_the_given_number_of_states() -> None:
    rules = rules_of("argentino", 4).hand_rules((0, 1, 0, 1), HandType.ROUND)
    with pytest.raises(MemoryError, match="more than 100 states"):
        walk(rules, 30, most=100)


def test_only_finished_hands_have_no_moves() -> None:
    rules = rules_of("argentino", 2).hand_rules((0, 1), HandType.ROUND)
    for state in walk(rules, 30).states:
        assert (moves(rules, state) == {}) == (state.stage == "over")
    assert check_hand("round", rules, 30).longest == 29
    assert start(rules) == State()


# ------------------------------------------------------------------------------------------------------ the command


def test_the_check_command_prints_states_and_awards(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "argentino", "--players", "2", "flor=off", "envido_limits=customary"]) == 0
    output = capsys.readouterr().out
    assert "222 states, 722 transitions" in output
    assert "truco, the hand won: 1, 2, 3, 4" in output
    assert "envido not accepted: 1, 2, 3, 4, 5, 7" in output


def test_the_check_command_stops_past_the_given_number_of_states(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "argentino", "--most", "50"]) == 2
    assert "more than 50 states" in capsys.readouterr().err
