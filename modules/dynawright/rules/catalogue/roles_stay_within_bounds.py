"""Roles stay within bounds.

Some rights are refused, whatever a model, stack or suppression says. A consumer administers nothing, runs no PartiQL
statements, and reads no other consumer's tables; a tenant's session reaches no other tenant's items in any known way;
deploy roles read no data; every role has the boundary and the path from the settings. A Scan reads every item, so the
model must say why it is right. Findings of this rule can't be accepted.
"""

from collections.abc import Iterator

from dynawright.rules.derived.bounds import broken, refused_actions
from dynawright.rules.derived.consumers import consumer_of, tables
from dynawright.rules.derived.deployment_refusals import DETOURS, ITEMS
from dynawright.rules.derived.patterns import asks_of
from dynawright.rules.derived.things import ROLE, intent_of, names_of
from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import Rule

LONGEST_SESSION, LONGEST_DEPLOYMENT = 3600, 7200


def check(role: Resource, document: Document) -> Iterator[str]:
    deployment = intent_of(document).deployment
    deploys = deployment is not None and names_of(document).name(role) in (deployment.plan_role, deployment.deploy_role)
    yield from _shape(role, document, deploys=deploys)
    consumer = consumer_of(role, document)
    if consumer is not None:
        yield from broken(role, consumer, document)
        for _, model in tables(document):
            for pattern in model.access_patterns:
                scans = consumer in pattern.used_by and any(ask.action == "Scan" for ask in asks_of(model, pattern))
                if scans and not (getattr(pattern, "because", None) or "").strip():
                    yield f"pattern {pattern.id} reads every item of {model.name}: use a Query, or say because=... in the model"
    elif deploys and (open := refused_actions(role, [(action, "*") for action in (*ITEMS, *DETOURS)], document)):
        yield f"nothing denies it {', '.join(open[:3])} on everything: deploy roles write policies, and could grant themselves access"


def _shape(role: Resource, document: Document, *, deploys: bool) -> Iterator[str]:
    """Yield problems of boundary, path and session length. Deploy roles themselves need no boundary."""
    intent = intent_of(document)
    boundary = None if deploys else intent.boundary_arn
    if role.get("permissions_boundary") != boundary:
        yield f"its permissions boundary is {role.get('permissions_boundary')}: the settings say {boundary}"
    if boundary is not None and boundary.split(":")[4:5] not in ([intent.account_id], ["aws"]):
        yield f"its permissions boundary, {boundary}, is in another account: IAM rejects it"
    if boundary is None and not deploys and intent.deployment is not None and document.is_production:
        yield "it has no permissions boundary, and a deploy role could give it any right: set roles.permissions_boundary_arn"
    if role.get("path", "/") != intent.role_path:
        yield f"its path is {role.get('path', '/')}: the settings say {intent.role_path}"
    seconds, most = role.get("max_session_duration", LONGEST_SESSION), LONGEST_DEPLOYMENT if deploys else LONGEST_SESSION
    if not str(seconds).isdigit() or int(seconds) > most:
        yield f"its sessions last {seconds} seconds: {most} at most"


RULE = Rule(
    module=__name__,
    number=42,
    severity="high",
    types=(ROLE,),
    check=check,
    standards=("WA SEC03-BP05",),
    needs_intent=True,
    is_absolute=True,
)
