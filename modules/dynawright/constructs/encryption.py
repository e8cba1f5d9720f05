"""The key that encrypts a system's data at rest, and its policy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from constructs import Construct

from dynawright.bindings.aws.kms_alias import KmsAlias
from dynawright.bindings.aws.kms_key import KmsKey
from dynawright.bindings.engine.location import location
from dynawright.constructs import deploy_access as access
from dynawright.constructs.component import Component
from dynawright.constructs.naming import KEY_ALIAS, environment_of, physical_name
from dynawright.constructs.role import Role
from dynawright.iam.policy import Statement, admitting, document
from dynawright.settings import EncryptionSettings

# Actions with which the account's administrators manage a key. None of them decrypts anything.
ADMINISTRATION = (
    "kms:CancelKeyDeletion",
    "kms:CreateAlias",
    "kms:DeleteAlias",
    "kms:DescribeKey",
    "kms:DisableKey",
    "kms:DisableKeyRotation",
    "kms:EnableKey",
    "kms:EnableKeyRotation",
    "kms:GetKeyPolicy",
    "kms:GetKeyRotationStatus",
    "kms:ListGrants",
    "kms:ListKeyPolicies",
    "kms:ListKeyRotations",
    "kms:ListResourceTags",
    "kms:PutKeyPolicy",
    "kms:RevokeGrant",
    "kms:RotateKeyOnDemand",
    "kms:ScheduleKeyDeletion",
    "kms:TagResource",
    "kms:UntagResource",
    "kms:UpdateAlias",
    "kms:UpdateKeyDescription",
)
USE = (
    "kms:Decrypt",
    "kms:DescribeKey",
    "kms:Encrypt",
    "kms:GenerateDataKey",
    "kms:GenerateDataKeyWithoutPlaintext",
    "kms:ReEncryptFrom",
    "kms:ReEncryptTo",
)
# Actions that the deploy role needs on a key that it has just created.
MAKING = (*access.KEY_READS, "kms:CreateAlias", "kms:EnableKeyRotation", "kms:PutKeyPolicy")
# A key policy applies to its own key only; AWS requires `*` for it.
THIS_KEY = ("*",)


class EncryptionKey(Component):
    """A customer-managed key with rotation, alias and policy.

    Builds nothing if the environment uses one of AWS's keys or names an existing key, whose owner also writes its
    policy.
    """

    def __init__(self, scope: Construct, id: str, *, name: str, settings: EncryptionSettings) -> None:
        super().__init__(scope, id)
        self.kind = settings.key
        self._environment = environment_of(self)
        self._key: KmsKey | None = None
        self._given_arn = settings.kms_key_arn if settings.key == "customer_managed" else None
        alias = physical_name(self, f"alias/{name}", KEY_ALIAS)
        if settings.key != "customer_managed" or self._given_arn is not None:
            return
        # DynamoDB uses the key outside of requests too: it asks for a grant when the table is created.
        self._statements = [self._administrators(), *self._callers_of(self._endpoint("dynamodb"), grants=True)]
        self._deploy_role: str | None = getattr(location(self).stack, "deploy_role_arn", None)
        self._key = KmsKey(
            self,
            "Key",
            description=f"Encrypts the data of {alias.removeprefix('alias/')}",
            enable_key_rotation=True,
            rotation_period_in_days=settings.rotation_period_days,
            deletion_window_in_days=settings.deletion_window_days,
            policy=self._policy(),
            # Data can't be read without its key, so the key is protected like the table.
            lifecycle={"prevent_destroy": True} if settings.prevent_destroy else None,
        )
        KmsAlias(self, "Alias", name=alias, target_key_id=self._key.key_id)

    @property
    def arn(self) -> str | None:
        """The ARN of the customer-managed key, None for AWS's own keys."""
        return self._given_arn if self._key is None else self._key.arn

    def usage(self, actions: tuple[str, ...], service: str, context: Mapping[str, str]) -> list[Statement]:
        """Allow using the key through a service, for one encryption context; nothing for AWS's own keys."""
        if self.arn is None:
            return []
        named = {f"kms:EncryptionContext:{name}": value for name, value in context.items()}
        condition = {"StringEquals": {"kms:ViaService": self._endpoint(service), **named}}
        return [Statement(actions, (self.arn,), condition)]

    def admit_logs(self, log_group: str) -> None:
        """Let CloudWatch Logs use the key for one log group."""
        arn = f"arn:aws:logs:{self._environment.region}:{self._environment.account_id}:log-group:{log_group}"
        self._admit(self._endpoint("logs"), {"ArnEquals": {"kms:EncryptionContext:aws:logs:arn": arn}})

    def admit_service(self, service: str) -> None:
        """Let a service of AWS (`sns.amazonaws.com`) use the key on behalf of this account."""
        self._admit(service, {"StringEquals": {"aws:SourceAccount": self._environment.account_id}})

    def admit_events_to(self, topic_arn: str) -> None:
        """Allow EventBridge to use the key for one topic.

        EventBridge sends neither account nor rule, so no narrower condition can match.
        """
        condition = {"StringEquals": {"kms:EncryptionContext:aws:sns:topicArn": topic_arn}}
        events = {"Service": "events.amazonaws.com"}
        self._add(Statement(("kms:Decrypt", "kms:GenerateDataKey"), THIS_KEY, condition, principal=events))

    def admit_trail(self, trail_arn: str) -> None:
        """Let CloudTrail use the key for one trail."""
        self._admit("cloudtrail.amazonaws.com", {"StringEquals": {"aws:SourceArn": trail_arn}})

    def admit_callers_of(self, service: str, *, grants: bool = False, retires: bool = False) -> None:
        """Allow this account's identities to use the key through a service (`secretsmanager`), as IAM permits.

        `grants` lets the service keep using it after a request, `retires` lets it end that.
        """
        for statement in self._callers_of(self._endpoint(service), grants=grants, retires=retires):
            self._add(statement)

    def admit_replicas(self, regions: Sequence[str]) -> None:
        """Let this account's identities use the key through DynamoDB in the Regions of a table's replicas."""
        for region in regions:
            for statement in self._callers_of(f"dynamodb.{region}.amazonaws.com", grants=True):
                self._add(statement)

    def admit_role(self, role_arn: str, needed: Statement) -> None:
        """Let one role, of this or another account, use the key as in the statement."""
        self._add(admitting(role_arn, replace(needed, resources=THIS_KEY), self._environment.account_id))

    def follow(self, role: Role) -> None:
        """Make Terraform create the role first: a key's policy can't name a role that does not exist."""
        if self._key is not None:
            role.precede(self._key)

    def _admit(self, service: str, condition: Mapping[str, Mapping[str, Any]]) -> None:
        self._add(Statement(USE, THIS_KEY, condition, principal={"Service": service}))

    def _add(self, statement: Statement) -> None:
        if self._key is not None and statement not in self._statements:
            self._statements.append(statement)
            self._key.policy = self._policy()

    def _policy(self) -> str:
        return document([*self._statements, *self._of_deploy_role()])

    def _of_deploy_role(self) -> list[Statement]:
        """Name the deploy roles in the key's policy: this works at once, tags only after up to five minutes."""
        if self._deploy_role is None:
            return []
        role = {"AWS": self._deploy_role}
        through = {self._endpoint(service) for service in access.KEY_SERVICES}
        statements = [Statement(MAKING, THIS_KEY, principal=role)]
        for statement in self._statements:
            actions = tuple(action for action in statement.actions if action in access.KEY_USES)
            service = statement.condition.get("StringEquals", {}).get("kms:ViaService")
            if actions and statement.principal == self._account and service in through:
                statements.append(replace(statement, actions=actions, principal=role))
        return statements

    @property
    def _account(self) -> dict[str, str]:
        """Allow identities that IAM admits to use the key, for the given purpose only."""
        return {"AWS": f"arn:aws:iam::{self._environment.account_id}:root"}

    def _endpoint(self, service: str) -> str:
        return f"{service}.{self._environment.region}.amazonaws.com"

    def _administrators(self) -> Statement:
        return Statement(ADMINISTRATION, THIS_KEY, principal=self._account)

    def _callers_of(self, endpoint: str, *, grants: bool, retires: bool = False) -> list[Statement]:
        """Limit consumers to one service; direct use of the key is refused."""
        through = {"StringEquals": {"kms:ViaService": endpoint}}
        statements = [Statement(USE, THIS_KEY, through, principal=self._account)]
        if grants:
            lasting = {**through, "Bool": {"kms:GrantIsForAWSResource": "true"}}
            statements.append(Statement(("kms:CreateGrant",), THIS_KEY, lasting, principal=self._account))
        if retires:
            statements.append(Statement(("kms:RetireGrant",), THIS_KEY, through, principal=self._account))
        return statements
