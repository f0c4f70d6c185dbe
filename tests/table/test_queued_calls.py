"""Calls said in advance: "envido mi truco" makes the truco as soon as it is legal."""

from __future__ import annotations

from truquero.table.queued_calls import QueuedCall, QueuedCalls


def test_a_queued_call_is_due_when_it_is_legal() -> None:
    calls = QueuedCalls()
    calls.note_move(1, "envido", ("truco",))
    assert calls.due({2: ["quiero", "no-quiero", "truco"]}) is None
    assert calls.due({1: ["4e", "truco"]}) == QueuedCall(1, "truco")


def test_a_move_said_together_with_the_same_call_leaves_the_call_in_the_queue() -> None:
    calls = QueuedCalls()
    calls.note_move(1, "envido", ("envido",))
    assert calls.due({1: ["envido"]}) == QueuedCall(1, "envido")


def test_a_queued_call_that_is_made_leaves_the_queue() -> None:
    calls = QueuedCalls()
    calls.note_move(1, "quiero", ("truco", "4e"))
    calls.note_move(1, "truco")
    assert calls.due({1: ["truco"]}) is None
    assert calls.due({1: ["4e", "truco"]}) == QueuedCall(1, "4e")


def test_other_moves_leave_the_queue_as_it_is() -> None:
    calls = QueuedCalls()
    calls.note_move(1, "envido", ("truco",))
    calls.note_move(1, "no-quiero")
    calls.note_move(2, "truco")
    assert calls.due({1: ["truco"]}) == QueuedCall(1, "truco")


def test_new_calls_replace_the_queued_calls_of_their_seat() -> None:
    calls = QueuedCalls()
    calls.note_move(1, "envido", ("truco",))
    calls.note_move(2, "quiero", ("flor",))
    calls.note_move(1, "falta-envido", ("mazo",))
    assert calls.due({1: ["truco"]}) is None
    assert calls.due({1: ["mazo"]}) == QueuedCall(1, "mazo")
    assert calls.due({2: ["flor"]}) == QueuedCall(2, "flor")


def test_queued_calls_lapse_with_the_hand() -> None:
    calls = QueuedCalls()
    calls.note_move(1, "envido", ("truco",))
    calls.clear()
    assert calls.due({1: ["truco"]}) is None
    assert calls == QueuedCalls()
