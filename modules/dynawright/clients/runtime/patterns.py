"""Access patterns as data: the fixed part of a request, and the places of its values.

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
    """Arguments of the boto3 call that are equal in every request."""


class Get(NamedTuple, Generic[T]):
    """Gets one item by its key."""

    id: str
    table: str
    key: Key
    request: Request


class Query(NamedTuple, Generic[T]):
    """Queries items of one partition.

    `values` are those of its key condition; with `shards`, one request is sent for each shard.
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
    """Reads every item of a table or index."""

    id: str
    table: str
    request: Request


class BatchGet(NamedTuple, Generic[T]):
    """Gets many items with keys of one form."""

    id: str
    table: str
    key: Key
    request: Request


class BatchWrite(NamedTuple):
    """Puts many items. `key` names the table's own key."""

    id: str
    table: str
    key: tuple[str, ...]
    entities: Mapping[str, Entity]


class Write(NamedTuple, Generic[T]):
    """A write, alone or as a part of a transaction: a put has an entity, all others a key.

    `places` are the values of its expressions. `given` maps attributes to values with another name, `expires` times of the update
    to seconds after the request.
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
    """Reads several items at one moment. `T` is the tuple of their types."""

    id: str
    items: tuple[tuple[str, Key], ...]


class TransactWrite(NamedTuple):
    """Writes several items, all or none."""

    id: str
    parts: tuple[Write[Any], ...]


class Part(NamedTuple):
    """A write for `transact`, and the id of its pattern."""

    pattern: str
    request: Mapping[str, Any]
