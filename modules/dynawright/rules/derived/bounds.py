"""What no role may do, whatever is declared, as requests to the IAM evaluator."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from dynawright.iam.evaluator import IamError, Policies, Policy, PolicyKind, Request, RoleSession, evaluate
from dynawright.iam.item_actions import item_actions
from dynawright.model import Consumer, TableModel
from dynawright.rules.derived.consumers import tables
from dynawright.rules.derived.patterns import ATTRIBUTES, KEYS, PLACE, STORING, Ask, asks
from dynawright.rules.derived.things import arn_of, intent_of, names_of
from dynawright.rules.derived.written import written_of
from dynawright.rules.resources import Document, Resource

ADMINISTRATION = {
    "iam": (
        "role/any",
        ("AttachRolePolicy", "CreatePolicyVersion", "CreateRole", "PassRole", "PutRolePolicy", "UpdateAssumeRolePolicy"),
    ),
    "kms": ("key/any", ("CreateGrant", "DisableKey", "PutKeyPolicy", "ScheduleKeyDeletion")),
    "lambda": ("function:any", ("AddPermission", "UpdateFunctionCode", "UpdateFunctionConfiguration")),
    "secretsmanager": ("secret:any", ("DeleteSecret", "GetSecretValue", "PutResourcePolicy", "PutSecretValue")),
    "sts": ("role/any", ("AssumeRole",)),
}
"""Service → a resource outside of the stack, and actions that no consumer may have on it."""
OF_TABLE = (
    *("CreateBackup", "DeleteBackup", "DeleteResourcePolicy", "DeleteTable", "ExportTableToPointInTime", "PutResourcePolicy"),
    *("RestoreTableToPointInTime", "UpdateContinuousBackups", "UpdateTable", "UpdateTimeToLive"),
)
"""Actions on tables that no consumer may have, not even on its own."""
OF_STATEMENTS = ("PartiQLDelete", "PartiQLInsert", "PartiQLSelect", "PartiQLUpdate")
"""PartiQL statements, which no access pattern uses: their keys aren't limited as other requests' are."""


@dataclass(frozen=True)
class Asked:
    """A request that must be denied."""

    action: str
    resource: str
    context: Mapping[str, str | Sequence[str]]
    tag: str | None
    whose: str
    """The problem to report if it is allowed."""


def broken(role: Resource, consumer: Consumer, document: Document) -> Iterator[str]:
    """Yield what a consumer's role may do and no role should."""
    try:
        policies = _policies(role, document)
    except IamError as error:
        yield f"AWS would reject one of its policies: {error}"
        return
    problems: dict[str, list[str]] = {}
    for question in _questions(consumer, document):
        if _is_allowed(question, role, consumer, policies, document):
            problems.setdefault(question.whose, []).append(question.action)
    for whose, actions in problems.items():
        yield f"it may {', '.join(dict.fromkeys(actions))}: {whose}"


def refused_actions(role: Resource, pairs: Sequence[tuple[str, str]], document: Document) -> list[str]:
    """Return those of the (action, resource) pairs that no policy of the role denies by name."""
    try:
        policies = Policies(identity=_policies(role, document))
    except IamError:
        return [action for action, _ in pairs]
    session = RoleSession(role_arn=names_of(document).arn(role), session_name="gate")
    requests = [Request(action=action, resource=resource, principal=session) for action, resource in pairs]
    return [request.action for request in requests if not evaluate(request, policies, strict=False).explicitly_denied]


def _policies(role: Resource, document: Document) -> tuple[Policy, ...]:
    names = names_of(document)
    texts = [(policy.label, names.written_out(str(policy.get("policy")))) for policy in written_of(role, document).policies]
    return tuple(Policy.parse(text, name=label, kind=PolicyKind.IDENTITY) for label, text in texts)


def _is_allowed(question: Asked, role: Resource, consumer: Consumer, policies: tuple[Policy, ...], document: Document) -> bool:
    tags = {PLACE.findall(consumer.tenant_key)[0][1:-1]: question.tag} if consumer.tenant_key and question.tag is not None else {}
    session = RoleSession(role_arn=names_of(document).arn(role), session_name="gate", tags=tags)
    request = Request(action=question.action, resource=question.resource, principal=session, context=question.context)
    return evaluate(request, Policies(identity=policies, resource=_admitting(question, document)), strict=False).allowed


