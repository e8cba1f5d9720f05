"""Trust policies: who may assume a role."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from dynawright.errors import Place, UserError, must_be
from dynawright.iam.policy import Statement

GITHUB = "token.actions.githubusercontent.com"

_EXTERNAL_ID = re.compile(r"[A-Za-z0-9_+=,.@:/-]{2,1224}")
_REPOSITORY = re.compile(r"[A-Za-z0-9-]+/[A-Za-z0-9._-]+|[A-Za-z0-9-]+@[0-9]+/[A-Za-z0-9._-]+@[0-9]+")
_DEPLOYMENT = re.compile(r"[A-Za-z0-9._/ -]+")  # without ':', which separates the parts of `sub`


def lambda_functions() -> Statement:
    return _service("lambda.amazonaws.com", {})


def ec2_instances() -> Statement:
    """Trust instances of this account; EC2 sends no source for a condition."""
    return _service("ec2.amazonaws.com", {})


def cache_clusters() -> Statement:
    """Trust DAX; AWS documents no condition that limits it to one account."""
    return _service("dax.amazonaws.com", {})


def ecs_tasks(account_id: str, region: str) -> Statement:
    """Trust ECS tasks of this account; the conditions exclude tasks of other accounts."""
    return _service(
        "ecs-tasks.amazonaws.com",
        {
            "ArnLike": {"aws:SourceArn": f"arn:aws:ecs:{region}:{account_id}:*"},
            "StringEquals": {"aws:SourceAccount": account_id},
        },
    )


def service(principal: str, account_id: str) -> Statement:
    """Trust a service of AWS (`backup.amazonaws.com`) on behalf of this account only."""
    return _service(principal, {"StringEquals": {"aws:SourceAccount": account_id}})


def other_account(account_id: str, external_id: str) -> Statement:
    """Trust another account that passes the external id, so that its other customers can't use the role."""
    if not _EXTERNAL_ID.fullmatch(external_id):
        allowed = "2 to 1224 of A-Z a-z 0-9 _ + = , . @ : / -"
        raise UserError([must_be("DW342", allowed, external_id, place=Place(path="external id"), fix="use a random one")])
    return _assume({"AWS": f"arn:aws:iam::{account_id}:root"}, {"StringEquals": {"sts:ExternalId": external_id}})


def role(arn: str) -> Statement:
    """Trust one role by a condition: as a principal it must exist first, and would be lost when recreated."""
    return _assume({"AWS": f"arn:aws:iam::{arn.split(':')[4]}:root"}, {"ArnEquals": {"aws:PrincipalArn": arn}})


def permission_set(account_id: str, name: str) -> Statement:
    """Trust people with an IAM Identity Center permission set, whose role has a random suffix."""
    reserved, role = f"arn:aws:iam::{account_id}:role/aws-reserved/sso.amazonaws.com", f"AWSReservedSSO_{name}_{'?' * 16}"
    # The path contains Identity Center's Region, except for us-east-1.
    condition = {"ArnLike": {"aws:PrincipalArn": [f"{reserved}/*/{role}", f"{reserved}/{role}"]}}
    return _assume({"AWS": f"arn:aws:iam::{account_id}:root"}, condition)


def token_bearer(account_id: str, *, provider: str, audience: str, subject: str) -> Statement:
    """Trust holders of an OIDC token with exactly this audience and subject."""
    return Statement(
        actions=("sts:AssumeRoleWithWebIdentity",),
        resources=(),
        principal={"Federated": f"arn:aws:iam::{account_id}:oidc-provider/{provider}"},
        condition={"StringEquals": {f"{provider}:aud": audience, f"{provider}:sub": subject}},
    )


def github(account_id: str, repository: str, environment: str, *spellings: str) -> Statement:
    """Trust one deployment environment of one repository; `sub` must be equal, without patterns.

    GitHub writes a repository as `owner/name` or, by default since July 2026, as `owner@id/name@id`. `spellings` are other forms of
    the same repository.
    """
    for spelling in (repository, *spellings):
        if not _REPOSITORY.fullmatch(spelling):
            allowed = "one exact name, owner/repository or owner@id/repository@id, without '*'"
            raise UserError([must_be("DW342", allowed, spelling, place=Place(path="repository"))])
    if not _DEPLOYMENT.fullmatch(environment):
        allowed = "one exact name of A-Z a-z 0-9 . _ / - and spaces"
        raise UserError([must_be("DW342", allowed, environment, place=Place(path="deployment environment"))])
    subjects = [f"repo:{spelling}:environment:{environment}" for spelling in (repository, *spellings)]
    return Statement(
        actions=("sts:AssumeRoleWithWebIdentity",),
        resources=(),
        principal={"Federated": f"arn:aws:iam::{account_id}:oidc-provider/{GITHUB}"},
        condition={
            "StringEquals": {f"{GITHUB}:aud": "sts.amazonaws.com", f"{GITHUB}:sub": subjects if spellings else subjects[0]}
        },
    )


def tenant_sessions(role_arn: str, tag: str) -> Statement:
    """Trust the role that issues tenants' sessions; each session must have the tenant's tag and no other."""
    return Statement(
        actions=("sts:AssumeRole", "sts:TagSession"),
        resources=(),
        principal={"AWS": role_arn},
        condition={
            "StringLike": {f"aws:RequestTag/{tag}": "?*"},
            "ForAllValues:StringEquals": {"aws:TagKeys": [tag]},
        },
    )


def _service(principal: str, condition: dict[str, dict[str, str]]) -> Statement:
    return _assume({"Service": principal}, condition)


def _assume(principal: dict[str, str], condition: Mapping[str, Mapping[str, Any]]) -> Statement:
    return Statement(actions=("sts:AssumeRole",), resources=(), principal=principal, condition=condition)
