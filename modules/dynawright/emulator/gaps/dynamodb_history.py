"""DynamoDB: the history for point-in-time recovery; moto keeps only the current items."""

import copy
from dataclasses import dataclass, field
from typing import Any

from moto.core.utils import unix_time
from moto.dynamodb.exceptions import PointInTimeRecoveryUnavailable
from moto.dynamodb.models import DynamoDBBackend
from moto.dynamodb.models.table import Table

from dynawright.emulator.gaps.patch import Original, wrap

Key = tuple[Any, Any]


@dataclass(frozen=True)
class Write:
    """A put, an update (`old` and `new`) or a delete (no `new`)."""

    time: float
    key: Key
    old: Any
    new: Any


@dataclass
class History:
    """A table's items when recovery was switched on, and every write since."""

    start: float
    base: dict[Key, Any]
    writes: list[Write] = field(default_factory=list)
    present: dict[Key, Any] = field(init=False)

    def __post_init__(self) -> None:
        self.present = self.at(unix_time())

    def __deepcopy__(self, memo: dict[int, Any]) -> "History":
        """Share the history, which never changes, instead of copying it with the table in each transaction."""
        return History(self.start, self.base, list(self.writes))

    def at(self, time: float) -> dict[Key, Any]:
        items = dict(self.base)
        for write in self.writes:
            if write.time > time:
                break
            if write.new is None:
                items.pop(write.key, None)
            else:
                items[write.key] = write.new
        return items

    def add(self, key: Key, new: Any) -> None:
        kept = copy.deepcopy(new)  # an update changes moto's item in place
        self.writes.append(Write(unix_time(), key, self.present.get(key), kept))
        self.present[key] = kept


def install() -> None:
    wrap(Table, "put_item", _put_item)
    wrap(Table, "delete_item", _delete_item)
    wrap(DynamoDBBackend, "update_item", _update_item)
    wrap(DynamoDBBackend, "update_continuous_backups", _update_continuous_backups)


def history_of(table: Any) -> History:
    """Return the history; fail as AWS does if recovery is off."""
    history: History | None = getattr(table, "history", None)
    if history is None:
        raise PointInTimeRecoveryUnavailable(name=table.name)
    return history


def keyed(items: list[Any]) -> dict[Key, Any]:
    return {(item.hash_key, item.range_key): item for item in items}


def _update_continuous_backups(original: Original, backend: Any, table_name: str, point_in_time_spec: dict[str, Any]) -> Any:
    result = original(backend, table_name, point_in_time_spec)
    table = backend.get_table(table_name)
    if not point_in_time_spec["PointInTimeRecoveryEnabled"]:
        table.history = None
    elif getattr(table, "history", None) is None:
        table.history = History(unix_time(), keyed(copy.deepcopy(table.all_items())))
    return result


def _put_item(original: Original, table: Any, *args: Any, **kwargs: Any) -> Any:
    item = original(table, *args, **kwargs)
    _remember(table, item, item)
    return item


def _delete_item(original: Original, table: Any, *args: Any, **kwargs: Any) -> Any:
    item = original(table, *args, **kwargs)
    if item is not None:
        _remember(table, item, None)
    return item


def _update_item(original: Original, backend: Any, table_name: str, *args: Any, **kwargs: Any) -> Any:
    item = original(backend, table_name, *args, **kwargs)
    _remember(backend.get_table(table_name), item, item)
    return item


def _remember(table: Any, item: Any, new: Any) -> None:
    if getattr(table, "history", None) is not None:
        table.history.add((item.hash_key, item.range_key), new)
