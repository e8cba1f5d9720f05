"""A denial reads as AWS's does, in each protocol."""

from __future__ import annotations

import json

import pytest
from botocore.exceptions import ClientError

from dynawright.emulator.emulator import Emulator
from dynawright.emulator.iam.credentials import Credentials
from tests.emulator.iam.conftest import ACCOUNT, REGION, NewRole, refused, trust

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def session(emulator: Emulator, new_role: NewRole) -> Credentials:
    """A role that may do nothing at all."""
    return emulator.assume(new_role(trusted=trust()), session_name="nothing")


@pytest.mark.parametrize(
    ("service", "operation", "parameters", "status", "code"),
    [
        ("dynamodb", "list_tables", {}, 400, "AccessDeniedException"),
        ("kms", "list_keys", {}, 400, "AccessDeniedException"),
        ("secretsmanager", "list_secrets", {}, 400, "AccessDeniedException"),
        ("iam", "list_roles", {}, 403, "AccessDenied"),
        ("sns", "list_topics", {}, 403, "AuthorizationError"),
        ("sqs", "list_queues", {}, 400, "AccessDenied"),
        ("ec2", "describe_vpcs", {}, 403, "UnauthorizedOperation"),
        ("s3", "list_buckets", {}, 403, "AccessDenied"),
        ("lambda", "list_functions", {}, 403, "AccessDeniedException"),
        ("backup", "list_backup_vaults", {}, 403, "AccessDeniedException"),
    ],
)
def test_each_protocol_has_its_own_form(
    emulator: Emulator, session: Credentials, service: str, operation: str, parameters: dict[str, str], status: int, code: str
) -> None:
    denied = refused(getattr(emulator.client(service, REGION, session), operation), **parameters)
    assert denied[:2] == (status, code)
    assert f"User: arn:aws:sts::{ACCOUNT}:assumed-role/" in denied[2]
    assert "because no identity-based policy allows the" in denied[2]


def test_cloudwatch_denies_in_its_own_protocol(emulator: Emulator, session: Credentials) -> None:
    code = refused(emulator.client("cloudwatch", REGION, session).list_metrics)[1]
    assert code in ("AccessDenied", "AccessDeniedException")


def test_a_header_names_the_statement_that_is_missing(emulator: Emulator, session: Credentials) -> None:
    with pytest.raises(ClientError) as denied:
        emulator.client("lambda", REGION, session).delete_function(FunctionName="job")
    header = denied.value.response["ResponseMetadata"]["HTTPHeaders"]["x-dynawright-missing-statement"]
    resource = f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:job"
    assert json.loads(header) == {"Effect": "Allow", "Action": "lambda:DeleteFunction", "Resource": resource}
