"""An emulator that enforces IAM, with a table, for the tests of this folder."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest
from botocore.exceptions import ClientError

from dynawright.emulator.emulator import Emulator

ACCOUNT, REGION = "111122223333", "ap-northeast-1"
TABLE = f"arn:aws:dynamodb:{REGION}:{ACCOUNT}:table/notes"
Statement = dict[str, Any]
NewRole = Callable[..., str]


def policy(*statements: Statement) -> str:
    return json.dumps({"Version": "2012-10-17", "Statement": list(statements)})


def allow(action: str | list[str], resource: str | list[str] = "*", **more: Any) -> Statement:
    return {"Effect": "Allow", "Action": action, "Resource": resource, **more}


def trust(action: str | list[str] = "sts:AssumeRole", **more: Any) -> Statement:
    return {"Effect": "Allow", "Principal": {"AWS": ACCOUNT}, "Action": action, **more}


def refused(call: Callable[..., Any], **parameters: Any) -> tuple[int, str, str]:
    """Return status, code and message of a call that fails."""
    with pytest.raises(ClientError) as failure:
        call(**parameters)
    response = failure.value.response
    return response["ResponseMetadata"]["HTTPStatusCode"], response["Error"]["Code"], response["Error"]["Message"]


def packed() -> bytes:
    """Return the code of a function that does nothing."""
    code = io.BytesIO()
    with zipfile.ZipFile(code, "w") as archive:
        archive.writestr("app.py", "def handler(event, context): pass")
    return code.getvalue()


@pytest.fixture(scope="module")
def emulator() -> Iterator[Emulator]:
    with Emulator(ACCOUNT, iam="enforce") as running:
        running.client("dynamodb", REGION).create_table(
            TableName="notes",
            KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
            AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
            BillingMode="PAY_PER_REQUEST",
        )
        yield running


@pytest.fixture(scope="module")
def new_role(emulator: Emulator) -> NewRole:
    """Create a role with inline policies; return its ARN."""
    numbers = count()
    iam = emulator.client("iam", REGION)

    def create(*statements: Statement, trusted: Statement | None = None, **more: Any) -> str:
        name = f"role-{next(numbers)}"
        arn = iam.create_role(RoleName=name, AssumeRolePolicyDocument=policy(trusted or trust()), **more)["Role"]["Arn"]
        if statements:
            iam.put_role_policy(RoleName=name, PolicyName="inline", PolicyDocument=policy(*statements))
        return str(arn)

    return create