def _admitting(question: Asked, document: Document) -> Policy | None:
    """Return a key or role policy that leaves the decision to this account's policies."""
    service = question.action.split(":")[0]
    if service not in ("kms", "sts"):
        return None
    everything = {
        "Effect": "Allow",
        "Principal": {"AWS": f"arn:aws:iam::{intent_of(document).account_id}:root"},
        "Action": f"{service}:*",
    }
    kind = PolicyKind.TRUST if service == "sts" else PolicyKind.RESOURCE
    statement = everything if service == "sts" else {**everything, "Resource": "*"}
    return Policy.parse({"Version": "2012-10-17", "Statement": [statement]}, name=service, kind=kind)


def _questions(consumer: Consumer, document: Document) -> Iterator[Asked]:
    for service, (resource, actions) in ADMINISTRATION.items():
        is_of_iam = service in ("iam", "sts")
        arn = f"arn:aws:iam::{intent_of(document).account_id}:{resource}" if is_of_iam else arn_of(document, service, resource)
        for action in actions:
            yield Asked(f"{service}:{action}", arn, {}, "a", "that is for administrators")
    elsewhere = arn_of(document, "dynamodb", "table/any")
    for action in item_actions("dynamodb"):
        yield Asked(
            action, elsewhere, {KEYS: ["any"], "dynamodb:ReturnValues": "NONE"}, "a", "that table belongs to another system"
        )
    for table, model in tables(document):
        arn = names_of(document).arn(table)
        for action in OF_TABLE:
            yield Asked(f"dynamodb:{action}", arn, {}, "a", "that is for administrators")
        for action in OF_STATEMENTS:
            yield Asked(f"dynamodb:{action}", arn, {KEYS: ["any"]}, "a", "no access pattern is a PartiQL statement")
        if consumer.tenant_key:
            yield from _of_tenant(consumer, model, arn)


def _of_tenant(consumer: Consumer, model: TableModel, arn: str) -> Iterator[Asked]:
    """Yield every known way to other tenants' items."""

    def key(tenant: str) -> str:
        return PLACE.sub(lambda _: tenant, consumer.tenant_key or "")

    own = asks(model, consumer)
    places = [arn, *(f"{arn}/index/{index}" for index in model.index_keys)]
    roads: list[tuple[str, list[str], str | None]] = [
        ("another tenant's items", [key("b")], "a"),
        ("items of a tenant whose id has the same prefix", [key("ab")], "a"),
        ("items of two tenants at once", [key("a"), key("b")], "a"),
        ("items of no tenant", [key("")], "a"),
        ("items without a key, as by a Scan", [], "a"),
        ("items for a session without the tag", [key("a")], None),
        ("items for a session with an empty tag", [key("")], ""),
        ("items for a session whose tag is a wildcard", [key("a")], "*"),
        ("keys without a tenant", ["any"], "a"),
    ]
    for action in item_actions("dynamodb"):
        for whose, keys, tag in roads:
            for place in places:
                yield Asked(action, place, {**_context(action, own), **({KEYS: keys} if keys else {})}, tag, whose)
    if writes := [ask for ask in own if ask.written and ask.action in STORING]:
        known = frozenset().union(*(ask.written for ask in writes))
        for action in {f"dynamodb:{ask.action}" for ask in writes}:
            beyond = {**_context(action, own), KEYS: [key("a")], ATTRIBUTES: [*sorted(known), "any"]}
            yield Asked(action, arn, beyond, "a", "attributes that none of its patterns writes, keys of indexes among them")


def _context(action: str, own: Sequence[Ask]) -> dict[str, str | Sequence[str]]:
    """Return the condition keys that a request of this action carries besides its leading keys."""
    mine = [ask for ask in own if f"dynamodb:{ask.action}" == action]
    context: dict[str, str | Sequence[str]] = {"dynamodb:ReturnValues": "NONE", "dynamodb:Select": "ALL_ATTRIBUTES"}
    if mine and mine[0].written:
        context[ATTRIBUTES] = sorted(mine[0].written)
    return context
