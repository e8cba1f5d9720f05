"""Requests to assume a role, by services, roles and accounts, with and without required conditions."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from dynawright.iam.policy import Statement, document
from tests.access.simulator import Document, Question, Request, wrong_answers

ACCOUNT, OTHER_ACCOUNT, REGION = "111111111111", "555555555555", "ap-northeast-1"
SESSIONS_OF = f"arn:aws:iam::{ACCOUNT}:role/desk"
PARTNER = f"arn:aws:iam::{OTHER_ACCOUNT}:role/vendor"
GITHUB = "token.actions.githubusercontent.com"
EXTERNAL_ID = "k3x9-vendor"
ANYTHING: Document = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "sts:*", "Resource": "*"}]}

Asked = tuple[str, str, dict[str, object]]
"""Action, principal, context."""


@dataclass(frozen=True)
class Askers:
    """Requests for a role of this account."""

    account: str = ACCOUNT
    region: str = REGION
    session_giver: str = SESSIONS_OF
    """The role that creates tenants' sessions."""
    tag: str = "tenant"
    """The tag that names the tenant."""

    @property
    def let_in(self) -> dict[str, list[Asked]]:
        """Kind of trust → allowed requests; all others must be refused."""
        return {
            "backup": [_on_behalf_of(self.account, "backup")],
            "dax": [("AssumeRole", "dax.amazonaws.com", {})],  # AWS documents no condition for it
            "lambda": [("AssumeRole", "lambda.amazonaws.com", {})],
            "scheduler": [_on_behalf_of(self.account, "scheduler")],
            "ecs": [_ecs(self.account, self.region)],
            "tenant": [self._session(action, self.tag) for action in ("AssumeRole", "TagSession")],
            "vendor": [("AssumeRole", PARTNER, {"sts:ExternalId": EXTERNAL_ID})],
            "github": [self._workflow("repo:acme/infra:environment:production")],
            "github ids": [self._workflow("repo:acme@84790634/infra@1304267049:environment:production")],
        }

    @property
    def refused(self) -> list[Asked]:
        account, giver = self.account, self.session_giver
        ecs = _ecs(account, self.region)
        workflow = "repo:acme/infra:environment:production"
        return [
            ("AssumeRole", "ec2.amazonaws.com", {}),
            ("AssumeRole", "states.amazonaws.com", {}),
            *(("AssumeRole", f"{service}.amazonaws.com", {}) for service in ("backup", "scheduler")),
            *(_on_behalf_of(OTHER_ACCOUNT, service) for service in ("backup", "scheduler")),
            *(
                _on_behalf_of(account, service)
                for service in ("restore-testing.backup", "cloudtrail", "events", "dynamodb", "s3")
            ),
            ("AssumeRole", "ecs-tasks.amazonaws.com", {}),
            _ecs(OTHER_ACCOUNT, self.region),
            _ecs(account, "us-east-1"),
            ("AssumeRole", "ecs-tasks.amazonaws.com", {"aws:SourceAccount": account}),
            ("AssumeRole", "ecs-tasks.amazonaws.com", {**ecs[2], "aws:SourceAccount": OTHER_ACCOUNT}),
            ("AssumeRole", f"arn:aws:iam::{account}:role/somebody", {}),
            ("AssumeRole", f"arn:aws:iam::{account}:user/somebody", {"sts:ExternalId": EXTERNAL_ID}),
            ("AssumeRole", giver, {}),
            ("TagSession", giver, {}),
            self._session("AssumeRole", self.tag, value=""),
            self._session("AssumeRole", self.tag, "role"),
            self._session("AssumeRole", "role"),
            self._session("AssumeRole", self.tag, giver=f"{giver}2"),
            self._session("AssumeRole", self.tag, giver=PARTNER),
            ("AssumeRole", PARTNER, {}),
            ("AssumeRole", PARTNER, {"sts:ExternalId": ""}),
            ("AssumeRole", PARTNER, {"sts:ExternalId": f"{EXTERNAL_ID}x"}),
            ("AssumeRole", "arn:aws:iam::666666666666:role/vendor", {"sts:ExternalId": EXTERNAL_ID}),
            ("AssumeRoleWithWebIdentity", self._provider, {}),
            self._workflow("repo:acme/infra:environment:staging"),
            self._workflow("repo:acme/infra:environment:production2"),
            self._workflow("repo:acme/infra:ref:refs/heads/main"),
            self._workflow("repo:acme/infra:pull_request"),
            self._workflow("repo:acme/infra2:environment:production"),
            self._workflow("repo:acme2/infra:environment:production"),
            self._workflow("repo:acme@84790635/infra@1304267049:environment:production"),
            self._workflow("repo:acme@84790634/infra@1304267048:environment:production"),
            self._workflow(f"repo:evil/x:environment:{workflow}"),
            self._workflow(workflow, audience="https://github.com/acme"),
            self._workflow(workflow, provider=f"arn:aws:iam::{account}:oidc-provider/evil.example"),
        ]

    @property
    def _provider(self) -> str:
        return f"arn:aws:iam::{self.account}:oidc-provider/{GITHUB}"

    def _session(self, action: str, *tags: str, value: str = "a", giver: str | None = None) -> Asked:
        given = {f"aws:RequestTag/{tag}": value for tag in tags}
        return (action, giver or self.session_giver, {**given, "aws:TagKeys": list(tags)})

    def _workflow(self, subject: str, audience: str = "sts.amazonaws.com", provider: str | None = None) -> Asked:
        claims: dict[str, object] = {f"{GITHUB}:sub": subject, f"{GITHUB}:aud": audience}
        return ("AssumeRoleWithWebIdentity", provider or self._provider, claims)


def _on_behalf_of(account: str, service: str) -> Asked:
    return ("AssumeRole", f"{service}.amazonaws.com", {"aws:SourceAccount": account})


def _ecs(account: str, region: str) -> Asked:
    source = {"aws:SourceAccount": account, "aws:SourceArn": f"arn:aws:ecs:{region}:{account}:task/cluster/1"}
    return ("AssumeRole", "ecs-tasks.amazonaws.com", {**source})


def policy(statement: Statement) -> Document:
    trust: Document = json.loads(document([statement]))
    return trust


def wrong(policies: Mapping[str, tuple[str, Document]], askers: Askers | None = None) -> list[Question]:
    """Return where trust policies admit other principals than their kind, or refuse those."""
    asking = askers or Askers()
    asked = [
        Question(
            Request(f"sts:{action}", f"arn:aws:iam::{asking.account}:role/assumed", context, principal, trust, verbatim=True),
            expected=let_in == kind,
            topic=role,
        )
        for role, (kind, trust) in policies.items()
        for let_in, (action, principal, context) in [
            *((name, somebody) for name, every in asking.let_in.items() for somebody in every),
            *(("", somebody) for somebody in asking.refused),
        ]
    ]
    return wrong_answers([ANYTHING], asked, account_id=asking.account)
