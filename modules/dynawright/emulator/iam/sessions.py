"""STS clients for callers without credentials: services, and bearers of a token."""

from __future__ import annotations

from typing import Any

from dynawright.emulator.client import client
from dynawright.emulator.iam.credentials import Credentials, of_service, web_identity_token
from dynawright.iam.operations.requests import SOURCE_ACCOUNT, SOURCE_ARN

REGION = "us-east-1"


def service_client(
    endpoint_url: str, name: str, *, source_account: str, source_arn: str | None, service: str = "sts", region: str = REGION
) -> Any:
    """Return a client of `service` that calls as the service `name`, for a resource of an account."""
    made = client(service, endpoint_url=endpoint_url, region=region, credentials=of_service(name))

    def say_for_whom(params: dict[str, Any], **_: Any) -> None:
        params["headers"][SOURCE_ACCOUNT] = source_account
        if source_arn:
            params["headers"][SOURCE_ARN] = source_arn

    made.meta.events.register("before-call", say_for_whom)
    return made


def with_token(endpoint_url: str, role_arn: str, issuer: str, session_name: str, claims: dict[str, str]) -> Credentials:
    """Call AssumeRoleWithWebIdentity."""
    sts = client("sts", endpoint_url=endpoint_url, region=REGION)
    token = web_identity_token(issuer, {"aud": "sts.amazonaws.com", **claims})
    return Credentials.answered(
        sts.assume_role_with_web_identity(RoleArn=role_arn, RoleSessionName=session_name, WebIdentityToken=token)
    )
