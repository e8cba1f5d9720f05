"""A bucket is private, encrypted and versioned, and its objects expire as configured."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from dynawright.constructs.bucket import Bucket
from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.naming import NamingError
from dynawright.errors import UserError
from dynawright.framework import cdktf
from dynawright.iam.policy import Statement
from dynawright.settings import AccessLogSettings, BucketSettings, EncryptionSettings
from dynawright.stack import SystemStack
from tests.constructs.conftest import plain_stack, resources_of
from tests.problems import told

Resources = Callable[[str], list[dict[str, Any]]]

BUCKET = "${aws_s3_bucket.Exports_Bucket_ADAAA392.bucket}"
ARN = "${aws_s3_bucket.Exports_Bucket_ADAAA392.arn}"
KEY = "${aws_kms_key.Key_43586C89.arn}"


def encryption(stack: SystemStack, kind: str = "customer_managed") -> EncryptionKey:
    return EncryptionKey(stack, "Key", name="orders-key", settings=EncryptionSettings.model_validate({"key": kind}))


def bucket(stack: SystemStack, key: EncryptionKey | None = None, name: str = "orders-exports", **parts: Any) -> Bucket:
    settings = BucketSettings(**parts.pop("settings", {}))
    return Bucket(stack, "Exports", name=name, key=key, settings=settings, **parts)


def rule(resources: Resources) -> dict[str, Any]:
    (lifecycle,) = resources("aws_s3_bucket_lifecycle_configuration")
    (found,) = lifecycle["rule"]
    assert isinstance(found, dict)
    return found


def test_a_bucket_is_named_after_environment_and_account_and_guarded(stack: SystemStack, resources: Resources) -> None:
    made = bucket(stack)
    (found,) = resources("aws_s3_bucket")
    assert found == {
        "bucket": "orders-exports-test-111111111111",
        "force_destroy": False,
        "lifecycle": {"prevent_destroy": True},
    }
    assert made.physical_name == "orders-exports-test-111111111111"


def test_its_name_and_arn_are_references(stack: SystemStack) -> None:
    made = bucket(stack)
    assert made.name != made.arn
    assert all(text.startswith("${TfToken[") for text in (made.name, made.arn))


def test_an_environment_can_let_it_go_with_all_that_is_in_it(stack: SystemStack, resources: Resources) -> None:
    bucket(stack, settings={"prevent_destroy": False, "force_destroy": True})
    (found,) = resources("aws_s3_bucket")
    assert found == {"bucket": "orders-exports-test-111111111111", "force_destroy": True}


@pytest.mark.parametrize(
    ("name", "physical"),
    [
        ("Orders", "Orders-test-111111111111"),
        ("orders.exports", "orders.exports-test-111111111111"),
        ("-orders", "-orders-test-111111111111"),
        ("o" * 46, f"{'o' * 46}-test-111111111111"),
    ],
)
def test_a_name_that_aws_refuses_is_refused(stack: SystemStack, name: str, physical: str) -> None:
    with pytest.raises(NamingError) as caught:
        bucket(stack, name=name)
    assert told(caught.value.problems) == [("DW321", f"bucket {name}", physical)]


def test_the_longest_name_is_taken(stack: SystemStack) -> None:
    assert len(bucket(stack, name="o" * 45).physical_name) == 63


def test_it_is_closed_to_the_public_and_knows_no_other_owner(stack: SystemStack, resources: Resources) -> None:
    bucket(stack)
    assert resources("aws_s3_bucket_public_access_block") == [
        {
            "bucket": BUCKET,
            "block_public_acls": True,
            "block_public_policy": True,
            "ignore_public_acls": True,
            "restrict_public_buckets": True,
        }
    ]
    assert resources("aws_s3_bucket_ownership_controls") == [
        {"bucket": BUCKET, "rule": {"object_ownership": "BucketOwnerEnforced"}}
    ]


def test_it_keeps_versions(stack: SystemStack, resources: Resources) -> None:
    bucket(stack)
    assert resources("aws_s3_bucket_versioning") == [{"bucket": BUCKET, "versioning_configuration": {"status": "Enabled"}}]


@pytest.mark.parametrize(
    ("kind", "default", "bucket_key"),
    [
        ("customer_managed", {"sse_algorithm": "aws:kms", "kms_master_key_id": KEY}, True),
        ("aws_managed", {"sse_algorithm": "aws:kms"}, True),
        ("aws_owned", {"sse_algorithm": "AES256"}, False),
        (None, {"sse_algorithm": "AES256"}, False),
    ],
)
def test_it_is_encrypted_with_the_environments_kind_of_key(
    stack: SystemStack, resources: Resources, kind: str | None, default: dict[str, str], bucket_key: bool
) -> None:
    bucket(stack, encryption(stack, kind) if kind else None)
    assert resources("aws_s3_bucket_server_side_encryption_configuration") == [
        {
            "bucket": BUCKET,
            "rule": [{"apply_server_side_encryption_by_default": default, "bucket_key_enabled": bucket_key}],
        }
    ]


def test_the_keys_policy_admits_callers_through_s3(stack: SystemStack, resources: Resources) -> None:
    bucket(stack, encryption(stack))
    (key,) = resources("aws_kms_key")
    *_, admitted = json.loads(key["policy"])["Statement"]
    assert admitted["Principal"] == {"AWS": "arn:aws:iam::111111111111:root"}
    assert admitted["Condition"] == {"StringEquals": {"kms:ViaService": "s3.ap-northeast-1.amazonaws.com"}}


def test_nothing_is_done_without_tls(stack: SystemStack, resources: Resources) -> None:
    bucket(stack)
    (policy,) = resources("aws_s3_bucket_policy")
    assert policy["bucket"] == BUCKET
    assert len(policy["depends_on"]) == 1
    assert policy["depends_on"][0].startswith("aws_s3_bucket_public_access_block.Exports_PublicAccess_")
    assert json.loads(policy["policy"])["Statement"] == [
        {
            "Effect": "Deny",
            "Principal": "*",
            "Action": "s3:*",
            "Resource": [ARN, f"{ARN}/*"],
            "Condition": {"Bool": {"aws:SecureTransport": "false"}},
        }
    ]


def test_others_are_admitted_besides(stack: SystemStack, resources: Resources) -> None:
    made = bucket(stack)
    trail = {"Service": "cloudtrail.amazonaws.com"}
    made.admit(Statement(("s3:GetBucketAcl",), (made.arn,), principal=trail))
    (policy,) = resources("aws_s3_bucket_policy")
    refusal, admitted = json.loads(policy["policy"])["Statement"]
    assert refusal["Effect"] == "Deny"
    assert admitted == {"Effect": "Allow", "Principal": trail, "Action": "s3:GetBucketAcl", "Resource": ARN}


def test_old_versions_and_abandoned_uploads_go_and_objects_stay(stack: SystemStack, resources: Resources) -> None:
    bucket(stack, settings={"noncurrent_days": 7})
    assert rule(resources) == {
        "id": "objects",
        "status": "Enabled",
        "filter": [{}],
        "expiration": [{"expired_object_delete_marker": True}],
        "noncurrent_version_expiration": [{"noncurrent_days": 7}],
        "abort_incomplete_multipart_upload": [{"days_after_initiation": 7}],
    }


def test_objects_expire_when_told_to(stack: SystemStack, resources: Resources) -> None:
    bucket(stack, expire_after_days=90)
    assert rule(resources)["expiration"] == [{"days": 90}]


def test_objects_move_to_cheaper_storage_when_told_to(stack: SystemStack, resources: Resources) -> None:
    bucket(stack, expire_after_days=365, transitions={"STANDARD_IA": 30, "GLACIER_IR": 90})
    assert rule(resources)["transition"] == [
        {"storage_class": "STANDARD_IA", "days": 30},
        {"storage_class": "GLACIER_IR", "days": 90},
    ]


def test_moves_that_s3_refuses_are_refused_at_once(stack: SystemStack) -> None:
    with pytest.raises(UserError) as caught:
        bucket(stack, expire_after_days=90, transitions={"ONEZONE_IA": 29, "GLACIER": 90})
    assert told(caught.value.problems) == [
        ("DW322", "bucket orders-exports-test-111111111111", 29),
        ("DW322", "bucket orders-exports-test-111111111111", 90),
    ]


def test_the_lifecycle_waits_for_versioning(stack: SystemStack, resources: Resources) -> None:
    bucket(stack)
    (lifecycle,) = resources("aws_s3_bucket_lifecycle_configuration")
    assert [one.split(".")[0] for one in lifecycle["depends_on"]] == ["aws_s3_bucket_versioning"]


def test_requests_are_logged_into_the_foundations_bucket_each_bucket_apart(stack: SystemStack, resources: Resources) -> None:
    bucket(stack)
    Bucket(stack, "Others", name="others", key=None, settings=BucketSettings())
    (looked_up,) = json.loads(cdktf.Testing.synth(stack))["data"]["aws_s3_bucket"].values()
    assert looked_up["bucket"] == "acme-access-logs-test-111111111111"
    logs = resources("aws_s3_bucket_logging")
    assert logs[0] == {
        "bucket": BUCKET,
        "target_bucket": "${data.aws_s3_bucket.AccessLogs.bucket}",
        "target_prefix": "orders-exports-test-111111111111/",
    }
    assert [log["target_prefix"] for log in logs[1:]] == ["others-test-111111111111/"]


def test_an_environment_can_do_without_access_logs() -> None:
    stack = plain_stack(access_logs=AccessLogSettings(enabled=False))
    bucket(stack)
    assert resources_of(stack, "aws_s3_bucket_logging") == []
    assert "data" not in json.loads(cdktf.Testing.synth(stack))
