"""What Audit emits; the whole is applied in tests/applied/test_surroundings.py."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from dynawright.constructs.audit import Audit
from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.table import Table
from dynawright.settings import AuditSettings, BucketSettings, EncryptionSettings
from dynawright.stack import SystemStack
from tests.constructs.conftest import MINIMAL

Resources = Callable[[str], list[dict[str, Any]]]

TRAIL_ARN = "arn:aws:cloudtrail:ap-northeast-1:111111111111:trail/orders-audit-test"


def audit(stack: SystemStack, **settings: Any) -> None:
    key = EncryptionKey(stack, "Key", name="key", settings=EncryptionSettings())
    orders = Table(stack, "Orders", model=MINIMAL, key=key, settings=stack.settings.table)
    Audit(
        stack,
        "Audit",
        name="orders-audit",
        tables=[orders],
        key=key,
        settings=AuditSettings(**settings),
        bucket_settings=BucketSettings(),
    )


def fields(resources: Resources) -> dict[str, list[str]]:
    (trail,) = resources("aws_cloudtrail")
    (selector,) = trail["advanced_event_selector"]
    return {field["field"]: field["equals"] for field in selector["field_selector"]}


def test_writes_are_recorded_unless_said_otherwise(stack: SystemStack, resources: Resources) -> None:
    audit(stack)
    assert fields(resources)["readOnly"] == ["false"]


def test_reads_are_recorded_where_an_environment_wants_it(stack: SystemStack, resources: Resources) -> None:
    audit(stack, data_events="reads_and_writes")
    assert "readOnly" not in fields(resources)


def test_nothing_is_built_where_nothing_is_recorded(stack: SystemStack, resources: Resources) -> None:
    audit(stack, data_events="none")
    assert resources("aws_cloudtrail") == resources("aws_s3_bucket") == []


def test_records_end_when_their_retention_does(stack: SystemStack, resources: Resources) -> None:
    audit(stack, retention_days=400)
    (lifecycle,) = resources("aws_s3_bucket_lifecycle_configuration")
    assert [rule["expiration"] for rule in lifecycle["rule"]] == [[{"days": 400}]]


def test_only_this_trail_may_write_to_the_bucket_and_below_its_prefix(stack: SystemStack, resources: Resources) -> None:
    audit(stack)
    (policy,) = resources("aws_s3_bucket_policy")
    denied, *admitted = json.loads(policy["policy"])["Statement"]
    assert denied["Condition"] == {"Bool": {"aws:SecureTransport": "false"}}
    assert [partner["Action"] for partner in admitted] == ["s3:GetBucketAcl", "s3:PutObject"]
    for partner in admitted:
        assert partner["Principal"] == {"Service": "cloudtrail.amazonaws.com"}
        assert partner["Condition"]["StringEquals"]["aws:SourceArn"] == TRAIL_ARN
    assert admitted[1]["Resource"].endswith("/AWSLogs/111111111111/*")


def test_only_this_trail_may_use_the_key_for_cloudtrail(stack: SystemStack, resources: Resources) -> None:
    audit(stack)
    (key,) = resources("aws_kms_key")
    (found,) = (
        statement
        for statement in json.loads(key["policy"])["Statement"]
        if statement["Principal"] == {"Service": "cloudtrail.amazonaws.com"}
    )
    assert found["Condition"] == {"StringEquals": {"aws:SourceArn": TRAIL_ARN}}


@pytest.mark.parametrize(("days", "lock"), [(90, ["aws_s3_bucket_object_lock_configuration"]), (0, [])])
def test_the_trail_waits_for_its_bucket_to_admit_it_and_to_lock_what_it_writes(
    stack: SystemStack, resources: Resources, days: int, lock: list[str]
) -> None:
    audit(stack, lock_days=days)
    (trail,) = resources("aws_cloudtrail")
    assert [resource.split(".")[0] for resource in trail["depends_on"]] == ["aws_s3_bucket_policy", *lock]
    assert trail["enable_log_file_validation"]


def test_records_are_locked_unless_said_otherwise(stack: SystemStack, resources: Resources) -> None:
    audit(stack)
    (found,) = resources("aws_s3_bucket_object_lock_configuration")
    assert found["rule"] == {"default_retention": {"mode": "COMPLIANCE", "days": 90}}
    assert [one.split(".")[0] for one in found["depends_on"]] == ["aws_s3_bucket_versioning"]


def test_records_are_not_locked_where_an_environment_is_disposable(stack: SystemStack, resources: Resources) -> None:
    audit(stack, lock_days=0)
    assert resources("aws_s3_bucket_object_lock_configuration") == []
