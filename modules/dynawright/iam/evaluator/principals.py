"""Kinds of principals.

Each has its account, its ARNs in policies, and its condition keys.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from dynawright.iam.evaluator.arns import account_of
from dynawright.iam.evaluator.errors import InvalidRequestError


@dataclass(frozen=True, kw_only=True)
class RootUser:
    """The root user of an account, who may do everything there that no policy denies."""

    account: str

    @property
    def arn(self) -> str:
        return f"arn:aws:iam::{self.account}:root"

    def condition_keys(self) -> dict[str, str]:
        return _signed(self.account, self.arn, "Account", {"aws:userid": self.account})


@dataclass(frozen=True, kw_only=True)
class User:
    """An IAM user."""

    arn: str
    tags: Mapping[str, str] = field(default_factory=dict)

    @property
    def account(self) -> str:
        return _account(self.arn)

    def condition_keys(self) -> dict[str, str]:
        return _signed(self.account, self.arn, "User", {"aws:username": self.arn.rsplit("/", 1)[1], **_tags(self.tags)})


@dataclass(frozen=True, kw_only=True)
class RoleSession:
    """A session of a role. `tags` are the role's, overridden by the session's."""

    role_arn: str
    session_name: str
    tags: Mapping[str, str] = field(default_factory=dict)

    @property
    def account(self) -> str:
        return _account(self.role_arn)

    @property
    def arn(self) -> str:
        """The session's ARN, which contains the role's name without its path."""
        return f"arn:aws:sts::{self.account}:assumed-role/{self.role_arn.rsplit('/', 1)[-1]}/{self.session_name}"

    def condition_keys(self) -> dict[str, str]:
        return _signed(self.account, self.role_arn, "AssumedRole", _tags(self.tags))


@dataclass(frozen=True, kw_only=True)
class ServicePrincipal:
    """An AWS service that calls in its own name, such as `events.amazonaws.com`.

    It has no identity-based policies.
    """

    name: str
    account: None = None

    @property
    def arn(self) -> str:
        return self.name

    def condition_keys(self) -> dict[str, str]:
        return {"aws:PrincipalIsAWSService": "true", "aws:PrincipalServiceName": self.name}


@dataclass(frozen=True, kw_only=True)
class WebIdentity:
    """A user with a token of the account's OpenID Connect provider, before a role is assumed."""

    provider_arn: str
    claims: Mapping[str, str] = field(default_factory=dict)
    account: None = None

    @property
    def arn(self) -> str:
        return self.provider_arn

    @property
    def provider(self) -> str:
        """The provider's name, the prefix of the condition keys of its claims."""
        return self.provider_arn.split("oidc-provider/", 1)[-1]

    def condition_keys(self) -> dict[str, str]:
        return {f"{self.provider}:{claim}": value for claim, value in self.claims.items()}


@dataclass(frozen=True, kw_only=True)
class Anonymous:
    """A request without a signature."""

    account: None = None
    arn: str = "anonymous"

    def condition_keys(self) -> dict[str, str]:
        return {"aws:PrincipalType": "Anonymous", "aws:userid": "anonymous", "aws:PrincipalAccount": "anonymous"}


Principal = RootUser | User | RoleSession | ServicePrincipal | WebIdentity | Anonymous


def _signed(account: str, arn: str, kind: str, more: Mapping[str, str]) -> dict[str, str]:
    return {
        "aws:PrincipalArn": arn,
        "aws:PrincipalAccount": account,
        "aws:PrincipalType": kind,
        "aws:PrincipalIsAWSService": "false",
        **more,
    }


def _tags(tags: Mapping[str, str]) -> dict[str, str]:
    return {f"aws:PrincipalTag/{tag}": value for tag, value in tags.items()}


def _account(arn: str) -> str:
    account = account_of(arn)
    if account is None:
        raise InvalidRequestError(f"'{arn}' is not the ARN of a user or role")
    return account
