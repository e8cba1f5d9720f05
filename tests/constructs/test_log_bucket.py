"""Only S3 writes access logs into it."""

import json
from collections.abc import Callable
from typing import Any

from dynawright.constructs.bucket import Bucket
from dynawright.constructs.log_bucket import LogBucket
from dynawright.settings import AccessLogSettings, BucketSettings
from dynawright.stack import SystemStack

Resources = Callable[[str], list[dict[str, Any]]]
NAME = "acme-access-logs-test-111111111111"


def log_bucket(stack: SystemStack, **settings: Any) -> LogBucket:
    return LogBucket(stack, buckets=BucketSettings(), settings=AccessLogSettings(**settings))


def test_s3_alone_writes_to_it_for_buckets_of_this_environment_and_account(stack: SystemStack, resources: Resources) -> None:
    log_bucket(stack)
    (bucket,) = resources("aws_s3_bucket")
    assert bucket["bucket"] == NAME
    (policy,) = resources("aws_s3_bucket_policy")
    refusal, delivery = json.loads(policy["policy"])["Statement"]
    assert (refusal["Effect"], refusal["Condition"]) == ("Deny", {"Bool": {"aws:SecureTransport": "false"}})
    assert delivery == {
        "Effect": "Allow",
        "Principal": {"Service": "logging.s3.amazonaws.com"},
        "Action": "s3:PutObject",
        "Resource": "${aws_s3_bucket.AccessLogs_Bucket_FB91B785.arn}/*",
        "Condition": {
            "ArnLike": {"aws:SourceArn": "arn:aws:s3:::*-test-111111111111"},
            "StringEquals": {"aws:SourceAccount": "111111111111"},
        },
    }


def test_s3s_own_key_encrypts_it_since_s3_delivers_to_no_other(stack: SystemStack, resources: Resources) -> None:
    log_bucket(stack)
    (encryption,) = resources("aws_s3_bucket_server_side_encryption_configuration")
    (rule,) = encryption["rule"]
    assert rule["apply_server_side_encryption_by_default"] == {"sse_algorithm": "AES256"}


def test_logs_expire(stack: SystemStack, resources: Resources) -> None:
    log_bucket(stack, retention_days=30)
    (lifecycle,) = resources("aws_s3_bucket_lifecycle_configuration")
    assert lifecycle["rule"][0]["expiration"] == [{"days": 30}]


def test_it_does_not_log_itself(stack: SystemStack, resources: Resources) -> None:
    log_bucket(stack)
    assert resources("aws_s3_bucket_logging") == []


def test_a_bucket_beside_it_is_logged_once_it_admits_s3(stack: SystemStack, resources: Resources) -> None:
    log_bucket(stack)
    Bucket(stack, "Exports", name="exports", key=None, settings=BucketSettings())
    (logging,) = resources("aws_s3_bucket_logging")
    assert logging["target_bucket"].startswith("${aws_s3_bucket_policy.AccessLogs_Policy_")
