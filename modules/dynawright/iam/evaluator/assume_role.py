"""The requests that IAM must allow before STS issues a session.

Sources: STS API Reference, AssumeRole and AssumeRoleWithWebIdentity; IAM User Guide, "Pass session tags in AWS STS": tags need
sts:TagSession, and a source identity needs sts:SetSourceIdentity, both on the same role.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from dynawright.iam.evaluator.principals import Principal, RoleSession, WebIdentity
from dynawright.iam.evaluator.request import ContextValue, Request


@dataclass(frozen=True, kw_only=True)
class AssumeRole:
    """A call of sts:AssumeRole, or of sts:AssumeRoleWithWebIdentity if the caller is a web identity."""

    caller: Principal
    role_arn: str
    session_name: str
    tags: Mapping[str, str] = field(default_factory=dict)
    transitive_tags: Sequence[str] = ()
    external_id: str | None = None
    source_identity: str | None = None
    context: Mapping[str, ContextValue] = field(default_factory=dict)
    """Further condition keys of the request, such as aws:SourceAccount."""

    def requests(self) -> list[Request]:
        """Return the requests that must be allowed; the role's trust policy is their resource policy."""
        kind = "WithWebIdentity" if isinstance(self.caller, WebIdentity) else ""
        asked = [self._request(f"sts:AssumeRole{kind}", {"sts:RoleSessionName": self.session_name})]
        if self.tags:
            transitive = {"sts:TransitiveTagKeys": list(self.transitive_tags)} if self.transitive_tags else {}
            asked.append(self._request("sts:TagSession", transitive))
        if self.source_identity is not None:
            asked.append(self._request("sts:SetSourceIdentity", {}))
        return asked

    def session(self, role_tags: Mapping[str, str]) -> RoleSession:
        """Return the session as a principal; the session's tags override the role's."""
        return RoleSession(role_arn=self.role_arn, session_name=self.session_name, tags={**role_tags, **self.tags})

    def _request(self, action: str, own: Mapping[str, ContextValue]) -> Request:
        context: dict[str, ContextValue] = {**self.context, **own}
        if self.external_id is not None:
            context["sts:ExternalId"] = self.external_id
        if self.source_identity is not None:
            context["sts:SourceIdentity"] = self.source_identity
        if self.tags:
            context |= {f"aws:RequestTag/{tag}": value for tag, value in self.tags.items()}
            context["aws:TagKeys"] = list(self.tags)
        return Request(action=action, resource=self.role_arn, principal=self.caller, context=context)
