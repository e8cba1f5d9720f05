"""IAM policies from access patterns.

A consumer's role gets the rights that its patterns need, and no others.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from dynawright.bindings.engine.location import location
from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.role import Role
from dynawright.constructs.table import Table
from dynawright.errors import Place, Problem, UserError
from dynawright.iam.policy import Statement, merged
from dynawright.model import Consumer
from dynawright.model.permission import Permission, permissions

STREAM_ACTIONS = ("dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator")

# A request of these names several items: one batch must not mix keys of two patterns.
SEVERAL_KEYS = {"BatchGetItem", "BatchWriteItem"}

# These can return the item, so their requests carry dynamodb:ReturnValues, by default NONE
# (DynamoDB guide, "Using IAM policy conditions"). In a transaction it is the item returned when a condition fails.
RETURNING = {"ConditionCheckItem", "DeleteItem", "PutItem", "UpdateItem"}


def grant(role: Role, consumer: Consumer, table: Table, *, projections: bool = False, describe: bool = False) -> None:
    """Grant the role the rights that the consumer's patterns need on the table.

    `projections` limits reads to a pattern's declared attributes, unless a cache serves them; `describe` adds DescribeTable, which some clients call.
    """
    if projections:
        table.projected_consumers.add(consumer)
        check_projections(table)
    statements = consumer_statements(consumer, table, projections=projections)
    if not statements:
        raise UserError([not_used(consumer, table, fix="name it in used_by of a pattern, or drop the grant")])
    if describe:
        statements.append(Statement(("dynamodb:DescribeTable",), (table.arn,)))
    statements += key_statements(table.key, "dynamodb", table)
    for policy, _ in role.attach(location(table).path[-1], merged(statements), table.literals):
        if projections:
            policy.add_override("//.dynawright.projections", True)  # a rule then checks the limits


def not_used(consumer: Consumer, table: Table, *, fix: str) -> Problem:
    """Return the problem of a consumer that no pattern of the table names."""
    text = f"no pattern of table {table.model.name} is used by '{consumer.name}'"
    return Problem("DW323", text, Place(path=consumer.subject), consumer.name, fix=fix)


def check_projections(table: Table) -> None:
    """Refuse attribute limits for a consumer behind a cache: the cache's role reads whole items for it."""
    problems = [
        Problem(
            "DW324",
            f"the cache of table {table.model.name} answers '{consumer.name}' by the rights of its own role, which reads all attributes",
            Place(path=consumer.subject),
            consumer.name,
            fix="grant without projections=True where there is a cache, or take the consumer from the cache",
        )
        for consumer in sorted(table.projected_consumers & table.cached_consumers, key=lambda consumer: consumer.name)
    ]
    if problems:
        raise UserError(problems)


def grant_stream(role: Role, table: Table) -> None:
    """Let the role read the table's stream, as a Lambda event source mapping does."""
    statements = [Statement(STREAM_ACTIONS, (table.stream_arn,)), *key_statements(table.key, "dynamodb", table)]
    role.attach(f"{location(table).path[-1]}Stream", merged(statements), table.literals)


def consumer_statements(
    consumer: Consumer, table: Table, *, projections: bool = False, any_returns: bool = False
) -> list[Statement]:
    """Return a statement per pattern, merged where only leading keys differ, without redundant ones.

    `any_returns` sets no limit on `ReturnValues`.
    """
    joined: dict[tuple[Permission, bool], set[str]] = {}
    needs: list[Permission] = []
    for permission in permissions(table.model, consumer):
        needed = replace(permission, pattern="", attributes=permission.attributes if projections else ())
        if needed.action in SEVERAL_KEYS:
            needs.append(needed)
            continue
        form = (replace(needed, leading_keys=()), bool(needed.leading_keys))
        joined.setdefault(form, set()).update(needed.leading_keys)
    needs += [replace(form, leading_keys=tuple(sorted(keys))) for (form, _), keys in joined.items()]
    own = [need for need in needs if not any(_includes(other, need) for other in needs if other is not need)]
    return [_statement(consumer, table, need, any_returns=any_returns) for need in own]


