"""Terraform on the emulator: each setting created, updated in place, destroyed, empty plans.

All in one stack: each Terraform command starts the provider again, and it waits 30 s by itself for a change of encryption.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from dynawright.deploy.plan import Plan
from dynawright.deploy.terraform import Terraform
from dynawright.emulator.emulator import Emulator
from tests.emulator.gap_stack import KEYS, TABLES, stack

REGION = "ap-northeast-1"
Facts = dict[str, dict[str, Any]]


@dataclass(frozen=True)
class State:
    """The stack after an apply: the following plan, and the state according to AWS's API."""

    plan: Plan
    tables: Facts
    keys: Facts
    log_groups: Facts


@dataclass(frozen=True)
class Run:
    created: State
    updated: State
    left: State
    warnings: list[str]


@pytest.fixture(scope="module")
def emulator() -> Iterator[Emulator]:
    with Emulator("111122223333") as running:
        yield running


@pytest.fixture(scope="module")
def run(needs_terraform: None, emulator: Emulator, tmp_path_factory: pytest.TempPathFactory) -> Run:
    terraform = Terraform(tmp_path_factory.mktemp("stack"), emulator.environ)
    terraform.use_emulator()
    write(terraform.folder, state=0)
    terraform.init()
    terraform.apply()
    key_names = {arn: name for name, arn in terraform.outputs().items()}
    created = observe(emulator, terraform.plan(), key_names)

    write(terraform.folder, state=1)
    terraform.apply()
    updated = observe(emulator, terraform.plan(), key_names)

    terraform.destroy(refresh=False)
    left = observe(emulator, Plan(is_empty=True, raw={}), key_names)
    return Run(created, updated, left, terraform.warnings)


def write(folder: Path, *, state: int) -> None:
    (folder / "main.tf.json").write_text(json.dumps(stack(state, REGION)))


def observe(emulator: Emulator, plan: Plan, key_names: dict[str, str]) -> State:
    dynamodb, kms, logs = (emulator.client(service, REGION) for service in ("dynamodb", "kms", "logs"))
    alias = {alias["AliasName"]: alias.get("TargetKeyId") for alias in kms.list_aliases()["Aliases"]}.get("alias/moved")
    return State(
        plan=plan,
        tables={name: table_facts(dynamodb, name, key_names) for name in dynamodb.list_tables()["TableNames"]},
        keys={
            name: {
                "state": kms.describe_key(KeyId=arn)["KeyMetadata"]["KeyState"],
                "rotation": kms.get_key_rotation_status(KeyId=arn).get("RotationPeriodInDays"),
                "has_alias": alias is not None and arn.endswith(alias),
            }
            for arn, name in key_names.items()
        },
        log_groups={
            group["logGroupName"]: {
                "days": group.get("retentionInDays"),
                "key": key_names.get(group.get("kmsKeyId")),
                "class": group["logGroupClass"],
            }
            for group in logs.describe_log_groups()["logGroups"]
        },
    )


def table_facts(dynamodb: Any, name: str, key_names: dict[str, str]) -> dict[str, Any]:
    table = dynamodb.describe_table(TableName=name)["Table"]
    backups = dynamodb.describe_continuous_backups(TableName=name)["ContinuousBackupsDescription"]
    tags = dynamodb.list_tags_of_resource(ResourceArn=table["TableArn"])["Tags"]
    encryption = table.get("SSEDescription")
    return {
        "created": table["CreationDateTime"],
        "class": table.get("TableClassSummary", {}).get("TableClass"),
        "billing": table["BillingModeSummary"]["BillingMode"],
        "capacity": capacity(table["ProvisionedThroughput"]),
        "maximum": maximum(table),
        "key": key_names.get(encryption["KMSMasterKeyArn"], "AWS managed") if encryption else None,
        "recovery": backups["PointInTimeRecoveryDescription"].get("RecoveryPeriodInDays"),
        "attributes": sorted(attribute["AttributeName"] for attribute in table["AttributeDefinitions"]),
        "indexes": {
            index["IndexName"]: (capacity(index["ProvisionedThroughput"]), maximum(index))
            for index in table["GlobalSecondaryIndexes"]
        },
        "stream": table.get("StreamSpecification", {}).get("StreamViewType"),
        "protected": table["DeletionProtectionEnabled"],
        "tags": sorted((tag["Key"], tag["Value"]) for tag in tags),
    }


def capacity(throughput: dict[str, int]) -> tuple[int, int]:
    return throughput["ReadCapacityUnits"], throughput["WriteCapacityUnits"]


def maximum(owner: dict[str, Any]) -> tuple[int, int] | None:
    limit = owner.get("OnDemandThroughput")
    return (limit["MaxReadRequestUnits"], limit["MaxWriteRequestUnits"]) if limit else None


