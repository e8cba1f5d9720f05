"""Feature flags of many tenants, each confined to its own partition by IAM."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from constructs import Construct

from dynawright.constructs.access import grant
from dynawright.constructs.audit import Audit
from dynawright.constructs.cache import Cache
from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.network import Network
from dynawright.constructs.secret import Secret
from dynawright.iam import trust
from dynawright.settings import Environment
from dynawright.stack import SystemStack
from stacks.feature_flags import model

FUNCTIONS = Path(__file__).parent / "functions"


class FeatureFlagsStack(SystemStack):
    """The flags table with its audit trail, the services' roles, and the tenants' role."""

    system = model.SYSTEM
    tags: ClassVar = {"Service": "feature-flags"}

    def __init__(self, scope: Construct, environment: Environment) -> None:
        super().__init__(scope, environment)
        key = EncryptionKey(self, "Key", name="feature-flags-key", settings=self.settings.encryption)
        flags = self.table("Flags", model.FLAGS, key=key)
        audit = self.table("Audit", model.AUDIT, key=key)

        hash_key = Secret(
            self,
            "AuditHashKey",
            name="feature-flags/audit-hash-key",
            description="Hashes sensitive values in the audit trail: 32 bytes or more, put there by whoever runs it",
            key=key,
            settings=environment.secrets,
            never_rotated_because="values hashed with different keys can't be compared: the key changes only after a leak",
        )
        network = Network(self, "Network", name="feature-flags", tables=[flags, audit], settings=self.settings.network)
        cache = Cache(
            self,
            "Cache",
            name="flags",
            table=flags,
            consumers=[model.EVALUATOR, model.ADMIN],
            network=network,
            settings=self.settings.cache,
        )

        flag_audit = self.processor(
            "FlagAudit",
            FUNCTIONS / "flag_audit",
            table=flags,
            consumer=model.FLAG_AUDIT,
            key=key,
            variables={"HASH_KEY_SECRET_ARN": hash_key.arn},
        )

        evaluator = self.role(model.EVALUATOR)
        # The cache's role reads all attributes: a limit for its users would work only without a cache.
        grant(evaluator, model.EVALUATOR, flags, projections=cache.endpoint is None)
        cache.grant(evaluator, model.EVALUATOR)
        admin = self.role(model.ADMIN)
        grant(admin, model.ADMIN, flags)
        grant(admin, model.ADMIN, audit)
        cache.grant(admin, model.ADMIN)  # its writes are in the cache at once
        grant(self.role(model.ANALYTICS), model.ANALYTICS, flags)
        grant(flag_audit.role, model.FLAG_AUDIT, audit)
        hash_key.grant_read(flag_audit.role)
        # The evaluator knows its caller, and issues sessions with the tenant's tag.
        tenant = self.role(model.TENANT, trust.tenant_sessions(evaluator.arn, "tenantId"))
        grant(tenant, model.TENANT, flags)
        evaluator.may_assume(tenant)

        Audit(
            self,
            "Trail",
            name="feature-flags",
            tables=[flags, audit],
            key=key,
            settings=self.settings.audit,
            bucket_settings=self.settings.buckets,
        )
        self.backup(flags, audit, key=key)
        self.watch(flags, audit, flag_audit, cache)

        self.output("AuditHashKeySecretArn", hash_key.arn)
        if cache.endpoint is not None and cache.security_group_id is not None:
            self.output("CacheEndpoint", cache.endpoint)
            self.output("CacheSecurityGroupId", cache.security_group_id)
        if network.vpc_id is not None:
            self.output("ClientsSecurityGroupId", network.clients_security_group_id)
