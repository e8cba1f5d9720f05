"""Checks of the permissions boundary: that it exists, and its risky rights.

The deploy role writes policies of roles with this boundary, so they can get all its rights.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dynawright.deploy.preflight.row import Account, Row, found
from dynawright.iam.evaluator import Policies, Policy, PolicyKind, Request, RoleSession, evaluate

PAGE = "docs/first-deployment.md"
WAYS_OUT = {
    "iam:AttachRolePolicy": "arn:aws:iam::{account}:role/of-others",
    "iam:CreateAccessKey": "arn:aws:iam::{account}:user/of-others",
    "iam:PassRole": "arn:aws:iam::{account}:role/of-others",
    "lambda:UpdateFunctionCode": "arn:aws:lambda:{region}:{account}:function:of-others",
    "sts:AssumeRole": "arn:aws:iam::{account}:role/of-others",
    "s3:GetObject": "arn:aws:s3:::{bucket}/of-others/terraform.tfstate",
    "s3:PutObject": "arn:aws:s3:::{bucket}/of-others/terraform.tfstate",
}
"""Rights that give access to other roles, or to the state of other environments."""


def boundary(account: Account) -> Iterator[Row]:
    """Check the policy that limits the roles that the deploy role creates."""
    arn = account.environment.roles.permissions_boundary_arn
    if arn is None:
        return
    policy = found(account.home("iam").get_policy, PolicyArn=arn)
    if policy is None:
        name = arn.rsplit("/", 1)[1]
        fix = f"aws iam create-policy --policy-name {name} --policy-document file://boundary.json ({PAGE})"
        yield Row("permissions boundary", arn, "missing", fix)
        return
    version = policy["Policy"]["DefaultVersionId"]
    document = account.home("iam").get_policy_version(PolicyArn=arn, VersionId=version)["PolicyVersion"]["Document"]
    if ways := _ways_out(account, document):
        fix = f"deployers can get more through roles that it bounds: it allows {', '.join(ways)}; {PAGE} has a narrower one"
        yield Row("permissions boundary", arn, "note", fix)
    else:
        yield Row("permissions boundary", arn, "ok")


def _ways_out(account: Account, document: Any) -> list[str]:
    environment = account.environment
    names = {"account": environment.account_id, "region": environment.region, "bucket": environment.state.bucket or "state"}
    principal = RoleSession(role_arn=f"arn:aws:iam::{environment.account_id}:role/bounded", session_name="session")
    identity = Policy.parse(_EVERYTHING, name="everything", kind=PolicyKind.IDENTITY)
    bounds = Policy.parse(document, name="boundary", kind=PolicyKind.BOUNDARY)
    admits = {"Effect": "Allow", "Principal": {"AWS": environment.account_id}, "Action": "sts:AssumeRole"}
    trust = Policy.parse({"Version": "2012-10-17", "Statement": [admits]}, name="trust", kind=PolicyKind.TRUST)
    ways = []
    for action, arn in WAYS_OUT.items():
        resource = trust if action == "sts:AssumeRole" else None
        policies = Policies(identity=(identity,), boundary=bounds, resource=resource)
        request = Request(
            action=action, resource=arn.format(**names), principal=principal, resource_account=environment.account_id
        )
        if evaluate(request, policies, strict=False).allowed:
            ways.append(action)
    return ways


_EVERYTHING = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "*", "Resource": "*"}]}
