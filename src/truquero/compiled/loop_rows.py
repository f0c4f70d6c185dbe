"""Rows of numbers with names, as the compiled loop sees them.

A row is the address of a NumPy record. Whatever its fields are, the loop reads them as unsigned numbers of 64 bits, so
that no sum needs a conversion. Numba has records of its own; these take it a third of the time to compile.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    infer_getattr,
    intrinsic,
    lower_getattr_generic,
    lower_setattr_generic,
    models,
    register_model,
)

_BYTE, _WORD = ir.IntType(8), ir.IntType(64)
_NUMBER = types.uint64


class Row(types.Type):  # type: ignore[misc]
    """The type of a row. One that is `constant` never changes while the loop runs: it need not be read twice."""

    def __init__(self, name: str, dtype: np.dtype[Any], *, constant: bool = False) -> None:
        self.dtype = dtype
        self.constant = constant
        super().__init__(name=f"Row({name})")

    @property
    def key(self) -> tuple[Any, ...]:
        """What Numba tells types apart by: rows of one name and other fields must not pass for one another."""
        return self.name, self.dtype, self.constant

    def begins(self, field: str) -> int:
        """Where a field begins, in bytes."""
        assert self.dtype.fields is not None
        return int(self.dtype.fields[field][1])


register_model(Row)(models.OpaqueModel)


@infer_getattr
class _Fields(AttributeTemplate):  # type: ignore[misc]
    key = Row

    def generic_resolve(self, row: Row, field: str) -> Any:
        assert row.dtype.names is not None
        return _NUMBER if field in row.dtype.names and row.dtype[field].subdtype is None else None


def _address(builder: Any, pointer: Any, row: Row, field: str) -> Any:
    bits = ir.IntType(8 * row.dtype[field].itemsize)
    begins = ir.Constant(_WORD, row.begins(field))
    return bits, builder.bitcast(builder.gep(pointer, [begins]), bits.as_pointer())


@lower_getattr_generic(Row)  # type: ignore[untyped-decorator]
def _read(_context: Any, builder: Any, row: Row, pointer: Any, field: str) -> Any:
    bits, address = _address(builder, pointer, row, field)
    value = builder.load(address)
    if row.constant:
        _never_changes(builder, value)
    return value if bits == _WORD else builder.zext(value, _WORD)


def _never_changes(builder: Any, value: Any) -> None:
    value.set_metadata("invariant.load", builder.module.add_metadata([]))


@lower_setattr_generic(Row)  # type: ignore[untyped-decorator]
def _write(_context: Any, builder: Any, signature: Any, arguments: Any, field: str) -> None:
    pointer, value = arguments
    bits, address = _address(builder, pointer, signature.args[0], field)
    builder.store(value if bits == _WORD else builder.trunc(value, bits), address)


def _row_function(row: Row, begins: int, width: int) -> Any:
    """A function that gives a row from what it stands in, a row or an address, and its number."""

    @intrinsic  # type: ignore[untyped-decorator]
    def found(_typing: Any, base: Any, _number: Any) -> Any:
        def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            start, number = arguments
            if start.type == _WORD:
                start = builder.inttoptr(start, _BYTE.as_pointer())
            offset = builder.mul(number, ir.Constant(_WORD, width))
            return builder.gep(start, [builder.add(offset, ir.Constant(_WORD, begins))])

        return row(base if isinstance(base, Row) else _NUMBER, _NUMBER), code

    return found


def rows_at_address(row: Row) -> Any:
    """Gives a function: the row of a number among those that begin at an address."""
    return _row_function(row, 0, row.dtype.itemsize)


def rows_in(whole: Row, field: str) -> Any:
    """Gives a function: the row of a number among those that a field holds."""
    part = whole.dtype[field].base
    return _row_function(
        Row(f"{whole.name}.{field}", part, constant=whole.constant), whole.begins(field), part.itemsize
    )


def rows_in_tables(row: Row) -> Any:
    """Gives a function: the row that stands at a position in tables of 32-bit numbers."""
    return _row_function(row, 0, 4)


@intrinsic  # type: ignore[untyped-decorator]
def look(_typing: Any, tables: Any, _position: Any) -> Any:
    """The number that stands at a position in tables of 32-bit numbers."""

    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        start, position = arguments
        numbers = builder.bitcast(start, ir.IntType(32).as_pointer())
        value = builder.load(builder.gep(numbers, [position]))
        _never_changes(builder, value)
        return builder.zext(value, _WORD)

    return _NUMBER(tables, _NUMBER), code


@intrinsic  # type: ignore[untyped-decorator]
def pick(_typing: Any, _condition: Any, _one: Any, _other: Any) -> Any:
    """One number or another. Nothing is skipped, so there is nothing to foretell wrongly."""

    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.select(*arguments)

    return _NUMBER(types.boolean, _NUMBER, _NUMBER), code


@intrinsic  # type: ignore[untyped-decorator]
def high_half(_typing: Any, _one: Any, _other: Any) -> Any:
    """The higher 64 of the 128 bits of a product."""

    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        long = ir.IntType(128)
        product = builder.mul(*(builder.zext(number, long) for number in arguments))
        return builder.trunc(builder.lshr(product, ir.Constant(long, 64)), _WORD)

    return _NUMBER(_NUMBER, _NUMBER), code
