"""An environment's states: settings over its file, and changes of the JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

from tests.access.applications import merged
from tests.applied.release.change import Change, Json, changed, new_code

Settings = Mapping[str, Any]
Changes = Mapping[str, Mapping[str, Change]]

BEFORE: Settings = {
    "tags": {"Team": "lending", "Old": "1"},
    "table": {"prevent_destroy": False, "on_demand_max_read_units": 100, "on_demand_max_write_units": 100},
    "encryption": {"prevent_destroy": False},
    "buckets": {"prevent_destroy": False, "force_destroy": True},
    "vault": {"prevent_destroy": False, "lock": "compliance", "lock_changeable_for_days": 5},
    "alarms": {"level": "essential"},
}
"""Settings without protection from deletion; the release removes that of tables.

Few alarms, since they are all alike, save time.
"""
AFTER: Settings = {**merged(BEFORE, {"table": {"contributor_insights": True}}), "tags": {"Team": "returns", "New": "1"}}
BACK: Settings = merged(
    BEFORE,
    {
        "table": {"deletion_protection": False},
        "encryption": {"key": "aws_owned"},
        "export": {"reserve_concurrency": False},
        "streams": {"reserved_concurrency": None},
    },
)
"""The earlier state, with AWS's keys, and without resources that need a quota of Lambda."""
OLD_INDEX, NEW_INDEX = "Released-Before", "Released-After"
TAGGED = (
    "aws_backup_vault",
    "aws_cloudwatch_composite_alarm",
    "aws_cloudwatch_metric_alarm",
    "aws_kms_key",
    "aws_s3_bucket",
    "aws_sns_topic",
)
"""Resources of a foundation that the deploy role may tag, without its own roles and policies."""


BY_HAND = ("aws_backup_vault_lock_configuration", "aws_backup_vault_policy")
"""Resources of a foundation that only a person may change, including its vault."""


def before(document: Json, deploy_role: str | None = None) -> Json:
    """Return a system before its release: with an index to be removed and an older version's keys.

    Their policies do not name the role that deploys.
    """
    old = _indexed(document, OLD_INDEX)
    for key in _resources(old, "aws_kms_key"):
        policy = json.loads(key["policy"])
        policy["Statement"] = [statement for statement in policy["Statement"] if statement["Principal"] != {"AWS": deploy_role}]
        key["policy"] = json.dumps(policy)
    return old


def after(document: Json, folder: Path, changes: Changes) -> Json:
    """Return a system after its release: attributes changed, another index, new code."""
    new = changed(_indexed(document, NEW_INDEX), changes)
    new_code(folder, new)
    return new


def foundation_after(old: Json, document: Json, changes: Changes) -> Json:
    """Return a foundation after a release with those changes that the deploy role may make."""
    own = ("aws_iam_role", "aws_iam_policy", *BY_HAND)
    new = changed(document, {type: rows for type, rows in changes.items() if type not in own})
    new["provider"] = old["provider"]
    for type in TAGGED:
        for resource in _resources(new, type):
            resource["tags"] = {"Released": "1"}
    return new


def _indexed(document: Json, name: str) -> Json:
    new = deepcopy(document)
    for table in _resources(new, "aws_dynamodb_table"):
        capacity = {"read_capacity": 5, "write_capacity": 5} if table["billing_mode"] == "PROVISIONED" else {}
        index = {"name": name, "hash_key": table["hash_key"], "projection_type": "KEYS_ONLY", **capacity}
        table.setdefault("global_secondary_index", []).append(index)
    return new


def _resources(document: Json, type: str) -> Iterable[Json]:
    resources: Mapping[str, Json] = document["resource"].get(type, {})
    return resources.values()
