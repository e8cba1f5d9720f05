"""Weekly backup and exports: one function, its schedules, its bucket, minimal rights."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.export import Export
from dynawright.constructs.table import Table
from dynawright.errors import UserError
from dynawright.settings import BucketSettings, EncryptionSettings, ExportSettings, LogSettings, TableSettings
from dynawright.stack import SystemStack
from tests.constructs.conftest import MINIMAL
from tests.problems import told

Resources = Callable[[str], list[dict[str, Any]]]

TABLE = "${aws_dynamodb_table.Orders_Table_C3D8F3FA.arn}"
KEY = "${aws_kms_key.Key_43586C89.arn}"
FUNCTION = "arn:aws:lambda:ap-northeast-1:111111111111:function:orders-export-test"


def export(stack: SystemStack, *, key: str = "customer_managed", recovery_days: int = 35, **settings: Any) -> Export:
    encryption = EncryptionKey(stack, "Key", name="orders-key", settings=EncryptionSettings.model_validate({"key": key}))
    recovery = TableSettings(point_in_time_recovery_days=recovery_days)
    table = Table(stack, "Orders", model=MINIMAL, key=encryption, settings=recovery)
    return Export(
        stack,
        "Export",
        name="orders",
        tables=[table],
        key=encryption,
        settings=ExportSettings.model_validate(settings),
        buckets=BucketSettings(),
        logs=LogSettings(),
    )


def statements(resources: Resources, policy: str) -> list[dict[str, Any]]:
    (found,) = [resource for resource in resources("aws_iam_policy") if resource["name"] == policy]
    content: list[dict[str, Any]] = json.loads(found["policy"])["Statement"]
    return content


def allowed(found: list[dict[str, Any]]) -> dict[tuple[str, ...], Any]:
    """Actions → resource, of what needs no key."""
    pairs = [
        ([statement["Action"]] if isinstance(statement["Action"], str) else statement["Action"], statement["Resource"])
        for statement in found
    ]
    return {tuple(actions): resource for actions, resource in pairs if not actions[0].startswith("kms:")}


def arn_of(kind: str, text: Any) -> bool:
    return str(text).startswith(f"${{{kind}.Export_")


def test_the_function_may_save_these_tables_and_delete_their_backups_only(stack: SystemStack, resources: Resources) -> None:
    export(stack)
    found = allowed(statements(resources, "orders-export-function-test"))
    tables = {actions: resource for actions, resource in found.items() if actions[0].startswith("dynamodb:")}
    assert tables == {
        ("dynamodb:CreateBackup", "dynamodb:DescribeContinuousBackups", "dynamodb:ExportTableToPointInTime"): TABLE,
        ("dynamodb:DeleteBackup",): f"{TABLE}/backup/*",
        ("dynamodb:DescribeExport",): f"{TABLE}/export/*",
        ("dynamodb:ListBackups", "dynamodb:ListExports", "xray:PutTelemetryRecords", "xray:PutTraceSegments"): "*",
    }
    others = {actions: resource for actions, resource in found.items() if actions not in tables}
    assert set(others) == {
        ("logs:CreateLogStream", "logs:PutLogEvents"),
        ("s3:AbortMultipartUpload", "s3:PutObject", "s3:PutObjectAcl"),
        ("sqs:SendMessage",),
    }
    assert arn_of("aws_s3_bucket", others["s3:AbortMultipartUpload", "s3:PutObject", "s3:PutObjectAcl"])
    assert arn_of("aws_sqs_queue", others["sqs:SendMessage",])


def test_the_function_uses_the_key_for_its_own_things_only(stack: SystemStack, resources: Resources) -> None:
    export(stack)
    found = [
        statement for statement in statements(resources, "orders-export-function-test") if "kms:" in str(statement["Action"])
    ]
    through = [statement for statement in found if "StringEquals" in statement.get("Condition", {})]
    services = {grant["Condition"]["StringEquals"]["kms:ViaService"].split(".")[0]: grant for grant in through}
    assert {statement["Resource"] for statement in found} == {KEY}
    assert set(services) == {"dynamodb", "lambda", "s3", "sqs"}
    assert {"kms:Decrypt", "kms:GenerateDataKey"} == set(
        services["dynamodb"]["Action"]
    )  # AWS's managed policy for backups has both
    rest = {statement["Action"]: statement.get("Condition") for statement in found if statement not in through}
    assert rest == {"kms:DescribeKey": None, "kms:CreateGrant": {"Bool": {"kms:GrantIsForAWSResource": "true"}}}
    assert services["dynamodb"]["Condition"]["StringEquals"]["kms:EncryptionContext:aws:dynamodb:tableName"] == "orders-test"
    assert services["lambda"]["Condition"]["StringEquals"]["kms:EncryptionContext:aws:lambda:FunctionArn"] == FUNCTION
    bucket, objects = services["s3"]["Condition"]["StringLike"]["kms:EncryptionContext:aws:s3:arn"]
    assert (arn_of("aws_s3_bucket", bucket), objects) == (True, f"{bucket}/*")


def test_the_schedules_may_call_the_function_and_fill_its_queue(stack: SystemStack, resources: Resources) -> None:
    export(stack)
    found = allowed(statements(resources, "orders-export-schedules-call-test"))
    assert arn_of("aws_lambda_function", found.pop(("lambda:InvokeFunction",)))
    assert arn_of("aws_sqs_queue", found.pop(("sqs:SendMessage",)))
    assert found == {}
    trusts = {
        json.loads(resource["assume_role_policy"])["Statement"][0]["Principal"]["Service"]
        for resource in resources("aws_iam_role")
    }
    assert trusts == {"lambda.amazonaws.com", "scheduler.amazonaws.com"}


def test_without_a_key_of_ours_nothing_mentions_one(stack: SystemStack, resources: Resources) -> None:
    export(stack, key="aws_owned")
    (function,) = resources("aws_lambda_function")
    (queue,) = resources("aws_sqs_queue")
    assert "kms_key_arn" not in function
    assert "KEY_ARN" not in function["environment"]["variables"]
    assert queue["sqs_managed_sse_enabled"] is True
    assert "kms:" not in json.dumps(resources("aws_iam_policy"))


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (
            {"weekday": "WED", "hour_utc": 20},
            {
                "orders-export-backup-test": "cron(0 20 ? * WED *)",
                "orders-export-full-export-test": "cron(10 20 ? * WED *)",
                "orders-export-incremental-export-test": "cron(20 20 * * ? *)",
                "orders-export-check-test": "cron(0 2 * * ? *)",
            },
        ),
        (
            {"incremental": False},
            {
                "orders-export-backup-test": "cron(0 18 ? * SUN *)",
                "orders-export-full-export-test": "cron(10 18 ? * SUN *)",
                "orders-export-check-test": "cron(0 0 * * ? *)",
            },
        ),
    ],
    ids=["all", "without increments"],
)
def test_schedules_follow_the_settings(
    stack: SystemStack, resources: Resources, settings: dict[str, Any], expected: dict[str, str]
) -> None:
    export(stack, **settings)
    assert {resource["name"]: resource["schedule_expression"] for resource in resources("aws_scheduler_schedule")} == expected


@pytest.mark.parametrize(("settings", "reserved"), [({}, 1), ({"reserve_concurrency": False}, -1)])
def test_one_execution_is_reserved_unless_the_account_has_none_to_spare(
    stack: SystemStack, resources: Resources, settings: dict[str, Any], reserved: int
) -> None:
    export(stack, **settings)
    (function,) = resources("aws_lambda_function")
    assert function["reserved_concurrent_executions"] == reserved


def test_the_function_gets_the_retention_and_the_bucket(stack: SystemStack, resources: Resources) -> None:
    export(stack, backup_retention_days=14)
    (function,) = resources("aws_lambda_function")
    variables = function["environment"]["variables"]
    assert variables["BACKUP_NAME_PREFIX"] == "acme-weekly-"
    assert (variables["TABLE_ARNS"], variables["BACKUP_RETENTION_DAYS"], variables["KEY_ARN"]) == (TABLE, "14", KEY)
    assert (arn_of("aws_s3_bucket", variables["BUCKET"]), variables["BUCKET_OWNER"]) == (True, "111111111111")


def test_the_policies_are_attached_before_anything_runs(stack: SystemStack, resources: Resources) -> None:
    export(stack)
    (function,) = resources("aws_lambda_function")
    assert ["aws_iam_role_policy_attachment" in one for one in function["depends_on"]] == [True]
    assert all(resource["depends_on"] for resource in resources("aws_scheduler_schedule"))


@pytest.mark.parametrize(
    ("days", "incremental", "problem"),
    [
        (
            1,
            True,
            "orders: point_in_time_recovery_days 1 is not allowed: incremental exports reach back more than one; "
            "set it to 2 or more, or export.incremental to false",
        ),
        (0, False, "orders: point_in_time_recovery_days 0 is not allowed: exports need it; set it to 1 or more"),
    ],
)
def test_tables_must_be_recoverable_far_enough_back(stack: SystemStack, days: int, incremental: bool, problem: str) -> None:
    with pytest.raises(UserError) as error:
        export(stack, recovery_days=days, incremental=incremental)
    assert told(error.value.problems) == [("DW322", "table orders", days)]


def test_a_day_of_recovery_is_enough_without_increments(stack: SystemStack) -> None:
    assert export(stack, recovery_days=1, incremental=False).enabled


def test_where_exports_are_off_nothing_is_built_and_nothing_is_asked(stack: SystemStack, resources: Resources) -> None:
    export(stack, recovery_days=0, enabled=False)
    kinds = ("aws_lambda_function", "aws_s3_bucket", "aws_sqs_queue", "aws_scheduler_schedule", "aws_iam_role")
    assert [resources(kind) for kind in kinds] == [[]] * len(kinds)
