"""The stack of a migration's Glue job in an environment of production."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dynawright.constructs.migration_access import Exported, Loaded
from dynawright.constructs.migration_job import JobCode, JobSize
from dynawright.ops.migration.glue import script
from dynawright.ops.migration.glue.job import pack
from dynawright.ops.migration.glue.stack import stem_of, synthesized
from dynawright.rules.files import judge_files
from dynawright.settings import load_named
from tests.applications import complete, inside

KEY = "arn:aws:kms:ap-northeast-1:444444444444:key/"
SOURCE = Exported("exports", "AWSDynamoDB/01", f"{KEY}1")
TARGET = Loaded("notes-production", "arn:aws:dynamodb:ap-northeast-1:444444444444:table/notes-production", f"{KEY}2")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("job")
    with inside(complete()):
        pack(complete(), folder / "application.zip")
        stack = synthesized(
            load_named("production"),
            folder / "out",
            command=["migrate", "run"],
            code=JobCode(Path(script.__file__), folder / "application.zip", [], ["dynawright[ops]"]),
            size=JobSize(2, 60),
            source=SOURCE,
            target=TARGET,
        )
        yield stack / "cdk.tf.json"


@pytest.fixture(scope="module")
def stack(file: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(file.read_text())
    return document


def test_no_rule_finds_anything(file: Path) -> None:
    judged = judge_files([file], only=(), environment="production", ours=False)
    assert [str(finding) for finding in judged.judgement.findings] == []


def test_in_a_systems_stack_it_would_be_refused(file: Path) -> None:
    judged = judge_files([file], only=["resources-are-known"], environment="production", ours=True)
    assert {finding.resource.type for finding in judged.judgement.findings} == {"aws_glue_job", "aws_s3_object"}


def test_the_role_may_read_the_export_and_load_one_table(stack: dict[str, Any]) -> None:
    (policy,) = stack["resource"]["aws_iam_policy"].values()
    allowed = [
        (action, resource)
        for statement in json.loads(policy["policy"])["Statement"]
        for action in _listed(statement["Action"])
        for resource in _listed(statement["Resource"])
        if "${" not in resource
    ]
    assert sorted(allowed) == [
        ("dynamodb:DescribeBulkOperation", f"{TARGET.arn}/bulk-operation/*"),
        ("dynamodb:DescribeTable", TARGET.arn),
        ("dynamodb:DescribeTimeToLive", TARGET.arn),
        ("dynamodb:StartBulkPutItems", TARGET.arn),
        ("kms:Decrypt", f"{KEY}1"),
        ("kms:Decrypt", f"{KEY}2"),
        ("s3:GetObject", "arn:aws:s3:::exports/AWSDynamoDB/01/*"),
        ("s3:ListBucket", "arn:aws:s3:::exports"),
    ]


def test_who_deploys_systems_has_no_right_on_its_key(stack: dict[str, Any]) -> None:
    (key,) = stack["resource"]["aws_kms_key"].values()
    assert "-deploy-" not in key["policy"]


def test_long_names_of_tables_keep_apart() -> None:
    first, second = (stem_of(f"sessions_of_all_users.by-day-{number}-local", "local") for number in (1, 2))
    assert first != second
    assert {len(first), len(second)} == {18}
    assert stem_of("Orders-local", "local") == "orders"


def _listed(value: Any) -> list[str]:
    return value if isinstance(value, list) else [value]
