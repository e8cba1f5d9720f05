"""What Terraform may not do to a table, and what of it Terraform leaves alone."""

from __future__ import annotations

from typing import Any

from dynawright.bindings.aws.dynamodb_table import DynamodbTable
from dynawright.errors import UserError, did_you_mean
from dynawright.settings import Environment, TableSettings


def lifecycle_of(table: str, settings: TableSettings, environment: Environment) -> dict[str, Any] | None:
    """The lifecycle block; an error if it would ignore what a table has not, which the settings can't know."""
    problems = [
        f"environments/{environment.name}.yaml: {table} has '{name}' in ignore_changes, which is no argument of aws_dynamodb_table"
        + did_you_mean(name, DynamodbTable.ARGUMENTS)
        for name in settings.ignore_changes
        if name not in DynamodbTable.ARGUMENTS
    ]
    if problems:
        raise UserError(problems)
    lifecycle: dict[str, Any] = {}
    if settings.prevent_destroy:
        lifecycle["prevent_destroy"] = True
    # Replicas are resources of their own: a table that saw them in AWS, and not in its own code, would delete them.
    ignored = [*settings.ignore_changes, *(["replica"] if environment.other_regions else [])]
    if ignored:
        lifecycle["ignore_changes"] = ignored
    return lifecycle or None
