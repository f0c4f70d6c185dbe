"""Write the TypeScript types of the page, `web/src/server/schema.ts`, from the message classes of the server."""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, UnionType
from typing import get_args

import msgspec
from msgspec import inspect as types

from tools.no_arguments import check_no_arguments
from truquero.server import page_protocol
from truquero.server.http import bodies, lesson_bodies, match_bodies
from truquero.server.ws import messages, page_messages

SCHEMA = Path(__file__).parent.parent / "web/src/server/schema.ts"
HEAD = """\
// Made by `python -m tools.typescript` from page_protocol.py, ws/page_messages.py, ws/messages.py and
// http/*bodies.py in src/truquero/server: do not edit it.
"""
MODULES = (page_protocol, page_messages, messages, bodies, match_bodies, lesson_bodies)
BASES = (page_messages.Part, page_messages.FromPage, messages.ToPage, bodies.RequestBody, bodies.ResponseBody)
FROM_PAGE = (page_messages.FromPage, bodies.RequestBody)  # senders of these may omit fields with a default


def schema() -> str:
    """Return the content of the file."""
    return "\n".join([HEAD, *(part for module in MODULES for part in declarations(module))])


def declarations(module: ModuleType) -> Iterator[str]:
    """Yield the declarations of a module in their order: constants, structures, and unions of structures."""
    for name, value in vars(module).items():
        if isinstance(value, type) and issubclass(value, msgspec.Struct):
            if value.__module__ == module.__name__ and value not in BASES:
                yield interface(value)
        elif isinstance(value, UnionType):
            yield f"export type {name} = {' | '.join(member.__name__ for member in get_args(value))};\n"
        elif isinstance(value, (int, str)) and name.isupper():
            yield f"export const {name} = {json.dumps(value)};\n"


def interface(struct: type[msgspec.Struct]) -> str:
    type_ = types.type_info(struct)
    assert isinstance(type_, types.StructType)
    lines = [*comment(struct), f"export interface {struct.__name__} {{"]
    if type_.tag is not None:
        lines.append(f"  readonly {type_.tag_field}: {json.dumps(type_.tag)};")
    for field in type_.fields:
        optional = "?" if may_be_missing(struct, field) else ""
        lines.append(f"  readonly {field.encode_name}{optional}: {written(field.type)};")
    return "\n".join([*lines, "}", ""])


def comment(struct: type[msgspec.Struct]) -> list[str]:
    text = struct.__dict__.get("__doc__")
    if not text:
        return []
    return [f"/** {' '.join(inspect.cleandoc(text).split())} */"]


def may_be_missing(struct: type[msgspec.Struct], field: types.Field) -> bool:
    return not field.required and (issubclass(struct, FROM_PAGE) or struct.__struct_config__.omit_defaults)


def written(kind: types.Type) -> str:
    """Return a type in TypeScript syntax."""
    match kind:
        case types.StrType():
            return "string"
        case types.IntType() | types.FloatType():
            return "number"
        case types.BoolType():
            return "boolean"
        case types.NoneType():
            return "null"
        case types.LiteralType(values):
            return " | ".join(json.dumps(value, ensure_ascii=False) for value in values)
        case types.StructType(cls):
            return cls.__name__
        case types.VarTupleType(item) | types.ListType(item):
            return f"readonly {enclosed(item)}[]"
        case types.TupleType(items):
            return f"readonly [{', '.join(written(item) for item in items)}]"
        case types.DictType(key, value):
            return f"{{ readonly [key: {written(key)}]: {written(value)} }}"
        case types.UnionType(members):
            return " | ".join(written(member) for member in members)
    raise TypeError(f"no TypeScript is known for {kind!r}: teach it to tools/typescript.py")


def enclosed(kind: types.Type) -> str:
    """Return a type in TypeScript syntax, in parentheses where `[]` after it would need them."""
    text = written(kind)
    return f"({text})" if isinstance(kind, (types.UnionType, types.LiteralType)) or " " in text else text


def main() -> int:
    check_no_arguments("tools.typescript", __doc__)
    SCHEMA.parent.mkdir(parents=True, exist_ok=True)
    SCHEMA.write_text(schema(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