def test_the_plan_after_creating_is_empty(run: Run) -> None:
    assert run.created.plan.changes == []
    assert run.created.plan.is_empty


def test_the_plan_after_updating_is_empty(run: Run) -> None:
    assert run.updated.plan.changes == []
    assert run.updated.plan.is_empty


def test_every_table_is_updated_in_place(run: Run) -> None:
    assert {name: facts["created"] for name, facts in run.created.tables.items()} == {
        name: facts["created"] for name, facts in run.updated.tables.items()
    }
    assert run.updated.tables.keys() == TABLES.keys()


def test_terraform_warns_of_nothing(run: Run) -> None:
    assert run.warnings == []


@pytest.mark.parametrize(
    ("table", "fact", "created", "updated"),
    [
        ("class", "class", "STANDARD_INFREQUENT_ACCESS", "STANDARD"),
        ("class-later", "class", None, "STANDARD_INFREQUENT_ACCESS"),
        ("maximum", "maximum", (10, 20), (30, 20)),
        ("maximum-off", "maximum", (10, 20), None),
        ("maximum-off", "indexes", {"by-A": ((0, 0), (10, 20))}, {"by-A": ((3, 4), None)}),
        (
            "index-maximum",
            "indexes",
            {"by-A": ((0, 0), (10, 20)), "by-B": ((0, 0), None)},
            {"by-A": ((0, 0), (10, 20)), "by-B": ((0, 0), (10, 20))},
        ),
        ("other-key", "key", "first", "second"),
        ("no-key", "key", "first", None),
        ("own-key", "key", None, "first"),
        ("managed-key", "key", None, "AWS managed"),
        ("recovery", "recovery", 7, 14),
        ("recovery-off", "recovery", 35, None),
        ("fewer-indexes", "attributes", ["A", "B", "C", "PK"], ["A", "PK"]),
        ("more-indexes", "indexes", {}, {"by-A": ((0, 0), None), "by-B": ((0, 0), None)}),
        ("stream-off", "stream", "NEW_IMAGE", None),
        ("stream-view", "stream", "NEW_IMAGE", "NEW_AND_OLD_IMAGES"),
        ("to-on-demand", "billing", "PROVISIONED", "PAY_PER_REQUEST"),
        ("to-on-demand", "capacity", (5, 6), (0, 0)),
        ("to-on-demand", "indexes", {"by-A": ((3, 4), None)}, {"by-A": ((0, 0), None)}),
        ("to-provisioned", "billing", "PAY_PER_REQUEST", "PROVISIONED"),
        ("to-provisioned", "capacity", (0, 0), (5, 6)),
        ("to-provisioned", "indexes", {"by-A": ((0, 0), None)}, {"by-A": ((3, 4), None)}),
        ("protected", "protected", True, False),
        ("tags", "tags", [("team", "a")], sorted([("team", "b"), *((f"tag-{n}", "x") for n in range(12))])),
    ],
)
def test_a_table_reads_back_as_asked(run: Run, table: str, fact: str, created: Any, updated: Any) -> None:
    assert (run.created.tables[table][fact], run.updated.tables[table][fact]) == (created, updated)


def test_a_key_reads_back_as_asked(run: Run) -> None:
    assert run.created.keys == {
        "first": {"state": "Enabled", "rotation": None, "has_alias": True},
        "second": {"state": "Enabled", "rotation": None, "has_alias": False},
        "rotated": {"state": "Enabled", "rotation": 180, "has_alias": False},
    }
    assert run.updated.keys == {
        "first": {"state": "Enabled", "rotation": None, "has_alias": False},
        "second": {"state": "Enabled", "rotation": None, "has_alias": True},
        "rotated": {"state": "Enabled", "rotation": 90, "has_alias": False},
    }


def test_a_log_group_reads_back_as_asked(run: Run) -> None:
    assert run.created.log_groups == {
        "kept": {"days": 30, "key": "first", "class": "STANDARD"},
        "opened": {"days": None, "key": "first", "class": "STANDARD"},
        "rare": {"days": None, "key": None, "class": "INFREQUENT_ACCESS"},
    }
    assert run.updated.log_groups == {
        "kept": {"days": 90, "key": "second", "class": "STANDARD"},
        "opened": {"days": None, "key": None, "class": "STANDARD"},
        "rare": {"days": None, "key": None, "class": "INFREQUENT_ACCESS"},
    }


def test_destroy_leaves_nothing_but_keys_that_wait_for_deletion(run: Run) -> None:
    assert (run.left.tables, run.left.log_groups) == ({}, {})
    assert {name: facts["state"] for name, facts in run.left.keys.items()} == dict.fromkeys(KEYS, "PendingDeletion")
