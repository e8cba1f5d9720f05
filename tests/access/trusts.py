"""Who asks to assume a role: services, roles and accounts, with and without what a trust policy may demand."""

from __future__ import annotations

import json

from dynawright.iam.policy import Statement, document
from tests.access.simulator import Document, Question, Request, wrong_answers

ACCOUNT, OTHER_ACCOUNT, REGION = "111111111111", "555555555555", "ap-northeast-1"
ROLE = f"arn:aws:iam::{ACCOUNT}:role/assumed"
EVALUATOR = f"arn:aws:iam::{ACCOUNT}:role/feature-flags-evaluator-trusting"
PARTNER = f"arn:aws:iam::{OTHER_ACCOUNT}:role/vendor"
GITHUB = "token.actions.githubusercontent.com"
PROVIDER = f"arn:aws:iam::{ACCOUNT}:oidc-provider/{GITHUB}"
EXTERNAL_ID = "k3x9-vendor"
ANYTHING: Document = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "sts:*", "Resource": "*"}]}

Asked = tuple[str, str, dict[str, object]]

LAMBDA: Asked = ("AssumeRole", "lambda.amazonaws.com", {})
ECS: Asked = ("AssumeRole", "ecs-tasks.amazonaws.com", {})
DAX: Asked = ("AssumeRole", "dax.amazonaws.com", {})  # AWS documents no condition for it


def _on_behalf_of(account: str, service: str) -> Asked:
    return ("AssumeRole", f"{service}.amazonaws.com", {"aws:SourceAccount": account})


def _ecs(account: str, region: str = REGION) -> Asked:
    source = {"aws:SourceAccount": account, "aws:SourceArn": f"arn:aws:ecs:{region}:{account}:task/cluster/1"}
    return ("AssumeRole", "ecs-tasks.amazonaws.com", {**source})


def _session(principal: str, action: str = "AssumeRole", **tags: str) -> Asked:
    return (action, principal, {**{f"aws:RequestTag/{tag}": value for tag, value in tags.items()}, "aws:TagKeys": list(tags)})


def _workflow(subject: str, audience: str = "sts.amazonaws.com", provider: str = PROVIDER) -> Asked:
    return ("AssumeRoleWithWebIdentity", provider, {f"{GITHUB}:sub": subject, f"{GITHUB}:aud": audience})


# Who is let in, by the kind of trust; everything else that is asked must be refused.
LET_IN: dict[str, list[Asked]] = {
    "backup": [_on_behalf_of(ACCOUNT, "backup")],
    "dax": [DAX],
    "lambda": [LAMBDA],
    "scheduler": [_on_behalf_of(ACCOUNT, "scheduler")],
    "ecs": [_ecs(ACCOUNT)],
    "tenant": [_session(EVALUATOR, tenantId="a"), _session(EVALUATOR, "TagSession", tenantId="a")],
    "vendor": [("AssumeRole", PARTNER, {"sts:ExternalId": EXTERNAL_ID})],
    "github": [_workflow("repo:acme/shop:environment:production")],
}

REFUSED: list[Asked] = [
    ("AssumeRole", "ec2.amazonaws.com", {}),
    ("AssumeRole", "states.amazonaws.com", {}),
    *(("AssumeRole", f"{service}.amazonaws.com", {}) for service in ("backup", "scheduler")),
    *(_on_behalf_of(OTHER_ACCOUNT, service) for service in ("backup", "scheduler")),
    *(_on_behalf_of(ACCOUNT, service) for service in ("restore-testing.backup", "cloudtrail", "events", "dynamodb", "s3")),
    ECS,
    _ecs(OTHER_ACCOUNT),
    _ecs(ACCOUNT, region="us-east-1"),
    ("AssumeRole", "ecs-tasks.amazonaws.com", {"aws:SourceAccount": ACCOUNT}),
    ("AssumeRole", "ecs-tasks.amazonaws.com", {**_ecs(ACCOUNT)[2], "aws:SourceAccount": OTHER_ACCOUNT}),
    ("AssumeRole", f"arn:aws:iam::{ACCOUNT}:role/somebody", {}),
    ("AssumeRole", f"arn:aws:iam::{ACCOUNT}:user/somebody", {"sts:ExternalId": EXTERNAL_ID}),
    ("AssumeRole", EVALUATOR, {}),
    ("TagSession", EVALUATOR, {}),
    _session(EVALUATOR, tenantId=""),
    _session(EVALUATOR, tenantId="a", role="admin"),
    _session(EVALUATOR, role="admin"),
    _session(f"{EVALUATOR}2", tenantId="a"),
    _session(PARTNER, tenantId="a"),
    ("AssumeRole", PARTNER, {}),
    ("AssumeRole", PARTNER, {"sts:ExternalId": ""}),
    ("AssumeRole", PARTNER, {"sts:ExternalId": f"{EXTERNAL_ID}x"}),
    ("AssumeRole", "arn:aws:iam::666666666666:role/vendor", {"sts:ExternalId": EXTERNAL_ID}),
    ("AssumeRoleWithWebIdentity", PROVIDER, {}),
    _workflow("repo:acme/shop:environment:staging"),
    _workflow("repo:acme/shop:environment:production2"),
    _workflow("repo:acme/shop:ref:refs/heads/main"),
    _workflow("repo:acme/shop:pull_request"),
    _workflow("repo:acme/shop2:environment:production"),
    _workflow("repo:acme2/shop:environment:production"),
    _workflow("repo:evil/x:environment:repo:acme/shop:environment:production"),
    _workflow("repo:acme/shop:environment:production", audience="https://github.com/acme"),
    _workflow("repo:acme/shop:environment:production", provider=f"arn:aws:iam::{ACCOUNT}:oidc-provider/evil.example"),
]


def policy(statement: Statement) -> Document:
    found: Document = json.loads(document([statement]))
    return found


def wrong(policies: dict[str, tuple[str, Document]]) -> list[Question]:
    """Where these trust policies, each with its kind, let in others than their kind does, or not even those."""
    asked = [
        Question(Request(f"sts:{action}", ROLE, context, principal, trust, verbatim=True), expected=let_in == kind, topic=role)
        for role, (kind, trust) in policies.items()
        for let_in, somebody in [
            *((name, one) for name, every in LET_IN.items() for one in every),
            *(("", one) for one in REFUSED),
        ]
        for action, principal, context in [somebody]
    ]
    return wrong_answers([ANYTHING], asked, account_id=ACCOUNT)
