"""Access patterns that figures and trails show, for each kind of item that can have them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from dynawright.ops.adopt.entity import keywords, quoted
from dynawright.ops.adopt.facts import TableFacts
from dynawright.ops.adopt.sample import Shape
from dynawright.ops.adopt.used import Used


class Pattern(NamedTuple):
    """A proposed pattern; `consumers` have their names from the model."""

    kind: str
    question: str
    consumers: tuple[str, ...]
    arguments: str

    def text(self, id: str) -> str:
        """Return the call that declares it."""
        used_by = ", ".join(constant_of(name) for name in self.consumers)
        return f'{self.kind}("{id}", {quoted(self.question)}, used_by=[{used_by}], {self.arguments})'


def constant_of(consumer: str) -> str:
    """Return a consumer's name in model.py."""
    return consumer.replace("-", "_").upper()


def proposed(facts: TableFacts, shapes: Sequence[Shape], used: Used) -> list[Pattern]:
    """Return patterns for people to check: figures and trails don't show the kind of item."""
    patterns = [pattern for shape in shapes for pattern in (*_of_items(facts, shape, used), *_of_indexes(facts, shape, used))]
    names = ", ".join(quoted(shape.name) for shape in shapes)
    every = (("BatchWrite", "BatchWriteItem", "several items", f"entities=[{names}]"), ("Scan", "Scan", "all items", ""))
    patterns += [
        Pattern(kind, f"{what}, to be described", tuple(consumers), arguments)
        for kind, operation, what, arguments in every
        if (consumers := used.asked_by(operation))
    ]
    return list(dict.fromkeys(patterns))


def _of_items(facts: TableFacts, shape: Shape, used: Used) -> Iterator[Pattern]:
    keys = [str(key["AttributeName"]) for key in facts.table["KeySchema"]]
    primary, what = {key: shape.keys[key] for key in keys}, f"of {shape.name}, to be described"
    yield from _asked(used, "Get", "GetItem", what, keywords(primary))
    if len(keys) > 1:
        yield from _asked(used, "Query", "Query", what, keywords({keys[0]: shape.keys[keys[0]]}))
    yield from _asked(used, "BatchGet", "BatchGetItem", what, keywords(primary))
    yield from _asked(used, "Put", "PutItem", what, f"entity={quoted(shape.name)}")
    for names in used.updates:
        if set(names) <= set(shape.attributes) - set(shape.keys):
            expression = ", ".join(f"{name} = {{{name}}}" for name in names)
            yield from _asked(used, "Update", "UpdateItem", what, f"update={quoted(f'SET {expression}')}, {keywords(primary)}")
    yield from _asked(used, "Delete", "DeleteItem", what, keywords(primary))


def _of_indexes(facts: TableFacts, shape: Shape, used: Used) -> Iterator[Pattern]:
    local: Sequence[Mapping[str, Any]] = facts.table.get("LocalSecondaryIndexes") or []
    for index in [*facts.global_indexes, *local]:
        name, partition = str(index["IndexName"]), str(index["KeySchema"][0]["AttributeName"])
        if partition in shape.keys:
            arguments = f"index={quoted(name)}, {keywords({partition: shape.keys[partition]})}"
            yield from _asked(used, "Query", "Query", f"of {shape.name} by {name}, to be described", arguments, index=name)


def _asked(used: Used, kind: str, operation: str, what: str, arguments: str, index: str = "") -> Iterator[Pattern]:
    if consumers := used.asked_by(operation, index):
        yield Pattern(kind, what, tuple(consumers), arguments)
