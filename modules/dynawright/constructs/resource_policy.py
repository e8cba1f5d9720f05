"""A table's own policy: admits one named role, and denies what identity policies can't prevent."""

from __future__ import annotations

from constructs import Construct

from dynawright.bindings.aws.dynamodb_resource_policy import DynamodbResourcePolicy
from dynawright.constructs.access import STREAM_ACTIONS, consumer_statements, key_statements
from dynawright.constructs.component import Component
from dynawright.constructs.table import Table
from dynawright.iam.item_actions import item_actions
from dynawright.iam.policy import Statement, admitting, document, merged
from dynawright.model import Consumer
from dynawright.settings import Environment

# A Deny lists every action on items, so that no policy has a wildcard.
ITEM_ACTIONS = item_actions("dynamodb")


class ResourcePolicy(Component):
    """The resource policy of a table and its stream."""

    def __init__(
        self, scope: Construct, id: str, *, table: Table, admits: Consumer | None = None, role_arn: str | None = None
    ) -> None:
        super().__init__(scope, id)
        statements = refusals(ITEM_ACTIONS, table_resources(table), table.environment)
        if admits is not None and role_arn is not None:
            for allowed in merged(consumer_statements(admits, table)):
                statements.append(admitting(role_arn, allowed, table.environment.account_id))
            for needed in key_statements(table.key, "dynamodb", table):
                table.key.admit_role(role_arn, needed)  # reading needs decryption
        DynamodbResourcePolicy(self, "Table", resource_arn=table.arn, policy=document(statements))
        if table.model.stream is not None:
            on_stream = refusals(STREAM_ACTIONS, (table.stream_arn,), table.environment)
            DynamodbResourcePolicy(self, "Stream", resource_arn=table.stream_arn, policy=document(on_stream))


def table_resources(table: Table) -> tuple[str, ...]:
    return (table.arn, *(table.index_arn(index) for index in table.model.index_keys))


def refusals(actions: tuple[str, ...], resources: tuple[str, ...], environment: Environment) -> list[Statement]:
    """Return statements that deny requests without TLS and, if set, from outside the organization."""
    conditions: list[dict[str, dict[str, str]]] = [{"Bool": {"aws:SecureTransport": "false"}}]
    if environment.organization_id is not None:
        # AWS services such as Backup have no organization; they and their roles in this account are exempt: a replica
        # whose replication is refused for 20 hours becomes a separate table for good.
        outside = {"StringNotEqualsIfExists": {"aws:PrincipalOrgID": environment.organization_id}}
        service_roles = f"arn:aws:iam::{environment.account_id}:role/aws-service-role/*"
        not_meant = {
            "BoolIfExists": {"aws:PrincipalIsAWSService": "false"},
            "ArnNotLikeIfExists": {"aws:PrincipalArn": service_roles},
        }
        conditions.append({**outside, **not_meant})
    return [Statement(actions, resources, condition, effect="Deny", principal="*") for condition in conditions]
