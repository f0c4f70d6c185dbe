"""Executors with lookup tables that are built for the test and not read from the cache."""

from __future__ import annotations

import pytest

from truquero.rules.game import Rules
from truquero.sim.cpu import executor as cpu
from truquero.sim.request import Executor
from truquero.sim.tables.builder import Builder
from truquero.sim.tables.compiled_tables import tables_of


def cpu_executor(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> Executor:
    monkeypatch.setattr(cpu, "tables_for", lambda rules, progress: tables_of(Builder(rules)))
    return cpu.CpuExecutor(rules)


def gpu_executor(rules: Rules, _monkeypatch: pytest.MonkeyPatch) -> Executor:
    pytest.importorskip("torch", reason='the GPU executor needs PyTorch: pip install "truquero[gpu]"')
    from truquero.sim.gpu.executor import GpuExecutor

    return GpuExecutor(rules, "cpu", lanes=64, tables=tables_of(Builder(rules)))
