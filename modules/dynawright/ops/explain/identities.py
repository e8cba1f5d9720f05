"""Explain denials of identities: roles that can't be assumed, and callers that are not consumers."""

from __future__ import annotations

from dynawright.iam.evaluator import Policy
from dynawright.iam.evaluator.arns import account_of
from dynawright.ops.explain.case import Case
from dynawright.ops.explain.explanation import Explanation, Verdict
from dynawright.ops.explain.place import role_of


def assumption(case: Case) -> Explanation | None:
    """Explain a role that the caller may not assume."""
    if not case.refusal.action.startswith("sts:Assume"):
        return None
    name = role_of(case.refusal.resource)[0]
    role = case.names.role(name)
    if role is None:
        why = f"'{name}' is no consumer's role" if name else "AWS doesn't name the role that a web identity requested"
        fix = "look at the trust policy of the role, and at the subject of the token"
        return case.explained(Verdict.ELSEWHERE, fix, why)
    trust = case.policies(role).trust(name)
    admitted = _admitted(trust) if trust else "no one"
    who = case.refusal.principal or "the token"
    why = f"{who} is not admitted by the trust policy of '{role.consumer.name}', which admits {admitted}"
    return case.explained(
        Verdict.MODEL,
        "change whom the role trusts, if this identity is to be the consumer",
        why,
        at=f"stacks/{role.system.name}/stack.py self.role(model.…, trust.…)",
        environment=role.environment.name,
        system=role.system.name,
        consumer=role.consumer.name,
    )


def _admitted(trust: Policy) -> str:
    named = [
        name
        for statement in trust.statements
        if statement.principal
        for names in statement.principal.names.values()
        for name in names
    ]
    return ", ".join(dict.fromkeys(named)) or "no one"


def stranger(case: Case) -> Explanation | None:
    """Explain a caller without a consumer's role."""
    place = case.place
    if place.role is not None:
        return None
    patterns = tuple(case.asking(place.table.model)) if place.table else ()
    users = list(dict.fromkeys(consumer.name for pattern in patterns for consumer in pattern.used_by))
    own = [role.name for role in case.names.roles if place.table and role.environment.name == place.table.environment.name
           and role.system is place.table.system and role.consumer.name in users]  # fmt: skip
    if deployer := case.names.deployer(place.role_name):
        why = f"{place.role_name} is a role of the workflows of {deployer.name}: it plans and applies stacks, and reads no items"
        fix = "if Terraform asked for it, apply the foundation by hand: it holds what the deploy roles may do (docs/deploying.md)"
        return case.explained(Verdict.NEVER, fix, why, environment=deployer.name)
    account = account_of(case.refusal.principal) if case.refusal.principal.count(":") >= 5 else None
    if place.table and account not in (None, place.table.environment.account_id):
        why = (
            f"account {account} is not that of {place.table.environment.name}: its own policy and the table's must both allow it"
        )
        fix = "admit the role on the table: ResourcePolicy(…, admits=<consumer>, role_arn=…) in the stack"
        at = f"stacks/{place.table.system.name}/stack.py"
        return case.explained(Verdict.MODEL, fix, why, at=at, patterns=patterns)
    if place.role_name.startswith("AWSReservedSSO_"):
        why = f"{place.role_name} is a permission set of IAM Identity Center: a person, not a consumer"
    elif place.role_name:
        why = f"'{place.role_name}' is no consumer's role in {', '.join(environment.name for environment in case.names.environments)}"
    else:
        why = (
            "the text doesn't name the caller"
            if not case.refusal.principal
            else f"{case.refusal.principal} is no role of a consumer"
        )
    fix = (
        f"use the role of a consumer: {' or '.join(own)}"
        if own
        else "use the role of a consumer with a pattern for this; `stacks/<system>/README.md` lists them"
    )
    return case.explained(
        Verdict.CODE if place.role_name or case.refusal.principal else Verdict.ELSEWHERE, fix, why, patterns=patterns
    )
