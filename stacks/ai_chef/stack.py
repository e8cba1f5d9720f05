"""Cooking sessions and their results, deployed on their own."""

from __future__ import annotations

from typing import ClassVar

from constructs import Construct

from environments import Environment
from modules.encryption import EncryptionKey
from modules.logs import LogGroup
from modules.table import Table
from stacks.ai_chef import model
from stacks.base import SystemStack


class AiChefStack(SystemStack):
    """Two tables and the log group of the application that uses them."""

    system = model.SYSTEM
    tags: ClassVar = {"Service": "ai-chef"}

    def __init__(self, scope: Construct, environment: Environment) -> None:
        super().__init__(scope, environment)
        key = EncryptionKey(self, "Key", name="ai-chef-key", settings=self.settings.encryption)
        sessions = Table(self, "Sessions", model=model.SESSIONS, key=key, settings=self.settings.table)
        results = Table(self, "Results", model=model.RESULTS, key=key, settings=self.settings.table)

        LogGroup(self, "Logs", name="/aws/dynamodb/ai-chef-tables", settings=self.settings.logs)

        self.output("SessionsTableName", sessions.name)
        self.output("SessionsTableArn", sessions.arn)
        self.output("ResultsTableName", results.name)
        self.output("ResultsTableArn", results.arn)
