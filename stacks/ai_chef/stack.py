"""Cooking sessions and their results, deployed on their own."""

from __future__ import annotations

from typing import ClassVar

from constructs import Construct

from dynawright.constructs.access import grant
from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.logs import LogGroup
from dynawright.constructs.resource_policy import ResourcePolicy
from dynawright.settings import Environment
from dynawright.stack import SystemStack
from stacks.ai_chef import model
from stacks.ai_chef.settings import AiChefSettings


class AiChefStack(SystemStack):
    """Two tables, the application's role, a partner admitted to results, and the log group."""

    system = model.SYSTEM
    settings: AiChefSettings
    tags: ClassVar = {"Service": "ai-chef"}

    def __init__(self, scope: Construct, environment: Environment) -> None:
        super().__init__(scope, environment)
        key = EncryptionKey(self, "Key", name="ai-chef-key", settings=self.settings.encryption)
        sessions = self.table("Sessions", model.SESSIONS, key=key)
        results = self.table("Results", model.RESULTS, key=key)

        application = self.role(model.APPLICATION)
        grant(application, model.APPLICATION, sessions)
        grant(application, model.APPLICATION, results)
        ResourcePolicy(self, "ResultsPolicy", table=results, admits=model.PARTNER, role_arn=self.settings.partner_role_arn)

        logs = LogGroup(self, "Logs", name="/aws/dynamodb/ai-chef-tables", key=key, settings=self.settings.logs)
        logs.grant_write(application)
        self.backup(sessions, results, key=key)
        self.watch(sessions, results)
