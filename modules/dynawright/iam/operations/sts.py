"""STS."""

from __future__ import annotations

from dynawright.iam.evaluator import AssumeRole, Principal
from dynawright.iam.operations.ask import Ask, Asked
from dynawright.iam.operations.call import Call, Situation
from dynawright.iam.operations.row import Rows

SOURCE = "https://docs.aws.amazon.com/service-authorization/latest/reference/list_awssecuritytokenservicests.html"


def assumption(call: Call, principal: Principal) -> AssumeRole:
    """Return the role in a call of AssumeRole or AssumeRoleWithWebIdentity."""
    given = call.parameters
    return AssumeRole(
        caller=principal,
        role_arn=given["RoleArn"],
        session_name=given["RoleSessionName"],
        tags={tag["Key"]: tag["Value"] for tag in given.get("Tags", ())},
        transitive_tags=given.get("TransitiveTagKeys", ()),
        external_id=given.get("ExternalId"),
        source_identity=given.get("SourceIdentity"),
    )


def _assume(situation: Situation) -> list[Asked]:
    return [
        Asked(action=request.action, resource=request.resource, context=request.context)
        for request in assumption(situation.call, situation.principal).requests()
    ]


ROWS: Rows = {
    "sts": {
        "AssumeRole": _assume,
        "AssumeRoleWithWebIdentity": _assume,
        "GetCallerIdentity": (),  # STS API Reference: no permissions are required
        "GetAccessKeyInfo": (Ask("sts:GetAccessKeyInfo"),),
        "GetSessionToken": (Ask("sts:GetSessionToken"),),
    },
}
