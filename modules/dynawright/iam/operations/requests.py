"""The IAM requests of a call: those of its row, with the condition keys of every request."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from dynawright.iam import reference
from dynawright.iam.evaluator import ContextValue, Request, ServicePrincipal
from dynawright.iam.operations.ask import Asked
from dynawright.iam.operations.call import Situation
from dynawright.iam.operations.row import asked_of

SOURCE_ARN, SOURCE_ACCOUNT = "X-Amz-Source-Arn", "X-Amz-Source-Account"
"""Headers with the resource and the account on whose behalf a service calls."""


def requests_of(situation: Situation) -> list[Request]:
    """Return the requests of a call; IAM must allow all of them."""
    shared = _shared(situation)
    return [_request(situation, asked, shared) for asked in asked_of(situation)]


def _request(situation: Situation, asked: Asked, shared: Mapping[str, ContextValue]) -> Request:
    via = {"aws:ViaAWSService": "true"} if "kms:ViaService" in asked.context else {}
    tags = situation.state.tags(asked.resource) if _takes_tags(asked.action, asked.resource) else {}
    context = {**shared, **via, **{f"aws:ResourceTag/{tag}": value for tag, value in tags.items()}, **asked.context}
    return Request(
        action=asked.action,
        resource=asked.resource,
        principal=situation.principal,
        context=context,
        resource_account=None if _names_account(asked.resource) else situation.account,
    )


def _shared(situation: Situation) -> dict[str, ContextValue]:
    """Return the condition keys of every request.

    Loopback counts as TLS: policies require TLS, which the emulator lacks.
    """
    now = datetime.now(UTC)
    shared: dict[str, ContextValue] = {
        "aws:RequestedRegion": situation.call.region,
        "aws:SecureTransport": "true",
        "aws:ViaAWSService": "false",
        "aws:CurrentTime": now.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "aws:EpochTime": str(int(now.timestamp())),
    }
    if isinstance(situation.principal, ServicePrincipal):
        headers = situation.call.headers
        source = headers.get(SOURCE_ARN)
        account = headers.get(SOURCE_ACCOUNT)
        shared |= {"aws:SourceArn": source} if source else {}
        shared |= {"aws:SourceAccount": account} if account else {}
    return shared


def _takes_tags(action: str, resource: str) -> bool:
    """Return whether requests for this action carry the resource's tags, by the service data."""
    known = reference.action(action)
    return resource != "*" and known is not None and known.condition_key_type("aws:ResourceTag/x", resource) is not None


def _names_account(arn: str) -> bool:
    parts = arn.split(":", 5)
    return len(parts) == 6 and bool(parts[4])
