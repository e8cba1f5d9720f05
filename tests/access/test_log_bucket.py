"""Only S3 writes to the log bucket, for this environment's buckets; no role reads or deletes."""

from __future__ import annotations

import pytest

from tests.access.applications import BOTH, COMPLETE
from tests.access.services import ON_BUCKETS, ON_OBJECTS, World
from tests.access.simulator import Document, Question, Request, wrong_answers
from tests.access.synthesized import Stack

OTHER_ACCOUNT = "555555555555"
LOGGING = "logging.s3.amazonaws.com"


@pytest.fixture(scope="module", params=[World(application, "production") for application in BOTH], ids=str)
def world(request: pytest.FixtureRequest) -> World:
    found: World = request.param
    return found


def bucket_of(foundation: Stack) -> tuple[str, Document]:
    """The bucket's ARN and its policy."""
    (bucket,) = foundation.arns("aws_s3_bucket")
    (policy,) = foundation.resources["aws_s3_bucket_policy"].values()
    return bucket, foundation.document(policy["policy"])


def test_s3_delivers_for_our_buckets_only_and_reads_nothing(world: World) -> None:
    foundation = world.stacks["foundation"]
    bucket, policy = bucket_of(foundation)
    account, environment = foundation.environment.account_id, foundation.environment.name
    log = f"{bucket}/any/log"
    context = {"aws:SourceAccount": account, "aws:SecureTransport": "true"}
    ours = [arn for arn in world.arns("aws_s3_bucket") if arn != bucket]
    assert ours or world.application != COMPLETE
    mine = ours[0] if ours else f"arn:aws:s3:::system-{environment}-{account}"
    own = {**context, "aws:SourceArn": mine}
    asked: list[tuple[str, str, str, dict[str, str], bool]] = [
        *(("PutObject", log, LOGGING, {**context, "aws:SourceArn": child}, True) for child in ours),
        ("PutObject", log, LOGGING, {**own, "aws:SourceArn": f"arn:aws:s3:::system-other-{account}"}, False),
        ("PutObject", log, LOGGING, {**own, "aws:SourceArn": mine.replace(f"-{environment}-", "-qa-")}, False),
        ("PutObject", log, LOGGING, {**own, "aws:SourceAccount": OTHER_ACCOUNT}, False),
        ("PutObject", log, LOGGING, {**own, "aws:SecureTransport": "false"}, False),
        ("PutObject", log, "cloudtrail.amazonaws.com", own, False),
        ("PutObject", log, f"arn:aws:iam::{OTHER_ACCOUNT}:role/somebody", own, False),
        *((action, log, LOGGING, own, False) for action in ON_OBJECTS if action != "PutObject"),
        *((action, bucket, LOGGING, own, False) for action in ON_BUCKETS),
    ]
    questions = [
        Question(Request(f"s3:{action}", at, context, principal, policy, verbatim=True), expected)
        for action, at, principal, context, expected in asked
    ]
    assert wrong_answers([], questions, account_id=account) == []


def test_no_role_touches_a_log_and_only_the_workflows_roles_the_bucket(world: World) -> None:
    bucket, policy = bucket_of(world.stacks["foundation"])
    on_logs = [Request(f"s3:{action}", f"{bucket}/log", resource_policy=policy) for action in ON_OBJECTS]
    on_bucket = [Request(f"s3:{action}", bucket, resource_policy=policy) for action in ON_BUCKETS]
    wrong = []
    for stack in world.stacks.values():
        for role in stack.roles():
            # The foundation's roles plan and build the bucket itself: test_deploy_roles.py.
            asked = on_logs if stack.system == "foundation" else [*on_logs, *on_bucket]
            questions = [Question(request, expected=False, topic=role) for request in asked]
            wrong += wrong_answers(stack.policies_of(role), questions, account_id=stack.environment.account_id)
    assert wrong == []
