"""Whom a role must trust: its user, or one principal of a known kind for external consumers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from dynawright.rules.derived.consumers import consumer_of
from dynawright.rules.derived.difference import Difference, difference
from dynawright.rules.derived.grant import Grant, allow, grants
from dynawright.rules.derived.need import Need, needs
from dynawright.rules.derived.patterns import PLACE
from dynawright.rules.derived.things import (
    CLUSTER,
    FUNCTION,
    RESTORE_SELECTION,
    ROLE,
    SCHEDULE,
    SELECTION,
    intent_of,
    names_of,
    used_by,
)
from dynawright.rules.resources import Document, Resource

ASSUME, FEDERATED = "sts:AssumeRole", "sts:AssumeRoleWithWebIdentity"
GITHUB = "token.actions.githubusercontent.com"
LAMBDA, BACKUP, SCHEDULER, DAX, TASKS, INSTANCES = (
    f"{name}.amazonaws.com" for name in ("lambda", "backup", "scheduler", "dax", "ecs-tasks", "ec2")
)
SERVICES = {"lambda": LAMBDA, "ecs": TASKS, "ec2": INSTANCES}
WITHOUT_SOURCE = (LAMBDA, DAX, INSTANCES)
"""Services that pass a role's credentials to code in our own account, and send no source to compare."""
USERS: tuple[tuple[str, tuple[str, ...], str], ...] = (
    (FUNCTION, ("role",), LAMBDA),
    (SCHEDULE, ("target", "role_arn"), SCHEDULER),
    (SELECTION, ("iam_role_arn",), BACKUP),
    (RESTORE_SELECTION, ("iam_role_arn",), BACKUP),
    (CLUSTER, ("iam_role_arn",), DAX),
)
"""Type that uses a role, the attribute that names the role, and the service that assumes it."""
ROOT = re.compile(r"arn:aws:iam::(\d{12}):root")


def judged(role: Resource, document: Document) -> tuple[list[Need], Difference, list[str]]:
    """Compare a role's trust policy with the derived one; the last part lists what is invalid in it."""
    actual, wrong = grants(role.get("assume_role_policy"), names_of(document))
    follows = list(_follows(role, actual, document))
    return follows, difference(actual, follows), wrong


def _follows(role: Resource, actual: list[Grant], document: Document) -> Iterator[Need]:
    services = dict.fromkeys(service for type, path, service in USERS if any(used_by(document, type, path, role)))
    for service in services:
        yield from needs(f"{service} uses the role", _of_service(service, document))
    deployment, name = intent_of(document).deployment, names_of(document).name(role)
    if deployment is not None and name in (deployment.plan_role, deployment.deploy_role):
        subjects = deployment.plan_subjects if name == deployment.plan_role else deployment.deploy_subjects
        yield from needs("workflows of the repository assume it", _of_github(subjects, document))
    consumer = consumer_of(role, document)
    if consumer is not None and consumer.tenant_key:
        yield from _of_tenant(consumer.tenant_key, actual, document)
    elif consumer is not None and (declared := intent_of(document).assumed_by.get(name)):
        for principal in declared:
            yield from needs("the settings say who assumes it", _of_settings(principal, document))
    elif consumer is not None and not services:
        yield from _of_one(actual, document)


def _of_service(service: str, document: Document) -> list[Grant]:
    intent = intent_of(document)
    conditions: dict[str, dict[str, Any]] = {}
    if service not in WITHOUT_SOURCE:
        conditions["StringEquals"] = {"aws:SourceAccount": intent.account_id}
    if service == TASKS:
        conditions["ArnLike"] = {"aws:SourceArn": f"arn:aws:ecs:{intent.region}:{intent.account_id}:*"}
    return allow((ASSUME,), who=("Service", service), when=conditions)


def _of_github(subjects: tuple[str, ...], document: Document) -> list[Grant]:
    provider = f"arn:aws:iam::{intent_of(document).account_id}:oidc-provider/{GITHUB}"
    claims = {f"{GITHUB}:aud": "sts.amazonaws.com", f"{GITHUB}:sub": list(subjects)}
    return allow((FEDERATED,), who=("Federated", provider), when={"StringEquals": claims})


