"""DynamoDB: the properties of a restored table.

As in AWS: keys, indexes, capacity, class and encryption, but no TTL, stream, recovery or tags.
"""

from collections import defaultdict
from copy import deepcopy
from typing import Any

from moto.core.exceptions import JsonRESTError
from moto.core.utils import unix_time
from moto.dynamodb.exceptions import ERROR_TYPE_PREFIX
from moto.dynamodb.models import DynamoDBBackend
from moto.dynamodb.models.table import Backup
from moto.dynamodb.responses import DynamoHandler, DynamoResult

from dynawright.emulator.gaps.dynamodb_history import history_of
from dynawright.emulator.gaps.patch import Original, wrap

RESTORED = ("billing_mode", "sse_specification", "table_class", "on_demand_throughput")


def install() -> None:
    wrap(DynamoHandler, "restore_table_from_backup", _restore_from_backup)
    wrap(DynamoHandler, "restore_table_to_point_in_time", _restore_to_point_in_time)
    wrap(DynamoHandler, "list_backups", _list_backups)
    wrap(DynamoDBBackend, "delete_table", _delete_table)


def _restore_from_backup(original: Original, handler: Any) -> Any:
    """Restore capacity and encryption: moto's table is provisioned with 0 units and has AWS's key."""
    original(handler)
    backup = handler.dynamodb_backend.get_backup(handler.body["BackupArn"])
    return _like(backup.table, handler)


def _restore_to_point_in_time(original: Original, handler: Any) -> Any:
    """Restore the items as of the given time, and accept ARNs; moto restores the current items."""
    request = handler.body
    source = handler.dynamodb_backend.get_table(request.get("SourceTableName") or request["SourceTableArn"])
    history = history_of(source)
    now = unix_time()
    time = now if request.get("UseLatestRestorableTime") else unix_time(request["RestoreDateTime"])
    if not history.start - 1 <= time <= now:  # requests have whole seconds
        raise JsonRESTError(ERROR_TYPE_PREFIX + "InvalidRestoreTimeException", "The specified restore time is not valid.")
    request["SourceTableName"] = source.name
    original(handler)
    restored = handler.dynamodb_backend.get_table(request["TargetTableName"])
    restored.items = defaultdict(dict)
    for (partition, sort), item in history.at(time).items():
        if sort is None:
            restored.items[partition] = deepcopy(item)
        else:
            restored.items[partition][sort] = deepcopy(item)
    return _like(source, handler)


def _like(source: Any, handler: Any) -> Any:
    restored = handler.dynamodb_backend.get_table(handler.body["TargetTableName"])
    for setting in RESTORED:
        if hasattr(source, setting):
            setattr(restored, setting, deepcopy(getattr(source, setting)))
    return DynamoResult(restored.describe())


def _list_backups(original: Original, handler: Any) -> Any:
    """Filter by kind of backup."""
    kind = handler.body.get("BackupType", "ALL")
    backups = handler.dynamodb_backend.list_backups(handler.body.get("TableName"))
    return DynamoResult({"BackupSummaries": [backup.summary for backup in backups if kind in ("ALL", backup.type)]})


def _delete_table(original: Original, backend: Any, name: str) -> Any:
    """Keep a last backup of a deleted table with point-in-time recovery, as AWS does for 35 days."""
    table = original(backend, name)
    if getattr(table, "history", None) is not None:
        last = Backup(backend.account_id, backend.region_name, f"{table.name}$DeletedTableBackup", table, type_="SYSTEM")
        backend.backups[last.arn] = last
    return table
