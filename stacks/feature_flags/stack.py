"""Feature flags of many tenants, each confined to its own partition by IAM."""

from __future__ import annotations

from typing import ClassVar

from constructs import Construct

from environments import Environment
from modules import trust
from modules.access import grant
from modules.encryption import EncryptionKey
from modules.table import Table
from stacks.base import SystemStack
from stacks.feature_flags import model


class FeatureFlagsStack(SystemStack):
    """The flags table, the services' roles, and the role that a tenant's session assumes."""

    system = model.SYSTEM
    tags: ClassVar = {"Service": "feature-flags"}

    def __init__(self, scope: Construct, environment: Environment) -> None:
        super().__init__(scope, environment)
        key = EncryptionKey(self, "Key", name="feature-flags-key", settings=self.settings.encryption)
        flags = Table(self, "Flags", model=model.FLAGS, key=key, settings=self.settings.table)

        evaluator = self.role(model.EVALUATOR, trust.ecs_tasks(environment.account_id, environment.region))
        grant(evaluator, model.EVALUATOR, flags, projections=True)
        for consumer in (model.ADMIN, model.ANALYTICS):
            grant(self.role(consumer, trust.lambda_functions()), consumer, flags)
        # The evaluator knows who its caller is: it hands out sessions that carry the tenant's tag.
        tenant = self.role(model.TENANT, trust.tenant_sessions(evaluator.arn, "tenantId"))
        grant(tenant, model.TENANT, flags)
        evaluator.may_assume(tenant)

        self.output("FlagsTableName", flags.name)
        self.output("FlagsTableArn", flags.arn)
        self.output("TenantRoleArn", tenant.arn)
