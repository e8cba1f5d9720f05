"""Only the trail writes to the audit bucket, and no role of the application reads or deletes there."""

from __future__ import annotations

import pytest

from tests.access.applications import COMPLETE, PLACES
from tests.access.services import ON_BUCKETS, ON_OBJECTS, World
from tests.access.simulator import Document, Question, Request, wrong_answers
from tests.access.synthesized import Stack

OTHER_ACCOUNT = "555555555555"
TRAIL = "cloudtrail.amazonaws.com"
TYPE = "aws_cloudtrail"


@pytest.fixture(scope="module", params=[World(*place) for place in PLACES], ids=str)
def world(request: pytest.FixtureRequest) -> World:
    found: World = request.param
    return found


def bucket_of(stack: Stack) -> tuple[str, Document]:
    """The ARN of the trail's bucket, and its policy."""
    (trail,) = stack.resources[TYPE].values()
    name = stack.text(trail["s3_bucket_name"])
    (policy,) = [one for one in stack.resources["aws_s3_bucket_policy"].values() if stack.text(one["bucket"]) == name]
    return f"arn:aws:s3:::{name}", stack.document(policy["policy"])


def test_there_is_a_trail_to_ask_about() -> None:
    assert [stack.system for stack in World(COMPLETE, "production").of_type(TYPE)] == ["library"]


def test_no_role_of_any_system_touches_it(world: World) -> None:
    for recorded in world.of_type(TYPE):
        bucket, policy = bucket_of(recorded)
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
    for recorded in world.of_type(TYPE):
        assert _wrong_of_trail(recorded) == []


def _wrong_of_trail(stack: Stack) -> list[Question]:
    bucket, policy = bucket_of(stack)
    account, region = stack.environment.account_id, stack.environment.region
    (made,) = stack.resources[TYPE].values()
    trail = f"arn:aws:cloudtrail:{region}:{account}:trail/{made['name']}"
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
    return wrong_answers([], questions, account_id=account)
