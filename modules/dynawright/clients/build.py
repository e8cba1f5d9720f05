"""Generates the modules of a system's package."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dynawright.clients import consumers
from dynawright.clients.answers import Answers
from dynawright.clients.consumers import ITEMS, Method, parameters_of, values_of
from dynawright.clients.descriptions import Descriptions, asks_for_one_value, chunked_entities
from dynawright.clients.layout import Code, Imports, docstring, imports, laid_out, literal, mapping, quoted, subscript
from dynawright.clients.names import class_name, module_name
from dynawright.clients.parameters import Parameter, attribute_parameter, constant_places, given_attributes, parameters
from dynawright.clients.types import Types
from dynawright.model.consumer import Consumer
from dynawright.model.pattern import (
    AccessPattern,
    BatchGet,
    BatchWrite,
    Delete,
    Get,
    Put,
    Query,
    Scan,
    TransactGet,
    TransactWrite,
    Update,
)
from dynawright.model.sharding import fan_out
from dynawright.model.system import System
from dynawright.model.table import TableModel

NEEDED: Imports = (
    {"decimal": ("Decimal",)},
    {
        ".runtime.entities": ("Chunks", "Entity", "Expiry"),
        ".runtime.keys": ("Fixed", "Plain", "Text"),
        ".runtime.patterns": ("BatchGet", "BatchWrite", "Get", "Query", "Scan", "TransactGet", "TransactWrite", "Write"),
    },
)
TYPES: Imports = ({"typing": ("Literal", "TypeAlias")}, ITEMS)


class Build:
    """`methods` are the patterns' method names, `environments` the names of tables by environment.

    With `only`, just this consumer's patterns are generated.
    """

    def __init__(
        self,
        system: System,
        methods: Mapping[str, str],
        environments: Mapping[str, Mapping[str, str]],
        *,
        only: Consumer | None = None,
    ) -> None:
        self.system, self.names, self.environments = system, methods, environments
        self._asked = [(table, pattern) for table, pattern in system.access_patterns if only is None or only in pattern.used_by]
        self.types = Types()
        self._answers, self._descriptions = Answers(self.types), Descriptions(system)
        self._patterns: list[str] = []
        for table in system.tables:  # entities first, so that their types get the plain names
            for entity in table.entities:
                self._answers.entity(table, entity, whole_value=entity.chunks is not None)
        self.methods = {pattern.id: list(self._methods(table, pattern, methods[pattern.id])) for table, pattern in self._asked}
        self.parameters = {pattern.id: parameters(table, pattern, self.types) for table, pattern in self._asked}

    def modules(self) -> dict[str, str]:
        """Return the generated modules by file name, without those of the consumers."""
        return {"items.py": self.types.text, "_patterns.py": self.patterns_module()}

    def consumer_module(self, consumer: Consumer, name: str) -> str:
        asked = [(table, pattern) for table, pattern in self._asked if consumer in pattern.used_by]
        tables = list(dict.fromkeys(table.name for table, _ in asked))
        called = f"{self.system.name}.{name}"
        return consumers.module(
            consumer, called, name, tables, [method for _, pattern in asked for method in self.methods[pattern.id]]
        )

    def patterns_module(self) -> str:
        names: Code = subscript("Literal", *map(quoted, self.environments)) if self.environments else "str"
        types = laid_out("Environment: TypeAlias = ", names)
        lines = ["", *laid_out("ENVIRONMENTS: dict[str, dict[str, str]] = ", literal(self.environments))]
        lines += [docstring("The names of the tables that each environment has"), ""]
        lines += laid_out("KEYS: dict[str, tuple[str, ...]] = ", literal(self._keys()))
        lines += [docstring("The attributes of each table's key"), ""]
        for name, code in self._descriptions.entity_code.items():
            lines += laid_out(f"{name} = ", code)
        body = "\n".join([*lines, "", *self._patterns, ""])
        return "\n".join(
            [docstring("The access patterns as data"), "", *imports(body, NEEDED, typing_only=TYPES, types=types), body]
        )

    def _describe(self, table: TableModel, pattern: AccessPattern, type: str, given: list[Parameter]) -> None:
        code = self._descriptions.pattern(table, pattern, given)
        annotation = f": {type}" if type else ""
        self._patterns += laid_out(f"{pattern.id}{annotation} = ", code)

    def _methods(self, table: TableModel, pattern: AccessPattern, name: str) -> Iterator[Method]:
        """Yield the pattern's method; a value in chunks has a second one that returns the chunks."""
        given = parameters(table, pattern, self.types)
        taken = parameters_of(given, self.types.names)
        values = values_of(given, self._constants(table, pattern))

        def method(returns: str, call: str, *, returning: bool = True) -> Method:
            return Method(pattern, name, taken, returns, call, pattern.id, values, returning)

        match pattern:
            case Get():
                item = self._item(table, pattern, name)
                self._describe(table, pattern, f"Get[{item}]", given)
                yield method(f"{item} | None", "get")
            case Query():
                yield from self._query(table, pattern, name, given, method("", ""))
            case Scan():
                item = self._item(table, pattern, name)
                self._describe(table, pattern, f"Scan[{item}]", given)
                yield Method(pattern, name, [], f"Results[{item}]", "scan", pattern.id, None)
            case BatchGet():
                item = self._item(table, pattern, name)
                self._describe(table, pattern, f"BatchGet[{item}]", given)
                key = self.types.typed_dict(
                    f"{class_name(name)}Key",
                    f"{class_name(name)}{pattern.id}Key",
                    {parameter.value: parameter.type for parameter in given},
                    about=f"What a key of {pattern.id} is made of",
                )
                keys: Code = f"Iterable[_items.{key}]"
                yield Method(pattern, name, [("keys", keys, "")], f"list[{item}]", "batch_get", pattern.id, "keys")
            case BatchWrite():
                self._describe(table, pattern, "", given)
                yield self._batch_write(table, pattern, name)
            case Put() | Update() | Delete():
                item = self._item(table, pattern, name)
                self._describe(table, pattern, f"Write[{item}]", given)
                if pattern.in_transaction:
                    yield method("Part", "part")
                    return
                returning = pattern.returns != "NONE"
                yield method(f"{item} | None" if returning else "None", "write", returning=returning)
            case TransactGet():
                items = f"_items.{self._answers.items(table, pattern, name)}"
                self._describe(table, pattern, f"TransactGet[{items}]", given)
                yield method(items, "transact_get")
            case TransactWrite():
                self._describe(table, pattern, "", given)
                yield method("None", "transact_write", returning=False)

    def _query(self, table: TableModel, pattern: Query, name: str, given: list[Parameter], base: Method) -> Iterator[Method]:
        chunked = bool(chunked_entities(table, pattern))
        item = self._item(table, pattern, name, whole_value=chunked)
        self._describe(table, pattern, f"Query[{item}]", given)
        if chunked:
            returns, call = (f"{item} | None", "whole_one") if asks_for_one_value(table, pattern) else (f"list[{item}]", "whole")
            yield Method(pattern, name, base.parameters, returns, call, pattern.id, base.values)
            chunk = self._item(table, pattern, f"{name}_chunk")
            self._patterns += [f"{pattern.id}_CHUNKS: Query[{chunk}] = Query(*{pattern.id})"]
            yield Method(
                pattern, f"{name}_chunks", base.parameters, f"Results[{chunk}]", "query", f"{pattern.id}_CHUNKS", base.values
            )
            return
        if pattern.limit is not None:
            returns, call = (f"{item} | None", "first") if pattern.limit == 1 else (f"list[{item}]", "limited")
        elif len(fan_out(table, pattern)) > 1:
            returns, call = f"Iterator[{item}]", "merged"
        else:
            returns, call = f"Results[{item}]", "query"
        yield Method(pattern, name, base.parameters, returns, call, pattern.id, base.values)

    def _batch_write(self, table: TableModel, pattern: BatchWrite, name: str) -> Method:
        taken: list[tuple[str, Code, str]] = []
        values: dict[str, Code] = {}
        default = "" if len(pattern.entities) == 1 else " = ()"
        for entity in map(table.entity, pattern.entities):
            fields = [attribute_parameter(entity, attribute, self.types) for attribute in given_attributes(table, entity)]
            new = self.types.typed_dict(
                f"New{class_name(entity.name)}",
                f"New{class_name(table.name)}{class_name(entity.name)}",
                {field.name: field.type for field in fields},
                optional=[field.name for field in fields if field.optional],
                about=f"An item of {entity.name} to write",
            )
            identifier = consumers.entity_parameter(entity.name)
            taken.append((identifier, f"Iterable[_items.{new}]", default))
            values[entity.name] = identifier
        return Method(pattern, name, taken, "None", "batch_write", pattern.id, mapping(values), returning=False)

    def _item(self, table: TableModel, pattern: AccessPattern, name: str, *, whole_value: bool = False) -> str:
        return f"_items.{self._answers.item(table, pattern, name, whole_value=whole_value)}"

    def _keys(self) -> dict[str, tuple[str, ...]]:
        return {table.name: tuple(key.name for key in table.key) for table, _ in self._asked}

    def _constants(self, table: TableModel, pattern: AccessPattern) -> dict[str, str]:
        match pattern:
            case Put() | Update() | Delete():
                return constant_places(table, pattern.item)
            case TransactWrite():
                return {name: value for part in pattern.items for name, value in constant_places(table, part).items()}
        return {}


def consumer_file(consumer: Consumer) -> str:
    return f"client_{module_name(consumer.name)}.py"
