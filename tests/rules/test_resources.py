"""The same resource is seen alike in cdk.tf.json, in a plan and in a state."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dynawright.rules.resources import Document, Resource, document, read, texts
from tests.problems import refused

WRITTEN: dict[str, Any] = {
    "provider": {"aws": [{"default_tags": [{"tags": {"Environment": "dev"}}]}]},
    "resource": {
        "aws_dynamodb_table": {
            "Orders": {
                "//": {"metadata": {"path": "orders-dev/Orders/Table"}},
                "name": "orders",
                "server_side_encryption": {"enabled": True, "kms_key_arn": "${aws_kms_key.Key.arn}"},
            }
        },
        "aws_kms_key": {"Key": {"enable_key_rotation": True}},
    },
}
PLAN: dict[str, Any] = {
    "planned_values": {},
    "configuration": {
        "root_module": {
            "resources": [
                {
                    "address": "aws_dynamodb_table.Orders",
                    "expressions": {
                        "server_side_encryption": [{"kms_key_arn": {"references": ["aws_kms_key.Key.arn", "aws_kms_key.Key"]}}]
                    },
                }
            ]
        }
    },
    "resource_changes": [
        {
            "address": "aws_dynamodb_table.Orders",
            "type": "aws_dynamodb_table",
            "mode": "managed",
            "change": {
                "after": {"name": "orders", "server_side_encryption": [{"enabled": True}], "tags_all": {"Environment": "dev"}},
                "after_unknown": {"arn": True, "server_side_encryption": [{"kms_key_arn": True}]},
            },
        },
        {
            "address": "aws_kms_key.Key",
            "type": "aws_kms_key",
            "mode": "managed",
            "change": {"after": {"enable_key_rotation": True}},
        },
        {"address": "aws_kms_key.Old", "type": "aws_kms_key", "mode": "managed", "change": {"after": None}},
        {"address": "data.aws_x.y", "type": "aws_x", "mode": "data", "change": {"after": {}}},
    ],
}
STATE = {
    "values": {
        "root_module": {
            "child_modules": [
                {"resources": [{"address": "module.m.aws_kms_key.Key", "type": "aws_kms_key", "mode": "managed", "values": {"key_id": "1"}}]}
            ]
        }
    }
}  # fmt: skip


def table(of: Document) -> Resource:
    (found,) = of.of_type("aws_dynamodb_table")
    return found


@pytest.mark.parametrize("content", [WRITTEN, PLAN], ids=["cdk.tf.json", "plan"])
def test_blocks_and_references_are_read_alike(content: dict[str, Any]) -> None:
    found = document(content, "orders-dev")
    key = table(found).block("server_side_encryption")["kms_key_arn"]
    assert key == "${aws_kms_key.Key.arn}"
    assert found.referred(key) == Resource("aws_kms_key.Key", "aws_kms_key", {"enable_key_rotation": True})
    assert found.environment == "dev"


def test_what_a_plan_leaves_to_aws_is_not_taken_for_a_choice() -> None:
    assert table(document(PLAN, "orders-dev")).get("arn") is None


def test_a_resource_that_a_plan_deletes_is_not_there_any_more() -> None:
    assert [key.address for key in document(PLAN, "orders-dev").of_type("aws_kms_key")] == ["aws_kms_key.Key"]


def test_resources_of_modules_are_found_in_a_state() -> None:
    (key,) = document(STATE, "state").resources
    assert (key.address, key.values) == ("module.m.aws_kms_key.Key", {"key_id": "1"})


def test_a_resource_is_called_by_its_construct_where_there_is_one() -> None:
    assert table(document(WRITTEN, "orders-dev")).label == "orders-dev/Orders/Table"
    assert table(document(PLAN, "orders-dev")).label == "aws_dynamodb_table.Orders"


@pytest.mark.parametrize(
    ("name", "tags", "environment", "is_production"),
    [
        ("orders-dev", {}, "dev", False),
        ("orders-staging", {}, "staging", False),
        ("orders-production", {}, "production", True),
        ("orders", {}, "", True),
        ("orders-dev", {"Environment": "live"}, "live", True),
    ],
)
def test_whatever_is_not_known_to_be_less_is_production(
    name: str, tags: dict[str, str], environment: str, is_production: bool
) -> None:
    found = Document(name, (), tags)
    assert (found.environment, found.is_production) == (environment, is_production)


def test_a_resource_is_found_by_reference_by_name_and_by_arn() -> None:
    queue = Resource("aws_sqs_queue.q", "aws_sqs_queue", {"name": "failed"})
    found = Document("orders", (queue,))
    for value in ("${aws_sqs_queue.q.arn}", "failed", "arn:aws:sqs:eu-west-1:111111111111:failed"):
        assert found.named(value, "name", "aws_sqs_queue") is queue
    for unknown in ("other", "${aws_sqs_queue.r.arn}", None):
        assert found.named(unknown, "name", "aws_sqs_queue") is None


def test_every_text_of_a_value_is_found_but_metadata() -> None:
    assert list(texts({"a": ["b", {"c": 1}], "//": {"d": "e"}})) == ["a", "b", "c"]


@pytest.mark.parametrize("text", ["{", "[]", "{}"])
def test_a_file_that_is_no_terraform_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "plan.json"
    file.write_text(text)
    assert refused(lambda: read(file)) == [("DW502", "", None)]


def test_a_stack_is_called_after_its_folder_and_a_plan_after_its_file(tmp_path: Path) -> None:
    folder = tmp_path / "orders-dev"
    folder.mkdir()
    (folder / "cdk.tf.json").write_text(json.dumps(WRITTEN))
    (tmp_path / "plan.json").write_text(json.dumps(PLAN))
    assert (read(folder / "cdk.tf.json").name, read(tmp_path / "plan.json").name) == ("orders-dev", "plan")


ELSEWHERE: dict[str, Any] = {
    "provider": {
        "aws": [
            {"region": "eu-west-1", "default_tags": [{"tags": {"Environment": "dev", "Team": "a"}}]},
            {"region": "eu-west-2", "alias": "away", "default_tags": [{"tags": {"Team": "b"}}]},
        ]
    },
    "resource": {
        "aws_sqs_queue": {
            "here": {"tags": {"Own": "1"}},
            "away": {"provider": "aws.away", "tags": {"Own": "1"}},
            "six": {"region": "eu-west-3"},
            "planned": {"arn": "arn:aws:sqs:us-east-1:111111111111:q"},
        }
    },
}


def test_tags_and_region_are_those_of_the_resources_own_provider() -> None:
    found = document(ELSEWHERE, "queues")
    queues = {resource.address.split(".")[1]: resource for resource in found.of_type("aws_sqs_queue")}
    assert found.tags_of(queues["here"]) == {"Environment": "dev", "Team": "a", "Own": "1"}
    assert found.tags_of(queues["away"]) == {"Team": "b", "Own": "1"}
    regions = {name: found.region_of(queue) for name, queue in queues.items()}
    assert regions == {"here": None, "away": "eu-west-2", "six": "eu-west-3", "planned": "us-east-1"}
