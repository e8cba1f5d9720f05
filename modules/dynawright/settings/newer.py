"""Settings that need a newer AWS provider than the oldest supported one."""

from __future__ import annotations

from collections.abc import Mapping

from dynawright.errors import Problem
from dynawright.provider_versions import NEWER, is_range, lacks
from dynawright.settings.base import Settings
from dynawright.settings.problem import Conflicts, below

NEEDS = {
    "replica_consistency": "aws_dynamodb_table.replica.deletion_protection_enabled",
    "restore_backup_arn": "aws_dynamodb_table.restore_backup_arn",
    "warm_read_units": "aws_dynamodb_table.warm_throughput",
    "warm_write_units": "aws_dynamodb_table.warm_throughput",
    "witness_region": "aws_dynamodb_table.global_table_witness",
}
"""Setting → the newest of the attributes in `provider_versions.NEWER` that it becomes."""


def newer_than(version: str, group: Settings) -> Conflicts:
    """Return settings that the provider in use can't build, with the version that can."""
    problems: Conflicts = {}
    for name, value in group.written.items():
        if name in NEEDS and value != type(group).model_fields[name].default and lacks(version, NEEDS[name]):
            first = NEWER[NEEDS[name]]
            fix = (
                f"{'begin the range of provider.version at' if is_range(version) else 'set provider.version to'} {first} or newer"
            )
            text = f"needs the AWS provider {first}, and provider.version is '{version}'"
            problems[(name,)] = Problem("DW184", text, value=value, fix=fix)
        elif isinstance(value, Mapping | tuple):
            items = value.items() if isinstance(value, Mapping) else enumerate(value)
            for key, inner in items:
                if isinstance(inner, Settings):
                    problems |= below((name, key), newer_than(version, inner))
    return problems
