"""Rights that access patterns need, derived a second time, apart from the policy writer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from dynawright.model import AccessPattern, Consumer, Entity, TableModel
from dynawright.rules.derived.grant import Grant, allow

ITEM_ACTIONS = {
    "GetItem": "GetItem",
    "PutItem": "PutItem",
    "UpdateItem": "UpdateItem",
    "DeleteItem": "DeleteItem",
    "ConditionCheck": "ConditionCheckItem",
}
"""Part of a transaction → the action that authorizes it."""
SINGLE = ("Get", "Put", "Update", "Delete")
OF_SEVERAL_KEYS = ("BatchGetItem", "BatchWriteItem")
"""Requests with several keys: the keys of two patterns must not be allowed together."""
RETURNING = ("ConditionCheckItem", "DeleteItem", "PutItem", "UpdateItem")
STORING = ("BatchWriteItem", "PutItem", "UpdateItem")
PLACE = re.compile(r"\{[^{}]*\}")
NAME = re.compile(r"(?<![\w.\-\]])[A-Za-z_][\w-]*+(?!\s*\()")
WORDS = {"AND", "OR", "NOT", "BETWEEN", "IN", "SET", "REMOVE", "ADD", "DELETE"}
KEYS, ATTRIBUTES = "dynamodb:LeadingKeys", "dynamodb:Attributes"


@dataclass(frozen=True)
class Ask:
    """One item action of a pattern; `keys` are templates of its partition keys, empty for a Scan."""

    pattern: str
    action: str
    index: str | None
    keys: tuple[str, ...]
    attributes: frozenset[str] = frozenset()
    """Attributes that the pattern reads, if it lists them."""
    written: frozenset[str] = frozenset()
    """Attributes that it writes or compares."""
    returns: str = "NONE"
    in_transaction: bool = False

    @property
    def leading_keys(self) -> frozenset[str]:
        """Return the keys as IAM patterns; empty if there are none, or one of them is not limited."""
        return frozenset() if any(not PLACE.sub("", key) for key in self.keys) else frozenset(_wildcard(key) for key in self.keys)


class Form(NamedTuple):
    """What requests must share to become one grant: everything but their keys, unless they have several."""

    alone: Ask | None
    ask: Ask
    has_keys: bool


def asks(table: TableModel, consumer: Consumer) -> list[Ask]:
    """Return the requests of the consumer's patterns on the table."""
    return [ask for pattern in table.access_patterns if consumer in pattern.used_by for ask in asks_of(table, pattern)]


def asks_of(table: TableModel, pattern: AccessPattern) -> Iterator[Ask]:
    """Yield the requests of one pattern."""
    kind, partition = type(pattern).__name__, table.partition_key.name
    given = vars(pattern)
    index, read = given.get("index"), frozenset(given.get("attributes") or ())
    returns, in_transaction = given.get("returns") or "NONE", bool(given.get("in_transaction"))
    if kind == "Scan":
        yield Ask(pattern.id, "Scan", index, (), read)
    elif kind == "Query":
        name = next(iter(table.index_keys[index] if index else table.key)).name
        yield Ask(pattern.id, "Query", index, tuple(operand.text for operand in given["key"][name].operands), read)
    elif kind == "BatchGet":
        yield Ask(pattern.id, "BatchGetItem", None, (given["key"][partition].text,), read)
    elif kind == "BatchWrite":
        entities = [table.entity(name) for name in given["entities"]]
        written = frozenset(name for entity in entities for name in _attributes(table, entity))
        yield Ask(pattern.id, "BatchWriteItem", None, tuple(entity.keys[partition].text for entity in entities), written=written)
    elif kind in SINGLE:
        yield _of_item(table, pattern.id, given["item"], read=read, returns=returns, in_transaction=in_transaction)
    elif kind in ("TransactGet", "TransactWrite"):
        for item in given["items"]:
            yield _of_item(table, pattern.id, item, returns="NONE", in_transaction=kind == "TransactWrite")
    else:
        raise NotImplementedError(f"the rights that a {kind} needs")


def grants_of(
    table: TableModel, consumer: Consumer, arn: str, *, projections: bool = False, any_returns: bool = False
) -> list[tuple[Grant, Ask]]:
    """Return the consumer's grants on the table, each with a request that needs it.

    `projections` limits reads to the attributes that patterns name; `any_returns` allows any return values of writes.
    """
    joined: dict[Form, list[Ask]] = {}
    for ask in asks(table, consumer):
        own = ask if ask.action in OF_SEVERAL_KEYS else None
        read = ask.attributes if projections else frozenset()
        written = ask.written if consumer.tenant_key and ask.action in STORING else frozenset()
        joined.setdefault(
            Form(own, replace(ask, pattern="", keys=(), attributes=read, written=written), bool(ask.leading_keys)), []
        ).append(ask)
    granted = []
    for form, group in joined.items():
        resource = f"{arn}/index/{form.ask.index}" if form.ask.index else arn
        keys = frozenset(key for ask in group for key in ask.leading_keys)
        conditions = [*_of_keys(keys, consumer), *_of_attributes(table, form.ask)]
        if group[0].action in RETURNING and not any_returns:
            conditions.append(_of_returns(group[0]))
        granted += [(grant, group[0]) for grant in _allowed(group[0].action, resource, conditions)]
    return granted