def _of_tenant(key: str, actual: list[Grant], document: Document) -> Iterator[Need]:
    """Yield the right to open sessions with the tenant's tag only, for one role that is not a tenant's."""
    (tag,) = (place[1:-1] for place in PLACE.findall(key)[:1])
    tagged: dict[str, dict[str, Any]] = {
        "StringLike": {f"aws:RequestTag/{tag}": "?*"},
        "ForAllValues:StringEquals": {"aws:TagKeys": [tag]},
    }
    givers = [names_of(document).arn(role) for role in document.of_type(ROLE) if _gives_sessions(role, document)]
    trusted = next((grant.principal[1] for grant in actual if grant.principal[1] in givers), "a role of a consumer")
    session = allow((ASSUME, "sts:TagSession"), who=("AWS", trusted), when=tagged)
    yield from needs("a session belongs to one tenant", session)


def _gives_sessions(role: Resource, document: Document) -> bool:
    consumer = consumer_of(role, document)
    return consumer is not None and not consumer.tenant_key


def _of_settings(principal: Mapping[str, str], document: Document) -> list[Grant]:
    """Return the trust in a principal from an environment's file."""
    here = intent_of(document).account_id
    if service := principal.get("service"):
        return _of_service(SERVICES[service], document)
    if role := principal.get("role_arn"):
        return _of_root(role.split(":")[4], {"ArnEquals": {"aws:PrincipalArn": role}})
    if account := principal.get("account_id"):
        return _of_root(account, {"StringEquals": {"sts:ExternalId": principal["external_id"]}})
    if name := principal.get("permission_set"):
        place, role = f"arn:aws:iam::{here}:role/aws-reserved/sso.amazonaws.com/", f"AWSReservedSSO_{name}_????????????????"
        return _of_root(here, {"ArnLike": {"aws:PrincipalArn": [f"{place}{role}", f"{place}*/{role}"]}})
    issuer = principal["oidc_provider"]
    claims = {f"{issuer}:aud": principal["oidc_audience"], f"{issuer}:sub": principal["oidc_subject"]}
    return allow((FEDERATED,), who=("Federated", f"arn:aws:iam::{here}:oidc-provider/{issuer}"), when={"StringEquals": claims})


def _of_root(account: str, when: Mapping[str, Mapping[str, Any]]) -> list[Grant]:
    return allow((ASSUME,), who=("AWS", f"arn:aws:iam::{account}:root"), when=when)


def _of_one(actual: list[Grant], document: Document) -> Iterator[Need]:
    """Yield the trust in the principal the stack chose, in the form that its kind requires."""
    kind, who = next((grant.principal for grant in actual if not grant.denies), ("", ""))
    if kind == "Service":
        yield from needs("the consumer runs in one service", _of_service(who, document))
    elif kind == "AWS" and (account := ROOT.fullmatch(who)) and account[1] != intent_of(document).account_id:
        external = _declared(actual, "sts:externalid", document)
        trusted = allow((ASSUME,), who=(kind, who), when={"StringEquals": {"sts:ExternalId": external}})
        yield from needs("another account sends the external id from the settings", trusted)
    elif kind == "AWS" and who in intent_of(document).settings:
        yield from needs("the settings name the role", allow((ASSUME,), who=(kind, who)))
    elif kind == "Federated" and who.endswith(f":oidc-provider/{GITHUB}"):
        subjects = [
            value
            for grant in actual
            for condition in grant.conditions
            if condition.key == f"{GITHUB}:sub"
            for value in condition.values
        ]
        deployment = intent_of(document).deployment
        repository = deployment.repository if deployment else ""
        ours = tuple(
            subject
            for subject in subjects
            if repository and subject.startswith(f"repo:{repository}:environment:") and "*" not in subject
        )
        yield from needs("a workflow of the repository assumes it", _of_github(ours, document))
    else:
        nothing = allow((ASSUME,), who=("Service", "a service of AWS"))
        yield from needs("a consumer runs in a service, or the settings name its principal", nothing)


def _declared(actual: list[Grant], key: str, document: Document) -> str:
    """Return the value that a key is compared with, if the settings name it."""
    settings = intent_of(document).settings
    values = [value for grant in actual for condition in grant.conditions if condition.key == key for value in condition.values]
    return next((value for value in values if value in settings), "a principal from the settings")