def _includes(other: Permission, need: Permission) -> bool:
    """Return whether another statement allows everything that this one allows."""
    if need.action not in RETURNING or (other.action, other.index, other.written) != (need.action, need.index, need.written):
        return False
    keys = not other.leading_keys or (bool(need.leading_keys) and {*need.leading_keys} <= {*other.leading_keys})
    return keys and need.returns in ("NONE", other.returns) and (other.in_transaction or not need.in_transaction)


def _statement(consumer: Consumer, table: Table, permission: Permission, *, any_returns: bool) -> Statement:
    resource = table.arn if permission.index is None else table.index_arn(permission.index)
    keys = permission.leading_keys
    condition: dict[str, dict[str, Any]] = {}
    if consumer.tenant_key is not None:
        condition |= tenant_condition(consumer)
    elif keys:
        operator = "StringLike" if any("*" in key or "?" in key for key in keys) else "StringEquals"
        condition[f"ForAllValues:{operator}"] = {"dynamodb:LeadingKeys": [key.replace("${", "$${") for key in keys]}
        condition["Null"] = {"dynamodb:LeadingKeys": "false"}
    if permission.attributes:
        readable = {*permission.attributes, *(key.name for key in table.model.key), *_index_keys(table, permission.index)}
        _limit_attributes(condition, readable)
        # Without it, a request that names no attributes would return all of them.
        condition["StringEquals"] = {"dynamodb:Select": "SPECIFIC_ATTRIBUTES"}
    if permission.written:
        _limit_attributes(condition, permission.written)
        # ForAllValues is true if there is no value.
        condition.setdefault("Null", {})["dynamodb:Attributes"] = "false"
    if permission.action in RETURNING and not any_returns:
        condition |= _returns_condition(permission)
    return Statement((f"dynamodb:{permission.action}",), (resource,), condition)


def _returns_condition(permission: Permission) -> dict[str, dict[str, Any]]:
    # AWS does not document the key for each part of a transaction: a part without it passes, and returns nothing.
    operator = "StringEqualsIfExists" if permission.in_transaction else "StringEquals"
    values = "NONE" if permission.returns == "NONE" else ["NONE", permission.returns]
    return {operator: {"dynamodb:ReturnValues": values}}


def _limit_attributes(condition: dict[str, dict[str, Any]], names: Iterable[str]) -> None:
    condition.setdefault("ForAllValues:StringEquals", {})["dynamodb:Attributes"] = sorted(names)


def tenant_condition(consumer: Consumer) -> dict[str, dict[str, Any]]:
    """Allow only the session's own tenant as leading key.

    Requests without a leading key, such as a Scan, are refused.

    `$${` escapes `${`: IAM fills in the variable, not Terraform.
    """
    template = consumer.tenant_template
    key = template.render({template.parameters[0]: f"$${{aws:PrincipalTag/{template.parameters[0]}}}"})
    return {
        "ForAllValues:StringEquals": {"dynamodb:LeadingKeys": [key]},
        "Null": {"dynamodb:LeadingKeys": "false"},
    }


def key_statements(key: EncryptionKey, service: str, table: Table) -> list[Statement]:
    """Allow decryption with the customer-managed key through the service; nothing for AWS's own keys."""
    if key.arn is None:
        return []
    condition = {
        "StringEquals": {
            "kms:ViaService": f"{service}.{table.environment.region}.amazonaws.com",
            "kms:EncryptionContext:aws:dynamodb:tableName": table.physical_name,
        }
    }
    return [Statement(("kms:Decrypt",), (key.arn,), condition)]


def _index_keys(table: Table, index: str | None) -> list[str]:
    return [] if index is None else [key.name for key in table.model.index_keys[index]]
