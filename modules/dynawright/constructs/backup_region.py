"""Switches on AWS Backup's advanced features for DynamoDB, once per account and Region."""

from __future__ import annotations

from constructs import Construct

from dynawright.bindings.aws.backup_region_settings import BackupRegionSettings
from dynawright.constructs.component import Component

DYNAMODB = {"DynamoDB": True}


class BackupRegion(Component):
    """Without them there is no cold storage, no copy elsewhere and no key of the vault's own."""

    def __init__(self, scope: Construct, id: str) -> None:
        super().__init__(scope, id)
        BackupRegionSettings(
            self,
            "Settings",
            resource_type_opt_in_preference=DYNAMODB,
            resource_type_management_preference=DYNAMODB,
            # AWS returns every service it knows; the other services are the account's own decision.
            lifecycle={"ignore_changes": ["resource_type_opt_in_preference", "resource_type_management_preference"]},
        )
