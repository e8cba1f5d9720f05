"""Identify the principal that signed a request, with its policies."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from dynawright.emulator.iam.backends import backend, role_named
from dynawright.environ import emulator_settings
from dynawright.iam.evaluator import (
    Anonymous,
    Policy,
    PolicyKind,
    Principal,
    RoleSession,
    ServicePrincipal,
    User,
    WebIdentity,
)
from dynawright.iam.evaluator.arns import account_of
from dynawright.iam.operations.call import Call
from dynawright.iam.operations.sts import assumption

ADMINISTRATOR_KEY = emulator_settings("")["AWS_ACCESS_KEY_ID"]
ADMINISTRATOR_POLICY = '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"*","Resource":"*"}]}'
SERVICE_SUFFIX = ".amazonaws.com"


class AuthenticationError(Exception):
    """Unknown or expired credentials."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True, kw_only=True)
class Document:
    """A policy as stored in the account."""

    name: str
    kind: PolicyKind
    text: str

    def parsed(self) -> Policy:
        return _parsed(self.text, self.name, self.kind)


@dataclass(frozen=True, kw_only=True)
class Identity:
    """A principal, with its own policies and those that limit it."""

    principal: Principal
    identity: tuple[Document, ...] = ()
    boundary: Document | None = None
    session: tuple[Document, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Session:
    """The principal behind temporary credentials."""

    role_arn: str
    name: str
    token: str
    expiration: datetime
    tags: Mapping[str, str] = field(default_factory=dict)
    transitive: Mapping[str, str] = field(default_factory=dict)
    policies: tuple[Document, ...] = ()


@lru_cache(maxsize=4096)
def _parsed(text: str, name: str, kind: PolicyKind) -> Policy:
    return Policy.parse(text, name=name, kind=kind)


class Principals:
    """All sessions that STS has issued."""

    def __init__(self, account: str) -> None:
        self._account = account
        self._sessions: dict[str, Session] = {}

    def identify(self, call: Call) -> Identity:
        """Return the caller's identity."""
        key = call.access_key_id
        if call.operation == "AssumeRoleWithWebIdentity":
            return Identity(principal=_web_identity(call))
        if key is None:
            return Identity(principal=Anonymous())
        if key == ADMINISTRATOR_KEY:
            return self._administrator()
        if key.endswith(SERVICE_SUFFIX):
            return Identity(principal=ServicePrincipal(name=key))
        if key in self._sessions:
            return self._of_session(self._sessions[key], call)
        return self._of_user(key)

    def remember(self, call: Call, principal: Principal, credentials: Any) -> None:
        """Record the credentials that STS issued: moto's credentials for a role."""
        assumed = assumption(call, principal)
        inherited = self._sessions[call.access_key_id].transitive if call.access_key_id in self._sessions else {}
        tags = {**assumed.tags, **inherited}
        account = account_of(assumed.role_arn) or self._account
        inline = [call.parameters["Policy"]] if call.parameters.get("Policy") else []
        managed = [_managed(account, policy["arn"]) for policy in call.parameters.get("PolicyArns", ())]
        self._sessions[credentials.access_key_id] = Session(
            role_arn=assumed.role_arn,
            name=assumed.session_name,
            token=credentials.session_token,
            expiration=credentials.expiration.replace(tzinfo=UTC),
            tags=tags,
            transitive={**inherited, **{tag: tags[tag] for tag in assumed.transitive_tags}},
            policies=tuple(
                Document(name=assumed.session_name, kind=PolicyKind.SESSION, text=text) for text in (*inline, *managed)
            ),
        )

    def _administrator(self) -> Identity:
        return Identity(
            principal=User(arn=f"arn:aws:iam::{self._account}:user/administrator"),
            identity=(Document(name="AdministratorAccess", kind=PolicyKind.IDENTITY, text=ADMINISTRATOR_POLICY),),
        )

    def _of_session(self, session: Session, call: Call) -> Identity:
        if call.session_token != session.token:
            raise AuthenticationError("InvalidClientTokenId", "The security token included in the request is invalid.")
        if session.expiration < datetime.now(UTC):
            raise AuthenticationError("ExpiredToken", "The security token included in the request is expired")
        account = account_of(session.role_arn) or self._account
        role = role_named(session.role_arn.rpartition("/")[2], account)
        if role is None:  # deleted in the meantime
            raise AuthenticationError("InvalidClientTokenId", "The security token included in the request is invalid.")
        role_tags = {tag["Key"]: tag["Value"] for tag in role.tags or ()}
        principal = RoleSession(role_arn=session.role_arn, session_name=session.name, tags={**role_tags, **session.tags})
        return Identity(principal=principal, session=session.policies, **_policies(role, account))

    def _of_user(self, key: str) -> Identity:
        user = backend("iam", self._account, "").get_user_from_access_key_id(key)
        if user is None:
            raise AuthenticationError("InvalidClientTokenId", "The security token included in the request is invalid.")
        return Identity(principal=User(arn=user.arn), **_policies(user, self._account))


def _policies(owner: Any, account: str) -> dict[str, Any]:
    managed = [(policy.name, _default_version(policy)) for policy in list(owner.managed_policies.values())]
    inline = owner.policies.items() if isinstance(owner.policies, Mapping) else ()
    boundary = getattr(owner, "permissions_boundary_arn", None)
    return {
        "identity": tuple(Document(name=name, kind=PolicyKind.IDENTITY, text=text) for name, text in (*managed, *inline)),
        "boundary": Document(name=boundary, kind=PolicyKind.BOUNDARY, text=_managed(account, boundary)) if boundary else None,
    }


def _managed(account: str, arn: str) -> str:
    """Return the document of a managed policy.

    AWS accepts the ARN of a boundary that doesn't exist, and then allows nothing.
    """
    policy = backend("iam", account, "").managed_policies.get(arn)
    return _default_version(policy) if policy else '{"Version":"2012-10-17","Statement":[]}'


def _default_version(policy: Any) -> str:
    return str(next(version.document for version in policy.versions if version.version_id == policy.default_version_id))


def _web_identity(call: Call) -> WebIdentity:
    """Return the token's claims; the signature is not checked, as the provider's keys are unknown."""
    account = account_of(call.parameters["RoleArn"])
    try:
        payload = call.parameters["WebIdentityToken"].split(".")[1]
        claims = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
        provider = claims["iss"].removeprefix("https://").rstrip("/")
    except (binascii.Error, IndexError, KeyError, ValueError) as error:
        raise AuthenticationError("InvalidIdentityToken", "The ID Token provided is not a valid JWT.") from error
    arn = f"arn:aws:iam::{account}:oidc-provider/{provider}"
    known = backend("iam", account or "", "").open_id_providers.get(arn)
    if known is None:
        raise AuthenticationError("InvalidIdentityToken", f"No OpenIDConnect provider found in your account for {claims['iss']}")
    if claims.get("aud") not in known.client_id_list:
        raise AuthenticationError("InvalidIdentityToken", "Incorrect token audience")
    return WebIdentity(provider_arn=arn, claims={name: value for name, value in claims.items() if isinstance(value, str)})
