"""The lifecycle block of tables: prevent_destroy and ignore_changes."""

from __future__ import annotations

from typing import Any

from dynawright.bindings.aws.dynamodb_table import DynamodbTable
from dynawright.errors import Place, UserError, unknown
from dynawright.settings import Environment, OwnTableSettings, TableSettings


def lifecycle_of(table: str, settings: TableSettings, environment: Environment) -> dict[str, Any] | None:
    """Return the lifecycle block of a table.

    Settings don't know a table's arguments, so ignore_changes is checked here.
    """
    place = Place(f"environments/{environment.name}.yaml", path=f"table {table} ignore_changes")
    problems = [
        unknown("DW311", "argument", name, DynamodbTable.ARGUMENTS, place=place)
        for name in settings.ignore_changes
        if name not in (*DynamodbTable.ARGUMENTS, "tags_all")
    ]
    if problems:
        raise UserError(problems)
    lifecycle: dict[str, Any] = {}
    if settings.prevent_destroy:
        lifecycle["prevent_destroy"] = True
    # Replicas are resources of their own: a table that saw them in AWS, and not in its own code, would delete them.
    ignored = [
        *settings.ignore_changes,
        *(["replica"] if environment.other_regions and not settings.is_strongly_consistent else []),
    ]
    if isinstance(settings, OwnTableSettings) and settings.restore_backup_arn:
        ignored.append("restore_backup_arn")  # else a table that is there already would be replaced by the backup
    if ignored:
        lifecycle["ignore_changes"] = ignored
    return lifecycle or None
