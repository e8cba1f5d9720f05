"""What two processors' roles may do by an IAM simulator; neither reaches the other's things."""

from __future__ import annotations

import pytest

from dynawright.framework import cdktf
from dynawright.settings import StreamSettings
from tests.access.actions import item_context
from tests.access.linter import findings
from tests.access.simulator import Question, Request, wrong_answers
from tests.access.synthesized import Stack, loaded
from tests.constructs.processors import OrdersStack, OrdersStreams, environment, package

ACCOUNT, REGION = "111111111111", "ap-northeast-1"
STREAM = f"arn:aws:dynamodb:{REGION}:{ACCOUNT}:table/orders-local/stream/2026-01-01T00:00:00.000"
READING = ("dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator")
JOBS, AUDIT = "stream-jobs", "audit-log"


@pytest.fixture(scope="module", params=["s3", "sqs", "sns"])
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Stack:
    """The first processor writes its failures to S3, the second to each kind of destination."""
    workplace = tmp_path_factory.mktemp("processors")
    app = cdktf.App(outdir=str(workplace / "cdktf.out"))
    audit = StreamSettings.model_validate({"failure_destination": request.param})
    chosen = environment()
    OrdersStack(app, chosen, package(workplace), streams=OrdersStreams(audit_log=audit))
    app.synth()
    return loaded(chosen, "orders", workplace / "cdktf.out", workplace)


def wrong(built: Stack, name: str, questions: list[tuple[str, str, bool]]) -> list[Question]:
    asked = [Question(Request(action, resource), expected) for action, resource, expected in questions]
    return wrong_answers(built.policies_of(f"orders-{name}-local"), asked, account_id=ACCOUNT)


def log_stream(name: str) -> str:
    return f"arn:aws:logs:{REGION}:{ACCOUNT}:log-group:/aws/lambda/orders-{name}-local:log-stream:2026/01/01/[$LATEST]abc"


def failed(name: str) -> str:
    return f"arn:aws:s3:::orders-{name}-failed-local-{ACCOUNT}"


@pytest.mark.parametrize("name", [JOBS, AUDIT])
def test_a_processor_reads_its_stream_and_no_other(built: Stack, name: str) -> None:
    other = STREAM.replace("orders-local", "orders-locale")
    questions = [(action, stream, stream == STREAM) for action in READING for stream in (STREAM, other)]
    assert wrong(built, name, [*questions, ("dynamodb:ListStreams", "*", False)]) == []


@pytest.mark.parametrize("name", [JOBS, AUDIT])
def test_a_processor_writes_its_own_log_and_makes_no_group(built: Stack, name: str) -> None:
    other = {JOBS: AUDIT, AUDIT: JOBS}[name]
    group = log_stream(name).split(":log-stream:")[0]
    assert (
        wrong(
            built,
            name,
            [
                ("logs:PutLogEvents", log_stream(name), True),
                ("logs:PutLogEvents", log_stream(other), False),
                ("logs:GetLogEvents", log_stream(name), False),
                ("logs:CreateLogGroup", group, False),
                ("logs:DeleteLogGroup", group, False),
            ],
        )
        == []
    )


def test_a_processor_puts_failures_where_lambda_puts_them_and_cannot_take_them_back(built: Stack) -> None:
    key = f"{failed(JOBS)}/aws/lambda/uuid/shardId-1/2026/01/01/record"
    assert (
        wrong(
            built,
            JOBS,
            [
                ("s3:PutObject", key, True),
                ("s3:ListBucket", failed(JOBS), True),
                ("s3:PutObject", f"{failed(JOBS)}/elsewhere", False),
                ("s3:PutObject", key.replace(JOBS, AUDIT), False),
                ("s3:ListBucket", failed(AUDIT), False),
                ("s3:GetObject", key, False),
                ("s3:DeleteObject", key, False),
            ],
        )
        == []
    )


def test_a_processor_reaches_tables_as_granted_and_not_otherwise(built: Stack) -> None:
    table = STREAM.split("/stream/")[0]
    asked = [
        Question(Request("dynamodb:UpdateItem", table, item_context("UpdateItem", ["ORDER#1"])), expected=True),
        Question(Request("dynamodb:GetItem", table, item_context("GetItem", ["ORDER#1"])), expected=False),
        Question(Request("dynamodb:Scan", table), expected=False),
    ]
    assert wrong_answers(built.policies_of("orders-stream-jobs-local"), asked, account_id=ACCOUNT) == []
    asked = [Question(question.request, expected=False) for question in asked]
    assert wrong_answers(built.policies_of("orders-audit-log-local"), asked, account_id=ACCOUNT) == []


def test_the_linter_finds_nothing(built: Stack) -> None:
    policies = {at: document for at, document in built.documents().items() if at.startswith("aws_iam_policy.")}
    assert {at: findings(document) for at, document in policies.items() if findings(document)} == {}
