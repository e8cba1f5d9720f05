"""Nobody but the trail writes to the bucket of the audit trail, and no role of ours reads or deletes there."""

from __future__ import annotations

import pytest

from tests.access.services import ON_BUCKETS, ON_OBJECTS, World
from tests.access.simulator import Document, Question, Request, wrong_answers
from tests.access.synthesized import Stack, stacks

OTHER_ACCOUNT = "555555555555"
TRAIL = "cloudtrail.amazonaws.com"


@pytest.fixture(scope="module", params=["local", "staging", "production"])
def world(request: pytest.FixtureRequest) -> World:
    return World(stacks(request.param))


def bucket_of(flags: Stack) -> tuple[str, Document]:
    """The bucket's ARN and its policy."""
    (found,) = [one for one in flags.arns("aws_s3_bucket") if "feature-flags-records" in one]
    name = found.removeprefix("arn:aws:s3:::")
    (policy,) = [one for one in flags.resources["aws_s3_bucket_policy"].values() if flags.text(one["bucket"]) == name]
    return found, flags.document(policy["policy"])


def test_no_role_of_any_system_touches_it(world: World) -> None:
    bucket, policy = bucket_of(world.stacks["feature_flags"])
    objects = [Request(f"s3:{action}", f"{bucket}/AWSLogs/1", resource_policy=policy) for action in ON_OBJECTS]
    buckets = [Request(f"s3:{action}", bucket, resource_policy=policy) for action in ON_BUCKETS]
    wrong = []
    for stack in world.stacks.values():
        for role in stack.roles():
            # The foundation's roles build and look at buckets, but get none of what is in them.
            asked = objects if stack.system == "foundation" else [*objects, *buckets]
            questions = [Question(request, expected=False, topic=role) for request in asked]
            wrong += wrong_answers(stack.policies_of(role), questions, account_id=stack.environment.account_id)
    assert wrong == []


def test_its_own_trail_writes_below_its_own_prefix_and_nobody_else_does(world: World) -> None:
    flags = world.stacks["feature_flags"]
    bucket, policy = bucket_of(flags)
    account, region = flags.environment.account_id, flags.environment.region
    trail = f"arn:aws:cloudtrail:{region}:{account}:trail/{flags.environment.physical_name('feature-flags')}"
    own = {"aws:SourceArn": trail, "s3:x-amz-acl": "bucket-owner-full-control", "aws:SecureTransport": "true"}
    record = f"{bucket}/AWSLogs/{account}/CloudTrail/record.json.gz"
    asked: list[tuple[str, str, str, dict[str, str], bool]] = [
        ("PutObject", record, TRAIL, own, True),
        ("PutObject", record, TRAIL, {**own, "aws:SourceArn": trail.replace(account, OTHER_ACCOUNT)}, False),
        ("PutObject", record, TRAIL, {**own, "aws:SourceArn": f"{trail}-2"}, False),
        ("PutObject", record, TRAIL, {**own, "aws:SecureTransport": "false"}, False),
        ("PutObject", record, TRAIL, {**own, "s3:x-amz-acl": "private"}, False),
        ("PutObject", record.replace(account, OTHER_ACCOUNT), TRAIL, own, False),
        ("PutObject", record, "config.amazonaws.com", own, False),
        ("PutObject", record, f"arn:aws:iam::{OTHER_ACCOUNT}:role/somebody", own, False),
        ("GetBucketAcl", bucket, TRAIL, own, True),
        *((action, record, TRAIL, own, False) for action in ON_OBJECTS if action != "PutObject"),
        *((action, bucket, TRAIL, own, False) for action in ON_BUCKETS),
    ]
    questions = [
        Question(Request(f"s3:{action}", at, context, principal, policy, verbatim=True), expected)
        for action, at, principal, context, expected in asked
    ]
    assert wrong_answers([], questions, account_id=account) == []


def test_there_is_none_where_nothing_is_recorded() -> None:
    flags = stacks("dev")["feature_flags"]
    assert [one for one in flags.arns("aws_s3_bucket") if "records" in one] == []
