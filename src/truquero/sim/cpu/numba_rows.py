"""Rows of named numbers, as types of the compiled loop.

A row is the address of a NumPy record. The loop reads every field as an unsigned 64-bit number, so that arithmetic
needs no conversions. Numba has its own records, but these compile in a third of the time.
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


class RowType(types.Type):  # type: ignore[misc]
    """The type of a row.

    A `constant` row never changes while the loop runs, so LLVM need not read it twice.
    """

    def __init__(self, name: str, dtype: np.dtype[Any], *, constant: bool = False) -> None:
        self.dtype = dtype
        self.constant = constant
        super().__init__(name=f"Row({name})")

    @property
    def key(self) -> tuple[Any, ...]:
        """The key by which Numba compares types: rows with the same name but other fields are different types."""
        return self.name, self.dtype, self.constant

    def offset(self, field: str) -> int:
        """Return the offset of a field, in bytes."""
        assert self.dtype.fields is not None
        return int(self.dtype.fields[field][1])


register_model(RowType)(models.OpaqueModel)


@infer_getattr
class _RowAttributes(AttributeTemplate):  # type: ignore[misc]
    key = RowType

    def generic_resolve(self, row: RowType, field: str) -> Any:
        assert row.dtype.names is not None
        return _NUMBER if field in row.dtype.names and row.dtype[field].subdtype is None else None


def _address(builder: Any, pointer: Any, row: RowType, field: str) -> Any:
    bits = ir.IntType(8 * row.dtype[field].itemsize)
    offset = ir.Constant(_WORD, row.offset(field))
    return bits, builder.bitcast(builder.gep(pointer, [offset]), bits.as_pointer())


@lower_getattr_generic(RowType)  # type: ignore[untyped-decorator]
def _read(_context: Any, builder: Any, row: RowType, pointer: Any, field: str) -> Any:
    bits, address = _address(builder, pointer, row, field)
    value = builder.load(address)
    if row.constant:
        _never_changes(builder, value)
    return value if bits == _WORD else builder.zext(value, _WORD)


def _never_changes(builder: Any, value: Any) -> None:
    value.set_metadata("invariant.load", builder.module.add_metadata([]))


@lower_setattr_generic(RowType)  # type: ignore[untyped-decorator]
def _write(_context: Any, builder: Any, signature: Any, arguments: Any, field: str) -> None:
    pointer, value = arguments
    bits, address = _address(builder, pointer, signature.args[0], field)
    builder.store(value if bits == _WORD else builder.trunc(value, bits), address)


def _row_function(row: RowType, first_offset: int, width: int) -> Any:
    """Return a function that maps a base, which is a row or an address, and an index to a row."""

    @intrinsic  # type: ignore[untyped-decorator]
    def row_at(_typing: Any, base: Any, _number: Any) -> Any:
        def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            start, number = arguments
            if start.type == _WORD:
                start = builder.inttoptr(start, _BYTE.as_pointer())
            offset = builder.mul(number, ir.Constant(_WORD, width))
            return builder.gep(start, [builder.add(offset, ir.Constant(_WORD, first_offset))])

        return row(base if isinstance(base, RowType) else _NUMBER, _NUMBER), code

    return row_at


def rows_at_address(row: RowType) -> Any:
    """Return a function that maps an address and an index to a row of the array at the address."""
    return _row_function(row, 0, row.dtype.itemsize)


def rows_in(row: RowType, field: str) -> Any:
    """Return a function that maps a row and an index to a row of one of its array fields."""
    element = row.dtype[field].base
    return _row_function(
        RowType(f"{row.name}.{field}", element, constant=row.constant), row.offset(field), element.itemsize
    )


def rows_in_tables(row: RowType) -> Any:
    """Return a function that maps the tables and an offset, counted in 32-bit numbers, to the row there."""
    return _row_function(row, 0, 4)


@intrinsic  # type: ignore[untyped-decorator]
def look_up(_typing: Any, tables: Any, _position: Any) -> Any:
    """Return the number at an offset in tables of 32-bit numbers."""

    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        start, position = arguments
        numbers = builder.bitcast(start, ir.IntType(32).as_pointer())
        value = builder.load(builder.gep(numbers, [position]))
        _never_changes(builder, value)
        return builder.zext(value, _WORD)

    return _NUMBER(tables, _NUMBER), code


@intrinsic  # type: ignore[untyped-decorator]
def select(_typing: Any, _condition: Any, _if_true: Any, _if_false: Any) -> Any:
    """Return the first number if the condition holds, otherwise the second, without a branch."""

    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.select(*arguments)

    return _NUMBER(types.boolean, _NUMBER, _NUMBER), code


@intrinsic  # type: ignore[untyped-decorator]
def high_half(_typing: Any, _first: Any, _second: Any) -> Any:
    """Return the higher 64 bits of the 128-bit product."""

    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        long = ir.IntType(128)
        product = builder.mul(*(builder.zext(number, long) for number in arguments))
        return builder.trunc(builder.lshr(product, ir.Constant(long, 64)), _WORD)

    return _NUMBER(_NUMBER, _NUMBER), code
