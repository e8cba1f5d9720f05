"""Resources attached to a table: key, tags, Kinesis stream, resource policies."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from dynawright.ops.adopt.facts import TableFacts
from dynawright.settings.problem import Conflicts
from dynawright.settings.tags import tag_problems


def encryption(facts: TableFacts, notes: list[str]) -> dict[str, Any]:
    """Return the table's key as settings."""
    description = facts.table.get("SSEDescription") or {}
    if description.get("Status") not in ("ENABLED", "ENABLING", "UPDATING"):
        return {"key": "aws_owned"}
    if facts.key_manager == "AWS":
        return {"key": "aws_managed"}
    if not facts.key_manager:
        notes.append("the manager of its KMS key could not be read: it counts as customer-managed")
    return {"key": "customer_managed", "kms_key_arn": description["KMSMasterKeyArn"]}


def tags(facts: TableFacts, notes: list[str]) -> dict[str, Any]:
    """Return the tags that the settings can hold."""
    own = {key: value for key, value in facts.tags.items() if not key.startswith("aws:")}
    refused: Conflicts = tag_problems(own)
    kept = {key: value for key, value in own.items() if (key,) not in refused}
    if managed := sorted(key for key in facts.tags if key.startswith("aws:cloudformation:")):
        notes.append(f"CloudFormation made it ({', '.join(managed)}): retain it there, and take it out of that stack, first")
    if refused:
        keys = ", ".join(str(path[0]) for path in refused)
        notes.append(f"tags that the settings can't hold are replaced once `tags` is no longer ignored: {keys}")
    return {"tags": kept} if kept else {}


def attached(facts: TableFacts, notes: list[str]) -> dict[str, Any]:
    """Return the Kinesis stream and resource policies as settings."""
    settings: dict[str, Any] = {}
    if facts.kinesis_streams:
        settings["kinesis_stream_arn"] = facts.kinesis_streams[0]
        if len(facts.kinesis_streams) > 1:
            notes.append(f"Kinesis destinations that stay outside of Terraform: {', '.join(facts.kinesis_streams[1:])}")
    if facts.watched:
        listed = ", ".join(f"{name} ({metric})" for name, metric in sorted(facts.watched.items()))
        notes.append(f"existing alarms on it stay unmanaged; delete those on metrics that `self.watch` covers: {listed}")
    if facts.backups:
        types = Counter(str(backup.get("BackupType", "USER")) for backup in facts.backups)
        listed = ", ".join(f"{count} of type {type}" for type, count in sorted(types.items()))
        notes.append(f"its backups stay as they are: {listed}")
    for arn, policy in facts.resource_policies.items():
        # its import always shows a change: AWS doesn't return one attribute, so the provider writes the policy again
        whose, text = "its" if arn == facts.arn else "its stream's", json.dumps(json.loads(policy))
        notes.append(
            f"{whose} resource policy stays unchanged, outside of Terraform; `resource_policy` can hold it later: {text}"
        )
    return settings
