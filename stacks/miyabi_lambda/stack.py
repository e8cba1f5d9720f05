"""The agent platform's single table and the Lambdas' roles."""

from __future__ import annotations

from typing import ClassVar

from constructs import Construct

from environments import Environment
from modules import trust
from modules.access import grant
from modules.encryption import EncryptionKey
from modules.secret import Secret
from modules.table import Table
from stacks.base import SystemStack
from stacks.miyabi_lambda import model


class MiyabiLambdaStack(SystemStack):
    """One table for users, repositories, executions, tasks and messages; access tokens lie in Secrets Manager."""

    system = model.SYSTEM
    tags: ClassVar = {"Name": "miyabi-lambda-data", "Project": "miyabi"}

    def __init__(self, scope: Construct, environment: Environment) -> None:
        super().__init__(scope, environment)
        key = EncryptionKey(self, "Key", name="miyabi-lambda-key", settings=self.settings.encryption)
        data = Table(self, "Data", model=model.DATA, key=key, settings=self.settings.table)
        tokens = Secret(
            self,
            "AccessTokens",
            name="miyabi-lambda/access-tokens",
            description="GitHub access tokens of users; items hold a reference to them, never the token",
            key=key,
            settings=environment.secrets,
        )

        for consumer in self.system.consumers:
            role = self.role(consumer, trust.lambda_functions())
            grant(role, consumer, data)
            if consumer in (model.API, model.AGENTS):
                tokens.grant_read(role)

        self.output("DataTableName", data.name)
        self.output("DataTableArn", data.arn)
        self.output("DataStreamArn", data.stream_arn)
