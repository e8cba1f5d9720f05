"""An in-memory reference for the items that only one user writes: the expected answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dynawright.clients.parameters import computed_expiry, constant_places
from dynawright.emulator.client_patterns.asker import canonical
from dynawright.emulator.patterns.reference import ReferenceTable
from dynawright.emulator.patterns.request import rendered_key
from dynawright.model.entity import Entity
from dynawright.model.item import Item, item_of
from dynawright.model.matching import matching_entities
from dynawright.model.operation import PutItem, Write
from dynawright.model.pattern import Delete, Get, Put, Query, TransactWrite, Update
from dynawright.model.reach import addressed, writes
from dynawright.model.sharding import fan_out
from dynawright.model.table import TableModel
from dynawright.model.template import Template
from dynawright.ops.load.asking import Asking

TIMES = ("Date", "date", "At", "_at")
"""Suffixes of names with time values, whose samples repeat after a while."""


class WrongAnswer(Exception):  # noqa: N818
    """The table's answer differs from the reference."""


def can_be_checked(model: TableModel, asking: Asking) -> bool:
    """Whether the pattern touches only partitions that one user can have alone."""
    pattern = asking.pattern
    name = model.partition_key.name
    match pattern:
        case Get():
            return _is_own(pattern.item.key[name], matching_entities(model, pattern.item.key))
        case Query():
            entities = matching_entities(model, pattern.key)
            index = model.index_keys[pattern.index][0].name if pattern.index else name
            return not any(entity.chunks for entity in entities) and _is_own(pattern.key[index].operands[0], entities)
        case Put() | Update() | Delete() | TransactWrite():
            return all(_is_own(_partition(model, part), addressed(model, part)) for part in writes(pattern))
    return False


def _partition(model: TableModel, part: Write) -> Template:
    name = model.partition_key.name
    return model.entity(part.entity).keys[name] if isinstance(part, PutItem) else part.key[name]


def _is_own(template: Template, entities: list[Entity]) -> bool:
    few = {place for entity in entities for place in (*entity.values, *entity.shards)}
    whole = not any(entity.chunks for entity in entities)
    return whole and any(place not in few and not place.endswith(TIMES) for place in template.parameters)


class Reference:
    """One user's items in one table."""

    def __init__(self, model: TableModel, now: int) -> None:
        self.table, self._now = ReferenceTable(model), now

    def ask(self, asking: Asking, arguments: Mapping[str, Any], send: Callable[[], Any], refused: type[Exception]) -> Any:
        """Send a request; raise WrongAnswer if its answer or refusal is not the expected one."""
        pattern = asking.pattern
        values = {parameter.name: arguments[parameter.identifier] for parameter in asking.parameters}
        match pattern:
            case Get():
                key = rendered_key(self.table.model, pattern.item.key, values)
                stored = self.table.get(key)
                expected = None if stored is None else self.table.projected(stored, None, pattern.attributes)
                self._expect(asking, send(), expected)
            case Query():
                self._query(asking, pattern, values, send)
            case _:
                self._write(asking, arguments, values, send, refused)

    def _query(self, asking: Asking, pattern: Query, values: dict[str, Any], send: Callable[[], Any]) -> None:
        model = self.table.model
        answers = [self.table.query(pattern, {**values, **shard}) for shard in fan_out(model, pattern)]
        every = [item for answer in answers for item in answer]
        response = send()
        items = [] if response is None else [response] if isinstance(response, dict) else list(response)
        if pattern.limit is None:
            self._expect(asking, sorted(map(canonical, items)), sorted(map(canonical, every)))
            return
        known = set(map(canonical, every))
        missing = [item for item in items if canonical(item) not in known]
        self._expect(asking, (len(items), missing), (min(pattern.limit, len(every)), []))

    def _write(
        self,
        asking: Asking,
        arguments: Mapping[str, Any],
        values: dict[str, Any],
        send: Callable[[], Any],
        refused: type[Exception],
    ) -> None:
        model = self.table.model
        parts = writes(asking.pattern)
        targets = [self._target(asking, at, part, arguments, values) for at, part in enumerate(parts)]
        given = [
            {
                **values,
                **{name: self._now + seconds for name, seconds in computed_expiry(model, part).items()},
                **constant_places(model, part),
            }
            for part in parts
        ]
        allowed = all(
            self.table.allows(part.condition, target, arguments_)
            for part, target, arguments_ in zip(parts, targets, given, strict=True)
        )
        try:
            send()
        except refused:
            self._expect(asking, "refused", "carried out" if allowed else "refused")
            raise
        self._expect(asking, "carried out", "carried out" if allowed else "refused")
        for part, target, arguments_ in zip(parts, targets, given, strict=True):
            self.table.apply(part, target, arguments_)

    def _target(self, asking: Asking, at: int, part: Write, arguments: Mapping[str, Any], values: dict[str, Any]) -> Item:
        model = self.table.model
        if not isinstance(part, PutItem):
            return rendered_key(model, part.key, values)
        entity = model.entity(part.entity)
        own = {
            parameter.name: arguments[parameter.identifier]
            for parameter in asking.parameters
            if parameter.part in (None, at) and parameter.name in entity.declared
        }
        return item_of(model, entity, own, self._now)

    def _expect(self, asking: Asking, answer: Any, expected: Any) -> None:
        if canonical(_plain(answer)) != canonical(_plain(expected)):
            raise WrongAnswer(
                f"{asking.pattern.id}: got {canonical(_plain(answer)):.300}, expected {canonical(_plain(expected)):.300}"
            )


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
