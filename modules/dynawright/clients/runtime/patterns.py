"""Access patterns as data: what a request always has, and where values go.

`T` is the type of the items.
"""

from __future__ import annotations

from .entities import NOTHING
from .light import Generic, NamedTuple, T

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Literal

    from .entities import Chunks, Entity
    from .keys import Key, Template

    Request = Mapping[str, Any]
    """Arguments of the boto3 call that are the same in every request."""


class Get(NamedTuple, Generic[T]):
    """One item by its key."""

    id: str
    table: str
    key: Key
    request: Request


class Query(NamedTuple, Generic[T]):
    """Items of one partition.

    `values` are those of its key condition; a key that is spread over `shards` is asked once for each.
    """

    id: str
    table: str
    request: Request
    values: Mapping[str, Template]
    shards: Mapping[str, int] = NOTHING
    sort_key: str | None = None
    limit: int | None = None
    page_size: int | None = None
    chunks: tuple[Chunks, ...] = ()


class Scan(NamedTuple, Generic[T]):
    """Every item of a table or index."""

    id: str
    table: str
    request: Request


class BatchGet(NamedTuple, Generic[T]):
    """Many items of one form of key."""

    id: str
    table: str
    key: Key
    request: Request


class BatchWrite(NamedTuple):
    """Many puts. `key` names the table's own key."""

    id: str
    table: str
    key: tuple[str, ...]
    entities: Mapping[str, Entity]


class Write(NamedTuple, Generic[T]):
    """One write, alone or as a part of a transaction: a put has an entity, all others a key.

    `places` are the values of its expressions. `given` tells the value of an attribute that has another name than the attribute,
    `expires` how long after the request a time of the update is.
    """

    id: str
    operation: Literal["Put", "Update", "Delete", "ConditionCheck"]
    table: str
    request: Request
    key: Key = NOTHING
    entity: Entity | None = None
    places: tuple[str, ...] = ()
    given: Mapping[str, str] = NOTHING
    expires: Mapping[str, int] = NOTHING


class TransactGet(NamedTuple, Generic[T]):
    """Several items as they were at one moment. `T` is the tuple of their types."""

    id: str
    items: tuple[tuple[str, Key], ...]


class TransactWrite(NamedTuple):
    """Write several items, all or none."""

    id: str
    parts: tuple[Write[Any], ...]


class Part(NamedTuple):
    """A write that `transact` sends together with others, and the id of its pattern."""

    pattern: str
    request: Mapping[str, Any]
