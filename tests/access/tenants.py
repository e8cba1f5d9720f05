"""Checks of a tenant's session: requests for its own items, and every way to others' items."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from dynawright.model import Consumer, Entity, Put, TableModel
from dynawright.model.sample import items
from tests.access.actions import ON_ANYTHING, ON_ITEMS, ON_STREAMS, ON_TABLES, RETURN_VALUES, RETURNING, item_context
from tests.access.expectations import rights
from tests.access.functions import arn, role_name
from tests.access.matrix import on_its_key
from tests.access.simulator import Document, Question, Request, wrong_answers
from tests.access.synthesized import Stack

STORING = ("BatchWriteItem", "PutItem", "UpdateItem")
"""Requests of these name attributes; AWS tells IAM which."""
Outside = Mapping[str, tuple[list[str] | None, str | None]]
"""Description → leading keys and tag that give no access."""


@dataclass(frozen=True)
class Tenancy:
    """A tenant consumer and its table."""

    stack: Stack
    table: TableModel
    consumer: Consumer
    also_outside: Outside = field(default_factory=dict)
    """Keys of this table that look like the tenant's but are not."""

    @property
    def policies(self) -> list[Document]:
        return self.stack.policies_of(role_name(self.stack, self.consumer))

    @property
    def tag(self) -> str:
        """The session tag that names the tenant."""
        (name,) = re.findall(r"\{(\w+)\}", self.consumer.tenant_key or "")
        return str(name)

    @property
    def context_key(self) -> str:
        return f"aws:PrincipalTag/{self.tag}"

    def key(self, tenant: str) -> str:
        """The partition key of a tenant's items."""
        return (self.consumer.tenant_key or "").replace(f"{{{self.tag}}}", tenant)

    @property
    def own_actions(self) -> set[str]:
        return {right.action for right in rights(self.table, self.consumer)}

    @property
    def own_entity(self) -> Entity:
        """Return the tenant's writes."""
        patterns = [pattern for pattern in self.table.access_patterns if self.consumer in pattern.used_by]
        (name,) = {pattern.item.entity for pattern in patterns if isinstance(pattern, Put)}
        return self.table.entity(name)

    @property
    def outside(self) -> Outside:
        key = self.key
        return {
            "another tenant": ([key("b")], "a"),
            "a prefix neighbour": ([key("ab")], "a"),
            "no tenant": ([key("")], "a"),
            "another case": ([key("A")], "a"),
            "a batch or a transaction over two tenants": ([key("a"), key("b")], "a"),
            "no key": (None, "a"),
            "no tag": ([key("a")], None),
            "neither a tenant nor a tag": ([key("")], None),
            "the variable itself": ([key(f"${{{self.context_key}}}")], None),
            "a tag that would match anything": ([key("a")], "*"),
            "a tag that would match one character": ([key("b")], "?"),
            "an empty tag": ([key("a")], ""),
            **self.also_outside,
        }

    def wrong(self, policies: list[Document]) -> list[Question]:
        """Return where these policies give a tenant's session more or less than its own partition."""
        return wrong_answers(policies, self.questions(), account_id=self.stack.environment.account_id)

    def questions(self) -> list[Question]:
        return [
            *self._own(),
            *self._outside(),
            *self._indexes(),
            *self._returning(),
            *self._planted(),
            *self._whole(),
            *self._every_key(),
            *self._key(),
        ]

    def _own(self) -> list[Question]:
        return [
            Question(self._request(action, [self.key("a")]), expected=action in self.own_actions, topic="its own items")
            for action in (*ON_ITEMS, "Scan")
        ]

    def _outside(self) -> list[Question]:
        return [
            Question(self._request(action, keys, tag), expected=False, topic=topic)
            for topic, (keys, tag) in self.outside.items()
            for action in ON_ITEMS
        ]

    def _indexes(self) -> list[Question]:
        return [
            Question(self._request(action, [self.key("a")], index=name), expected=False, topic="indexes")
            for action in ("Query", "Scan", "PartiQLSelect")
            for name in self.table.index_keys
        ]

    def _returning(self) -> list[Question]:
        """Return writes of its own items with ReturnValues: only the pattern's are allowed."""
        granted = rights(self.table, self.consumer)
        return [
            Question(
                self._request(action, [self.key("a")], returns=value),
                expected=any(right.covers(action, "", self.key("a"), value) for right in granted),
                topic="what a write returns",
            )
            for action in RETURNING
            for value in RETURN_VALUES
        ]

    def _planted(self) -> list[Question]:
        """Return puts of the tenant's item: denied with a key of another index or entity, or without a key."""
        own = self.attributes(self.own_entity)
        other_keys = {key.name for keys in self.table.index_keys.values() for key in keys} - own
        other_items = [self.attributes(entity) for entity in self.table.entities if not self.attributes(entity) <= own]
        refused = [*({*own, name} for name in sorted({*other_keys, "secret"})), *other_items]
        asked = [(self._putting(own), True), *((self._putting(names), False) for names in refused), (self._putting(set()), False)]
        return [Question(request, expected, topic="items under keys of other indexes") for request, expected in asked]

    def attributes(self, entity: Entity) -> set[str]:
        return {name for item in items(self.table, entity, 0) for name in item}

    def _putting(self, attributes: set[str]) -> Request:
        request = self._request("PutItem", [self.key("a")])
        context = {name: value for name, value in request.context.items() if name != "dynamodb:Attributes"}
        return replace(request, context=context | ({"dynamodb:Attributes": sorted(attributes)} if attributes else {}))

    def _whole(self) -> list[Question]:
        asked = [self._request(action, None) for action in ON_TABLES]
        stream = f"{self._arn()}/stream/2026-01-01T00:00:00.000"
        asked += [Request(f"dynamodb:{action}", stream, {self.context_key: "a"}) for action in ON_STREAMS]
        asked += [Request(f"dynamodb:{action}", "*", {self.context_key: "a"}) for action in ON_ANYTHING]
        return [Question(request, expected=False, topic="the table, its stream and the account") for request in asked]

    def _every_key(self) -> list[Question]:
        """Return every action with every partition key of every entity: only the tenant's own are allowed."""
        names = {self.table.partition_key.name, *(keys[0].name for keys in self.table.index_keys.values())}
        every = [item for entity in self.table.entities for item in items(self.table, entity, 0)]
        keys = {str(item[name]) for item in every for name in names if name in item}
        sample = f"{self.tag}1"  # as the samples name it
        return [
            Question(
                self._request(action, [key], tag=sample),
                expected=key == self.key(sample) and action in self.own_actions,
                topic="every item of every entity",
            )
            for key in sorted(keys)
            for action in ON_ITEMS
        ]

    def _key(self) -> list[Question]:
        """Return uses of the table's key, as for any consumer."""
        return [replace(question, topic="the key") for question in on_its_key(self.stack, self.table, self.consumer)]

    def _request(
        self, action: str, keys: list[str] | None, tag: str | None = "a", index: str | None = None, returns: str = "NONE"
    ) -> Request:
        context = item_context(action, keys, returns)
        if action in STORING:
            context["dynamodb:Attributes"] = sorted(self.attributes(self.own_entity))
        if tag is not None:
            context[self.context_key] = tag
        return Request(f"dynamodb:{action}", self._arn() + (f"/index/{index}" if index else ""), context)

    def _arn(self) -> str:
        return arn(self.stack, "dynamodb", f"table/{self.stack.environment.physical_name(self.table.name)}")
