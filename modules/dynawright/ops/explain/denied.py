"""Explain denials: which consumer sent the request, what it may do, and what would have to change."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dynawright.errors import did_you_mean
from dynawright.iam.evaluator import PolicyKind
from dynawright.model import AccessPattern
from dynawright.ops.explain.case import Case
from dynawright.ops.explain.explanation import Explanation, Verdict
from dynawright.ops.explain.identities import assumption, stranger
from dynawright.ops.explain.limits import within_limits
from dynawright.ops.explain.place import Owned, Role

LAYERS = {
    "service control policy": "a service control policy of the AWS organization limits every role of the account",
    "resource control policy": "a resource control policy of the AWS organization limits who reaches the account's resources",
    "VPC endpoint policy": "the VPC endpoint allows the access patterns of its own system's tables, and nothing else",
    PolicyKind.BOUNDARY.value: "the permissions boundary of the role limits what its policies may allow",
    PolicyKind.SESSION.value: "who assumed the role gave the session a policy that limits it",
}
"""Policies that can only restrict → why."""
LAYER_FIXES = {
    "service control policy": (Verdict.ELSEWHERE, "ask the organization's administrators; no policy of a stack can allow it"),
    "resource control policy": (Verdict.ELSEWHERE, "ask the organization's administrators; no policy of a stack can allow it"),
    "VPC endpoint policy": (
        Verdict.CODE,
        "a route table takes one endpoint: give each system that is used from the VPC its own network settings, or leave the VPC's route",
    ),
    PolicyKind.BOUNDARY.value: (
        Verdict.SETTING,
        "add the action to the boundary, or name another in roles.permissions_boundary_arn",
    ),
    PolicyKind.SESSION.value: (Verdict.CODE, "leave out the session policy where the role is assumed, or add the action to it"),
}
ITEM_ACTIONS = {
    *("GetItem", "PutItem", "UpdateItem", "DeleteItem", "ConditionCheckItem", "Query", "Scan"),
    *("BatchGetItem", "BatchWriteItem"),
}
NEVER = {
    "PartiQL": "no consumer gets PartiQL: its statements can't be held to access patterns. Use the pattern's own operation",
    "Describe": "consumers read items, not tables; where a client needs it, the stack grants it by grant(..., describe=True)",
    "List": "listing tables is for people and tools: give the application its table's name",
    "SearchVectors": "IAM can't limit searches of vectors to keys or attributes, so no access pattern grants them",
}
"""Action prefix → why no model allows it."""
ADMINISTRATION = "changing tables is the deploy role's work, never an application's: change the stack, and deploy it"


def denied(case: Case) -> Explanation:
    """Explain why IAM denied the request; the first matching rule decides."""
    return next(explanation for rule in RULES if (explanation := rule(case)) is not None)


def _layer(case: Case) -> Explanation | None:
    kind = case.refusal.policy
    if kind not in LAYERS:
        return None
    verdict, fix = LAYER_FIXES[kind]
    role = case.place.role
    at = (
        f"environments/{role.environment.name}.yaml roles.permissions_boundary_arn" if role and verdict is Verdict.SETTING else ""
    )
    which = f": {case.refusal.policy_arn}" if case.refusal.policy_arn else ""
    return case.explained(verdict, fix, f"{LAYERS[kind]}{which}", at=at)


def _elsewhere(case: Case) -> Explanation | None:
    """Explain a table of another account, Region or environment."""
    place = case.place
    if not place.table_name or place.role is None:
        return None
    environment, table = place.role.environment, place.table
    if place.account and place.account != environment.account_id:
        why = f"the table is looked for in account {place.account}; {environment.name} is account {environment.account_id}"
        return case.explained(Verdict.CODE, "use the credentials of the environment that the table belongs to", why)
    if table is None:
        return _unknown_table(case, place.role)
    if table.environment.name != environment.name:
        why = f"the role is of {environment.name}, the table of {table.environment.name}"
        right = environment.table_name(table.model.name)
        return case.explained(
            Verdict.CODE, f"use the environment's own table, {right}; environments never reach into each other", why
        )
    if place.region and place.region != table.environment.region:
        why = f"the table is in {table.environment.region}; the request went to {place.region}"
        return case.explained(Verdict.CODE, f"make the client with region_name='{table.environment.region}'", why)
    if not table.is_built:
        at = f"environments/{environment.name}.yaml systems.{table.system.name}.tables.{table.model.name}.enabled"
        why = f"{table.model.name} is an optional table, which {environment.name} does not build"
        return case.explained(
            Verdict.SETTING, "set it to true and deploy, where the environment should have the table", why, at=at
        )
    return None


def _unknown_table(case: Case, role: Role) -> Explanation:
    own = [table.name for table in case.names.tables if table.environment.name == role.environment.name]
    fix = did_you_mean(case.place.table_name, own) or f"use one of: {', '.join(own)}"
    return case.explained(Verdict.CODE, fix, f"no system has a table '{case.place.table_name}' in {role.environment.name}")


def _key_use(case: Case) -> Explanation | None:
    role, table = case.place.role, case.place.table
    if not case.refusal.action.startswith("kms:") or (case.place.role_name and role is None):
        return None
    if case.refusal.operation in ("Decrypt", "Encrypt", "GenerateDataKey") and not table:
        why = "keys admit the roles of consumers through DynamoDB only, for their own tables; nothing calls KMS directly"
        return case.explained(Verdict.NEVER, "read and write items by their access patterns: DynamoDB decrypts them", why)
    granted = [pattern for owned in case.names.tables if role and owned.system is role.system for pattern in _used(owned, role)]
    why = "DynamoDB decrypts a table's key in the caller's name: who may use the table needs kms:Decrypt of its key through DynamoDB"
    if role is not None and not granted:
        return case.explained(Verdict.MODEL, "name the consumer in a pattern of the table", why, at=str(role.consumer.place))
    fix = "the grant of each pattern includes the key: deploy the system. A key that is disabled, or is to be deleted, refuses everyone: look at it"
    return case.explained(Verdict.DEPLOY, fix, why)


def _used(owned: Owned, role: Role) -> list[AccessPattern]:
    return [pattern for pattern in owned.model.access_patterns if role.consumer in pattern.used_by]


def _other_system(case: Case) -> Explanation | None:
    role, table = case.place.role, case.place.table
    if role is None or table is None or table.system.name == role.system.name:
        return None
    why = f"the table belongs to {table.system.name}; consumers of {role.system.name} reach only the tables of {role.system.name}"
    fix = f"ask {table.system.name} for it: declare a consumer and a pattern there, and give the application that consumer's role"
    return case.explained(Verdict.MODEL, fix, why, at=str(table.system.place), patterns=tuple(case.asking(table.model)))


def _not_for_items(case: Case) -> Explanation | None:
    """Explain actions that no access pattern can need."""
    service, _, action = case.refusal.action.partition(":")
    if service == "dynamodb" and action in ITEM_ACTIONS and case.place.table is not None:
        return None
    if service != "dynamodb":
        why = f"the model grants consumers the use of tables and of what the stack grants beside; {case.refusal.action} is none of it"
        at = f"stacks/{case.place.role.system.name}/stack.py" if case.place.role else ""
        return case.explained(Verdict.MODEL, "grant it in the stack, if the application should have it", why, at=at)
    if action in ITEM_ACTIONS:  # without a table in the text
        return case.explained(Verdict.CODE, "give the whole message, with the resource", "the text doesn't name the table")
    reason = next((why for beginning, why in NEVER.items() if action.startswith(beginning)), ADMINISTRATION)
    return case.explained(Verdict.NEVER, reason, f"no access pattern needs {case.refusal.action}")


def _explicit(case: Case) -> Explanation | None:
    if not case.refusal.explicit:
        return None
    if case.refusal.policy == PolicyKind.RESOURCE.value:
        why = "tables refuse requests without TLS and, where organization_id is set, from outside of the organization"
        return case.explained(Verdict.NEVER, "use https, and credentials of an account in the organization", why)
    why = "no policy of a stack denies anything to a consumer: the statement was added by others"
    return case.explained(Verdict.ELSEWHERE, "look for the Deny in the policies attached to the role, and ask who added it", why)


def _beside_the_model(case: Case, table: Owned) -> Iterator[str]:
    if case.place.index and case.place.index not in table.model.index_keys:
        yield f"{table.model.name} has no index '{case.place.index}'"
    if case.refusal.action.endswith(":Scan"):
        yield 'a Scan reads every item: no consumer gets it without a pattern that says because="..."'


def _by_patterns(case: Case) -> Explanation:
    """Explain the remaining case: an action on items of a table of the consumer's system."""
    role, table = case.place.role, case.place.table
    if role is None or table is None:
        return case.explained(
            Verdict.ELSEWHERE, "give the whole message, with the user and the resource", "it doesn't name the caller"
        )
    asking = case.asking(table.model)
    own = [pattern for pattern in asking if role.consumer in pattern.used_by]
    if own:
        return within_limits(case, role, table, own)
    more = tuple(_beside_the_model(case, table))
    why = (f"no pattern of '{role.consumer.name}' needs {case.refusal.action} there, so its role has no statement for it", *more)
    if asking:
        ids = " or ".join(pattern.id for pattern in asking)
        fix = f"if the question is {ids}, add the consumer '{role.consumer.name}' to its used_by, then plan and apply {role.system.name}"
        return case.explained(Verdict.MODEL, fix, *why, at=str(asking[0].place), patterns=tuple(asking))
    if more:
        nearest = [pattern for pattern in table.model.access_patterns if role.consumer in pattern.used_by]
        fix = f"ask the question by a pattern of '{role.consumer.name}'; a new question is a new pattern, with its key"
        return case.explained(Verdict.NEVER, fix, *why, at=str(table.model.place), patterns=tuple(nearest))
    fix = f"if the application needs it, declare a pattern with used_by '{role.consumer.name}', then plan and apply {role.system.name}"
    return case.explained(Verdict.MODEL, fix, *why, at=str(table.model.place))


RULES: tuple[Callable[[Case], Explanation | None], ...] = (
    assumption,
    _layer,
    _key_use,
    stranger,
    _elsewhere,
    _explicit,
    _other_system,
    _not_for_items,
    _by_patterns,
)
