"""Replay: messages in doubt are named, and settled by whoever has looked."""

import json
from typing import Any

import pytest

from dynawright.runtime import clients
from tests.complete.loans import loan
from tests.functions.moto_cloud import MotoCloud
from tests.ops.conftest import Ops
from tests.ops.failed import BUCKET, Lambda


@pytest.fixture
def in_doubt(bucket: Any, library: MotoCloud) -> list[str]:
    """Three notices whose first attempts were cut off long ago; what is published from now on."""
    for number in (1, 2, 3):
        marker = {"PK": f"NOTICE#e{number}", "noticeId": f"e{number}", "Status": "STARTED"}
        library.put("library-notices", {**marker, "StartedAt": 5, "StartedBy": "first", "TriedBy": "first", "ExpiresAt": 2**40})
    bucket([loan(number, days_late=3) for number in (1, 2, 3)])
    published: list[str] = []
    clients.client("sns", attempts=1).meta.events.register(
        "before-call.sns.Publish", lambda params, **_: published.append(params["body"]["MessageDeduplicationId"])
    )
    return published


RUN = ("replay", "run", "--bucket", BUCKET, "--all", "--through", "library/loan_history")


def test_a_message_in_doubt_is_told_of_and_settled_by_whoever_has_looked(
    ops: Ops, in_doubt: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert ops(*RUN) == 1
    said = capsys.readouterr()
    assert "warning: message e1 may have been sent at 1970-01-01 00:00:05 UTC" in said.err
    assert said.out.endswith("3 records of 1 batches replayed, 3 failed again\n")
    assert in_doubt == []
    assert ops(*RUN, "--sent", "e1", "--not-sent", "e2@first", "--not-sent", "e3@another") == 1
    assert in_doubt == ["e2"]
    said = capsys.readouterr()
    assert "e3@first" in said.err
    assert "e1 may" not in said.err


@pytest.mark.parametrize(
    ("arguments", "published"),
    [
        (["--sent", "all"], []),
        (["--sent", "e1@first", "--not-sent", "all"], ["e2", "e3"]),
        (["--not-sent", "all"], ["e1", "e2", "e3"]),
        (["--sent", "all", "--not-sent", "e2@first"], ["e2"]),
        (["--not-sent", "all", "--sent", "e2"], ["e1", "e3"]),
    ],
)
def test_what_is_said_of_all_is_said_of_the_rest(
    ops: Ops, in_doubt: list[str], arguments: list[str], published: list[str]
) -> None:
    assert ops(*RUN, *arguments) == 0
    assert ops(*RUN, "--again", *arguments) == 0
    assert in_doubt == published


def test_the_function_in_aws_hears_what_is_settled(ops: Ops, bucket: Any, function: Lambda) -> None:
    bucket([loan(1)])
    assert ops("replay", "run", "--bucket", BUCKET, "--all", "--sent", "a", "--sent", "b", "--not-sent", "c@1") == 0
    assert json.loads(function.payloads[0])["settled"] == {"sent": ["a", "b"], "notSent": ["c@1"]}