def tenant_key(consumer: Consumer) -> str:
    """Return a tenant's partition key, with IAM's variable for the session's tag."""
    return PLACE.sub(lambda place: f"${{aws:PrincipalTag/{place[0][1:-1]}}}", consumer.tenant_key or "")


Comparison = tuple[str, str, frozenset[str]]
"""Operator, key, values."""


def _allowed(action: str, resource: str, comparisons: list[Comparison]) -> list[Grant]:
    conditions: dict[str, dict[str, list[str]]] = {}
    for operator, key, values in comparisons:
        conditions.setdefault(operator, {})[key] = sorted(values)
    return allow((f"dynamodb:{action}",), resource, when=conditions)


def _of_keys(keys: frozenset[str], consumer: Consumer) -> list[Comparison]:
    if consumer.tenant_key:
        keys, operator = frozenset({tenant_key(consumer)}), "ForAllValues:StringEquals"
    else:
        operator = "ForAllValues:StringLike"
    return [(operator, KEYS, keys), ("Null", KEYS, frozenset({"false"}))] if keys else []


def _of_attributes(table: TableModel, ask: Ask) -> list[Comparison]:
    conditions: list[Comparison] = []
    if ask.attributes:
        keys = [key.name for key in (*table.key, *(table.index_keys[ask.index] if ask.index else ()))]
        conditions += [("ForAllValues:StringEquals", ATTRIBUTES, ask.attributes | frozenset(keys))]
        conditions += [("StringEquals", "dynamodb:Select", frozenset({"SPECIFIC_ATTRIBUTES"}))]
    if ask.written:
        conditions += [("ForAllValues:StringEquals", ATTRIBUTES, ask.written), ("Null", ATTRIBUTES, frozenset({"false"}))]
    return conditions


def _of_returns(ask: Ask) -> Comparison:
    operator = "StringEqualsIfExists" if ask.in_transaction else "StringEquals"
    return operator, "dynamodb:ReturnValues", frozenset({"NONE", ask.returns})


def _of_item(
    table: TableModel, pattern: str, item: object, *, read: frozenset[str] = frozenset(), returns: str, in_transaction: bool
) -> Ask:
    kind, given = type(item).__name__, vars(item)
    keys: Mapping[str, object] = table.entity(given["entity"]).keys if kind == "PutItem" else given["key"]
    template = getattr(keys[table.partition_key.name], "text", "")
    written: set[str] = set()
    if kind in ("PutItem", "UpdateItem"):
        entities = (
            [table.entity(given["entity"])] if kind == "PutItem" else [entity for entity in table.entities if _fits(entity, keys)]
        )
        written = {name for entity in entities for name in _attributes(table, entity)}
        written |= _named(given.get("condition") or "") | _named(given.get("update") or "")
    return Ask(pattern, ITEM_ACTIONS[kind], None, (template,), read, frozenset(written), returns, in_transaction)


def _attributes(table: TableModel, entity: Entity) -> set[str]:
    """Return all attributes that an item can have: keys, also of indexes, attributes, TTL."""
    expiry = {table.ttl} if table.ttl and entity.expires_after is not None else set()
    return {*entity.keys, *entity.attributes, *expiry}


def _named(expression: str) -> set[str]:
    """Return the attributes that an expression names: no placeholders, functions or keywords."""
    return {word for word in NAME.findall(PLACE.sub("0", expression)) if word.upper() not in WORDS}


def _fits(entity: Entity, keys: Mapping[str, object]) -> bool:
    """Whether an item of the entity may have these keys."""
    return all(
        name in entity.keys and _meet(entity.keys[name].text, getattr(template, "text", "")) for name, template in keys.items()
    )


def _meet(left: str, right: str) -> bool:
    """Whether a text can match both templates, judged by the text before and after placeholders."""
    return (
        _pattern(left).fullmatch(PLACE.sub("x", right)) is not None or _pattern(right).fullmatch(PLACE.sub("x", left)) is not None
    )


def _pattern(template: str) -> re.Pattern[str]:
    return re.compile(".+".join(re.escape(text) for text in PLACE.split(template)), re.DOTALL)


def _wildcard(template: str) -> str:
    """Return a template as an IAM pattern: `USER#{userId}` → `USER#*`; literal `*` and `?` are escaped."""
    plain = [text.replace("*", "\0").replace("?", "${?}").replace("\0", "${*}") for text in PLACE.split(template)]
    return "*".join(plain)
