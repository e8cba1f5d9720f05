"""The independent simulator answers recorded questions as the emulator did."""

from __future__ import annotations

from contextlib import suppress

import pytest
from botocore.exceptions import ClientError

from dynawright.emulator.emulator import Emulator
from dynawright.iam.evaluator import evaluate
from tests.emulator.iam.conftest import REGION, TABLE, NewRole, allow, policy, trust
from tests.emulator.iam.recorded import case_of, distinct
from tests.iam.evaluator.oracle import differences

pytestmark = pytest.mark.usefixtures("needs_node_packages")
OWN = {
    "ForAllValues:StringEquals": {"dynamodb:LeadingKeys": ["T#${aws:PrincipalTag/tenant}"]},
    "Null": {"dynamodb:LeadingKeys": "false"},
}


def test_recorded_questions_are_answered_alike(emulator: Emulator, new_role: NewRole) -> None:
    iam = emulator.client("iam", REGION)
    boundary = iam.create_policy(PolicyName="bound", PolicyDocument=policy(allow("dynamodb:*Item")))["Policy"]["Arn"]
    tagging = trust(["sts:AssumeRole", "sts:TagSession"])
    tenant = new_role(allow(["dynamodb:PutItem", "dynamodb:Query"], TABLE, Condition=OWN), trusted=tagging)
    bounded = new_role(allow("dynamodb:*", TABLE), PermissionsBoundary=boundary)
    admitted = new_role()
    statement = allow("dynamodb:GetItem", TABLE, Principal={"AWS": admitted})
    emulator.client("dynamodb", REGION).put_resource_policy(ResourceArn=TABLE, Policy=policy(statement))
    sessions = [
        emulator.assume(tenant, tags={"tenant": "a"}),
        emulator.assume(bounded),
        emulator.assume(bounded, policy=policy(allow("dynamodb:GetItem"))),
        emulator.assume(admitted),
    ]
    for session in sessions:
        client = emulator.client("dynamodb", REGION, session)
        for key in ("T#a", "T#b"):
            with suppress(ClientError):
                client.put_item(TableName="notes", Item={"pk": {"S": key}})
            with suppress(ClientError):
                client.get_item(TableName="notes", Key={"pk": {"S": key}})
        with suppress(ClientError):
            client.scan(TableName="notes")
    questions = distinct(emulator.questions())
    assert {question.allowed for question in questions} == {True, False}
    assert all(evaluate(question.request, question.policies, strict=True).allowed == question.allowed for question in questions)
    assert differences([case_of(question) for question in questions]) == []
