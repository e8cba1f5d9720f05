"""Runs the access patterns of a table through the generated clients; answers and the table are compared with the reference."""

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

from dynawright.clients.package import class_names
from dynawright.clients.parameters import Parameter, given_attributes, parameters
from dynawright.clients.types import Types
from dynawright.emulator.patterns import reads, transactions, writes
from dynawright.emulator.patterns.reference import ReferenceTable
from dynawright.emulator.patterns.request import rendered_key
from dynawright.emulator.patterns.session import Session
from dynawright.emulator.patterns.values import range_values, subjects
from dynawright.model import sample
from dynawright.model.chunks import CHUNK_ATTRIBUTES, join
from dynawright.model.entity import Entity
from dynawright.model.item import Item
from dynawright.model.matching import matching_entities
from dynawright.model.operation import Write
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
from dynawright.model.sharding import fan_out, merge
from dynawright.model.system import System
from dynawright.model.table import TableModel
from tests.clients.loading import loaded

PAGE_SIZE = 2


def by_id(system: System) -> dict[str, str]:
    return {pattern.id: pattern.id.lower() for _, pattern in system.access_patterns}


class Exercise:
    """The patterns of one table, each asked through the first consumer that has it."""

    def __init__(self, dynamodb: Any, system: System, model: TableModel, table_name: str, folder: Path, now: int) -> None:
        self.table = ReferenceTable(model)
        self.model, self.now = model, now
        self.session = Session(dynamodb, table_name, self.table, now)
        self.package = loaded(system, folder, methods=by_id(system))
        classes = class_names(system)
        self._clients = {
            consumer.name: getattr(self.package, classes[consumer.name])(
                tables={model.name: table_name}, client=dynamodb, now=lambda: now
            )
            for consumer in system.consumers
        }
        self.answers: list[tuple[str, list[str]]] = []
        """Pattern and items, in a form that two engines can be compared by."""

    def run(self) -> Iterator[tuple[AccessPattern, list[str]]]:
        """Yield each pattern with what was wrong with its answers."""
        items = [item for entity in self.model.entities for item in sample.items(self.model, entity, self.now)]
        for pattern in self.model.access_patterns:
            self.session.fill([*items, *reads.more_than_a_page(self.model, pattern, self.now)])
            self.session.begin()
            self._ask(pattern)
            yield pattern, list(self.session._problems)

    def method(self, pattern: AccessPattern, more: str = "") -> Any:
        return getattr(self._clients[pattern.used_by[0].name], pattern.id.lower() + more)

    def call(self, pattern: AccessPattern, values: Mapping[str, Any], targets: Mapping[int, Item] | None = None) -> Any:
        answer = self.method(pattern)(**self.arguments(pattern, values, targets or {}))
        if isinstance(answer, self.package.Part):  # sent with others, or alone
            self._clients[pattern.used_by[0].name].transact(answer)
            return None
        return answer

    def arguments(self, pattern: AccessPattern, values: Mapping[str, Any], targets: Mapping[int, Item]) -> dict[str, Any]:
        given = {}
        for parameter in parameters(self.model, pattern, Types()):
            known: Mapping[str, Any] = values if parameter.part is None else {**values, **targets[parameter.part]}
            if parameter.name in known:
                given[parameter.identifier] = typed(parameter, known[parameter.name])
        return given

    def _note(self, pattern: AccessPattern, items: Iterable[Item | None]) -> None:
        self.answers.append((pattern.id, sorted(map(canonical, items))))

    def _expect(self, pattern: AccessPattern, found: Any, expected: Any) -> None:
        self.session.expect("the answer", found, expected)
        self._note(pattern, found if isinstance(found, tuple) else [found])

    def _ask(self, pattern: AccessPattern) -> None:
        match pattern:
            case Get():
                self._get(pattern)
            case Query():
                self._query(pattern)
            case Scan():
                found = self._pages(pattern, self.method(pattern)(), None)
                self.session.expect_items(found, self.table.scan(pattern))
            case BatchGet():
                self._batch_get(pattern)
            case BatchWrite():
                self._batch_write(pattern)
            case Put() | Update() | Delete():
                self._write(pattern, (pattern.item,))
            case TransactGet():
                self._transact_get(pattern)
            case TransactWrite():
                self._write(pattern, pattern.items)

    def _get(self, pattern: Get) -> None:
        _, values = subjects(self.table, pattern.item.key)[0]
        for asked in (values, writes._absent(pattern.item.key)):
            stored = self.table.get(rendered_key(self.model, pattern.item.key, asked))
            expected = None if stored is None else self.table.projected(stored, None, pattern.attributes)
            self._expect(pattern, self.call(pattern, asked), expected)

    def _query(self, pattern: Query) -> None:
        matches = subjects(self.table, pattern.key)
        item, values = matches[0]
        fixed = [name for name, condition in pattern.key.items() if condition.operator == "="]
        values = range_values(pattern.key, [o for o, _ in matches if all(o[name] == item[name] for name in fixed)]) | values
        shards = [values | shard for shard in fan_out(self.model, pattern)]
        answers = [self.table.query(pattern, request) for request in shards]
        expected = merge(self.model, pattern, answers) if len(shards) > 1 else answers[0][: pattern.limit]
        every = [one for answer in answers for one in answer]
        if not expected:
            self.session.problem("no sample item answers it")
        entity = next((one for one in matching_entities(self.model, pattern.key) if one.chunks), None)
        if entity is not None and hasattr(self._clients[pattern.used_by[0].name], f"{pattern.id.lower()}_chunks"):
            self._whole(pattern, values, entity, expected)
            return
        answer = self.call(pattern, values)
        if hasattr(answer, "page"):
            self._expect_ordered(pattern, self._pages(pattern, answer, pattern.page_size), expected, every)
            found = list(answer)
        else:
            found = [] if answer is None else [answer] if isinstance(answer, dict) else list(answer)
        self._expect_ordered(pattern, found, expected, every)
        self._note(pattern, found)

    def _expect_ordered(self, pattern: Query, found: list[Item], expected: list[Item], every: list[Item]) -> None:
        keys = self.model.key if pattern.index is None else self.model.index_keys[pattern.index]
        if len(keys) > 1 and (not pattern.attributes or keys[1].name in pattern.attributes):
            self.session.expect("order", [one[keys[1].name] for one in found], [one[keys[1].name] for one in expected])
        self.session.expect_items(found, every, pattern.limit)

    def _pages(self, pattern: AccessPattern, results: Any, size: int | None) -> list[Item]:
        found: list[Item] = []
        token = None
        while True:
            page = results.page(size=size or PAGE_SIZE, token=token)
            if len(page.items) > (size or PAGE_SIZE):
                self.session.problem(f"a page has {len(page.items)} items")
            found += page.items
            if page.token is None:
                self._note(pattern, found)
                return found
            token = page.token

    def _whole(self, pattern: Query, values: Mapping[str, Any], entity: Entity, expected: list[Item]) -> None:
        assert entity.chunks is not None
        chunks = self.method(pattern, "_chunks")(**self.arguments(pattern, values, {}))
        self.session.expect_items(list(chunks), expected)
        parts = [item for item in expected if "Chunk" in item]
        answer = self.call(pattern, values)
        found = answer if isinstance(answer, dict) else next(item for item in answer if entity.chunks.of in item)
        self._note(pattern, [found])
        self.session.expect("the value", found[entity.chunks.of], join(entity, parts))
        self.session.expect("what is left out", {*CHUNK_ATTRIBUTES} & {*found}, set())

    def _batch_get(self, pattern: BatchGet) -> None:
        every = [values for _, values in subjects(self.table, pattern.key)] + [writes._absent(pattern.key)]
        keys = [rendered_key(self.model, pattern.key, values) for values in every]
        given = [{one.name: typed(one, values[one.name]) for one in parameters(self.model, pattern, Types())} for values in every]
        found = self.method(pattern)(keys=given)
        self._note(pattern, found)
        stored = [self.table.get(key) for key in keys]
        self.session.expect_items(found, [self.table.projected(item, None, pattern.attributes) for item in stored if item])

    def _batch_write(self, pattern: BatchWrite) -> None:
        from dynawright.clients.consumers import entity_parameter

        given: dict[str, list[Item]] = {}
        for entity in map(self.model.entity, pattern.entities):
            for number in range(30 if entity.chunks is None else 2):
                items = sample.new_items(self.model, entity, 1000 + number, self.now)
                for item in items:
                    self.table.put(item)
                whole = items[0] if entity.chunks is None else {**items[0], entity.chunks.of: join(entity, items)}
                attributes = {name: whole[name] for name in given_attributes(self.model, entity) if name in whole}
                given.setdefault(entity_parameter(entity.name), []).append(attributes)
        self.method(pattern)(**given)
        for item in list(self.table.items.values()):
            self.session.expect_stored(item)

    def _transact_get(self, pattern: TransactGet) -> None:
        values: dict[str, Any] = {}
        for part in pattern.items:
            agreeing = (one for _, one in subjects(self.table, part.key) if all(values.get(n, v) == v for n, v in one.items()))
            values |= next(agreeing)
        expected = tuple(self.table.get(rendered_key(self.model, part.key, values)) for part in pattern.items)
        self._expect(pattern, self.call(pattern, values), expected)

    def _write(self, pattern: AccessPattern, parts: tuple[Write, ...]) -> None:
        allowed = self._choice(parts)
        if allowed is None:
            self.session.problem("no sample items satisfy the conditions")
            return
        targets, values = allowed
        before = self.table.get(targets[0])
        answer = self.call(pattern, values, targets)
        for at, part in enumerate(parts):
            self.table.apply(part, targets[at], values)
            self.session.expect_stored(targets[at])
        self._expect_returned(pattern, answer, before, self.table.get(targets[0]) or {})
        for failing, part in enumerate(parts):
            if part.condition:
                self._refuse(pattern, parts, failing)

    def _expect_returned(self, pattern: AccessPattern, answer: Any, before: Item | None, after: Item) -> None:
        """A write returns what its pattern declares, and nothing else."""
        returns = "NONE" if pattern.request == "TransactWriteItems" else getattr(pattern, "returns", "NONE")
        if returns.startswith("UPDATED"):
            item = after if returns == "UPDATED_NEW" else before or {}
            self.session.expect("what it returns", answer, {name: item.get(name) for name in answer})
            return
        self.session.expect("what it returns", answer, {"ALL_OLD": before, "ALL_NEW": after}.get(returns))

    def _refuse(self, pattern: AccessPattern, parts: tuple[Write, ...], failing: int) -> None:
        refused = self._choice(parts, failing)
        if refused is None:
            self.session.problem(f"no sample items fail the condition '{parts[failing].condition}' alone")
            return
        targets, values = refused
        try:
            self.call(pattern, values, targets)
        except self.package.ConditionFailed as error:
            single = pattern.request != "TransactWriteItems"
            self.session.expect("the error", (error.pattern, error.parts), (pattern.id, () if single else (failing,)))
            stored = self.table.get(targets[failing]) if getattr(pattern, "returns", "NONE") == "ALL_OLD" else None
            self.session.expect("the item of the error", error.item, stored)
        else:
            self.session.problem("succeeded although its condition does not hold")
        for target in targets.values():
            self.session.expect_stored(target)

    def _choice(self, parts: tuple[Write, ...], failing: int | None = None) -> tuple[dict[int, Item], dict[str, Any]] | None:
        choice = transactions.chosen(self.session, parts, failing)
        if choice is None:
            self.session.fill(())  # where every key is taken, nothing can be new, and none is missing
            choice = transactions.chosen(self.session, parts, failing)
        return choice


def typed(parameter: Parameter, value: Any) -> Any:
    """Return a value that was cut out of a key as the method takes it."""
    if parameter.type == "Number" and isinstance(value, str) and parameter.name != "Chunk":
        return Decimal(value)
    return str(value).encode() if parameter.type == "bytes" and not isinstance(value, bytes) else value


def canonical(value: Any) -> str:
    """Return a text that is the same for equal values; sets have no order."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name!r}: {canonical(value[name])}" for name in sorted(value)) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(canonical, value)) + "]"
    if isinstance(value, set):
        return "{" + ", ".join(sorted(map(canonical, value))) + "}"
    return str(value.normalize()) if isinstance(value, Decimal) else repr(value)
