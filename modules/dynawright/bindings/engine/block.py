"""A nested block of a resource, such as `ttl` of a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from dynawright.bindings.engine.arguments import Argument, SchemaError, checked, writer
from dynawright.errors import Problem


class Block:
    """Base of the generated blocks: checks keyword arguments and keeps them as plain JSON in `arguments`."""

    ARGUMENTS: ClassVar[Mapping[str, Argument]] = {}

    def __init__(self, **given: Any) -> None:
        arguments = checked(type(self).__name__, self.ARGUMENTS, (), given)
        self.arguments = {name.rstrip("_"): value for name, value in arguments.items()}  # `id_` is `id` in Terraform

    def __setattr__(self, name: str, value: Any) -> None:
        if name != "arguments":
            text, place = f"'{name}' can't be assigned", writer(type(self).__name__)
            raise SchemaError([Problem("DW312", text, place, name, fix="write a new block with it")])
        super().__setattr__(name, value)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.arguments.items())})"
