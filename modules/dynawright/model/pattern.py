"""Access patterns: how and by whom a table is read and written.

`id` and `question` come first and by position; the key follows as keyword arguments named like the key attributes:

    Query("PS2", "products of a category", index="GSI1", GSI1PK="CATEGORY#{Category}", used_by=[API])
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, get_args

from dynawright.model.condition import KeyCondition
from dynawright.model.consumer import Consumer
from dynawright.model.declaration import Declaration
from dynawright.model.limits import Returns
from dynawright.model.must_be import may_be, must_be, must_be_all
from dynawright.model.operation import (
    DeleteItem,
    GetItem,
    PutItem,
    UpdateItem,
    Write,
    key_conditions,
    key_templates,
)
from dynawright.model.template import Template

LISTS: dict[str, tuple[type | tuple[type, ...], str]] = {
    "used_by": (Consumer, 'Consumer("api", "the HTTP API")'),
    "attributes": (str, '"status"'),
    "entities": (str, '"ORDER"'),
    "items": ((GetItem, *get_args(Write)), 'GetItem(PK="...")'),
}
SINGLES: dict[str, tuple[type, str]] = {
    "name": (str, 'the name of a method, name="product"'),
    "index": (str, 'the name of an index, index="GSI1"'),
    "limit": (int, "a whole number, limit=20"),
    "page_size": (int, "a whole number, page_size=50"),
    "consistent": (bool, "True or False"),
    "descending": (bool, "True or False"),
    "in_transaction": (bool, "True or False"),
    "returns": (str, 'a value of ReturnValues, returns="ALL_OLD"'),
    "because": (str, 'the reason, because="a hundred items, read once a day"'),
}
"""Types of the parts of patterns, with an example each."""


@dataclass(frozen=True)
class AccessPattern(Declaration):
    """An access pattern: an operation, and `name`, its client method (default: from the question)."""

    operation: ClassVar[str]
    id: str
    question: str
    used_by: tuple[Consumer, ...]
    name: str | None

    @property
    def subject(self) -> str:
        return f"pattern {self.id}"

    @property
    def request(self) -> str:
        """The API operation that is called; CloudWatch counts by it."""
        return "TransactWriteItems" if getattr(self, "in_transaction", False) else self.operation

    def _set(self, id: str, question: str, used_by: Sequence[Consumer], name: str | None, **more: Any) -> None:
        must_be("a pattern", "id", id, str, f'{type(self).__name__}("PS1", "a product", ...)')
        must_be(f"pattern {id}", "question", question, str, '"a product"')
        given = {"id": id, "question": question, "used_by": used_by, "name": name, **more}
        for field, (kind, example) in LISTS.items():
            if field in given:
                must_be_all(f"pattern {id}", field, given[field], kind, example)
                given[field] = tuple(given[field])
        for field, (kind, example) in SINGLES.items():
            may_be(f"pattern {id}", field, given.get(field), kind, example)
        for field, value in given.items():
            object.__setattr__(self, field, value)


@dataclass(frozen=True, init=False)
class Get(AccessPattern):
    """One item by its key."""

    operation: ClassVar[str] = "GetItem"
    item: GetItem
    attributes: tuple[str, ...]
    consistent: bool

    def __init__(
        self,
        id: str,
        question: str,
        /,
        *,
        used_by: Sequence[Consumer],
        name: str | None = None,
        attributes: Sequence[str] = (),
        consistent: bool = False,
        **key: str,
    ) -> None:
        self._set(id, question, used_by, name, item=GetItem(**key), attributes=attributes, consistent=consistent)


@dataclass(frozen=True, init=False)
class Query(AccessPattern):
    """A query: at most `limit` items, in pages of `page_size`, each with a key to continue from."""

    operation: ClassVar[str] = "Query"
    index: str | None
    key: Mapping[str, KeyCondition]
    attributes: tuple[str, ...]
    descending: bool
    limit: int | None
    page_size: int | None
    consistent: bool

    def __init__(
        self,
        id: str,
        question: str,
        /,
        *,
        used_by: Sequence[Consumer],
        name: str | None = None,
        index: str | None = None,
        attributes: Sequence[str] = (),
        descending: bool = False,
        limit: int | None = None,
        page_size: int | None = None,
        consistent: bool = False,
        **key: str | KeyCondition,
    ) -> None:
        asked = {"index": index, "key": key_conditions(key), "attributes": attributes}
        answered = {"descending": descending, "limit": limit, "page_size": page_size, "consistent": consistent}
        self._set(id, question, used_by, name, **asked, **answered)


@dataclass(frozen=True, init=False)
class Scan(AccessPattern):
    """Read every item of a table or index; `because` says why that is right.

    The gate requires a reason.
    """

    operation: ClassVar[str] = "Scan"
    index: str | None
    attributes: tuple[str, ...]
    because: str | None

    def __init__(
        self,
        id: str,
        question: str,
        /,
        *,
        used_by: Sequence[Consumer],
        name: str | None = None,
        index: str | None = None,
        attributes: Sequence[str] = (),
        because: str | None = None,
    ) -> None:
        self._set(id, question, used_by, name, index=index, attributes=attributes, because=because)


@dataclass(frozen=True, init=False)
class Put(AccessPattern):
    """Writes an item of an entity.

    `returns="ALL_OLD"` returns the replaced item. `in_transaction` means that it is always sent with other patterns, perhaps of
    other tables, as one transaction.
    """

    operation: ClassVar[str] = "PutItem"
    item: PutItem
    returns: Returns
    in_transaction: bool

    def __init__(
        self,
        id: str,
        question: str,
        /,
        *,
        used_by: Sequence[Consumer],
        name: str | None = None,
        entity: str,
        condition: str = "",
        returns: Returns = "NONE",
        in_transaction: bool = False,
    ) -> None:
        item = PutItem(entity, condition)
        self._set(id, question, used_by, name, item=item, returns=returns, in_transaction=in_transaction)


@dataclass(frozen=True, init=False)
class Update(AccessPattern):
    """Changes one item.

    `returns` is DynamoDB's `ReturnValues`, such as "UPDATED_NEW" for a counter; `in_transaction` as for Put.
    """

    operation: ClassVar[str] = "UpdateItem"
    item: UpdateItem
    returns: Returns
    in_transaction: bool

    def __init__(
        self,
        id: str,
        question: str,
        /,
        *,
        used_by: Sequence[Consumer],
        name: str | None = None,
        update: str,
        condition: str = "",
        returns: Returns = "NONE",
        in_transaction: bool = False,
        **key: str,
    ) -> None:
        item = UpdateItem(update, condition=condition, **key)
        self._set(id, question, used_by, name, item=item, returns=returns, in_transaction=in_transaction)


@dataclass(frozen=True, init=False)
class Delete(AccessPattern):
    """Deletes one item. `returns="ALL_OLD"` returns the item; `in_transaction` as for Put."""

    operation: ClassVar[str] = "DeleteItem"
    item: DeleteItem
    returns: Returns
    in_transaction: bool

    def __init__(
        self,
        id: str,
        question: str,
        /,
        *,
        used_by: Sequence[Consumer],
        name: str | None = None,
        condition: str = "",
        returns: Returns = "NONE",
        in_transaction: bool = False,
        **key: str,
    ) -> None:
        item = DeleteItem(condition=condition, **key)
        self._set(id, question, used_by, name, item=item, returns=returns, in_transaction=in_transaction)


@dataclass(frozen=True, init=False)
class BatchGet(AccessPattern):
    """Read many items with keys of one template at once."""

    operation: ClassVar[str] = "BatchGetItem"
    key: Mapping[str, Template]
    attributes: tuple[str, ...]

    def __init__(
        self,
        id: str,
        question: str,
        /,
        *,
        used_by: Sequence[Consumer],
        name: str | None = None,
        attributes: Sequence[str] = (),
        **key: str,
    ) -> None:
        self._set(id, question, used_by, name, key=key_templates(key), attributes=attributes)


@dataclass(frozen=True, init=False)
class BatchWrite(AccessPattern):
    """Puts of many items of the named entities at once, without conditions (batches have none)."""

    operation: ClassVar[str] = "BatchWriteItem"
    entities: tuple[str, ...]

    def __init__(
        self, id: str, question: str, /, *, used_by: Sequence[Consumer], name: str | None = None, entities: Sequence[str]
    ) -> None:
        self._set(id, question, used_by, name, entities=entities)


@dataclass(frozen=True, init=False)
class TransactGet(AccessPattern):
    """Read several items as they were at one moment."""

    operation: ClassVar[str] = "TransactGetItems"
    items: tuple[GetItem, ...]

    def __init__(
        self, id: str, question: str, /, *, used_by: Sequence[Consumer], name: str | None = None, items: Sequence[GetItem]
    ) -> None:
        self._set(id, question, used_by, name, items=items)


@dataclass(frozen=True, init=False)
class TransactWrite(AccessPattern):
    """Write several items, all or none."""

    operation: ClassVar[str] = "TransactWriteItems"
    items: tuple[Write, ...]

    def __init__(
        self, id: str, question: str, /, *, used_by: Sequence[Consumer], name: str | None = None, items: Sequence[Write]
    ) -> None:
        self._set(id, question, used_by, name, items=items)
