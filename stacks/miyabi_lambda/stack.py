"""The agent platform's table, the markers of its stream function and the Lambdas' roles."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from constructs import Construct

from dynawright.constructs.access import grant
from dynawright.constructs.cache import Cache
from dynawright.constructs.change_capture import ChangeCapture
from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.event_bus import EventBus
from dynawright.constructs.network import Network
from dynawright.constructs.resource_policy import ResourcePolicy
from dynawright.constructs.secret import Secret
from dynawright.settings import Environment
from dynawright.stack import SystemStack
from stacks.miyabi_lambda import model
from stacks.miyabi_lambda.settings import MiyabiLambdaSettings

FUNCTIONS = Path(__file__).parent / "functions"


class MiyabiLambdaStack(SystemStack):
    """Users, repositories, executions, tasks and messages in one table; tokens in Secrets Manager."""

    system = model.SYSTEM
    settings: MiyabiLambdaSettings
    tags: ClassVar = {"Project": "miyabi"}

    def __init__(self, scope: Construct, environment: Environment) -> None:
        super().__init__(scope, environment)
        key = EncryptionKey(self, "Key", name="miyabi-lambda-key", settings=self.settings.encryption)
        data = self.table("Data", model.DATA, key=key)
        processed = self.table("Processed", model.PROCESSED, key=key)
        ResourcePolicy(self, "DataPolicy", table=data)  # TLS only, for every caller
        tokens = Secret(
            self,
            "AccessTokens",
            name="miyabi-lambda/access-tokens",
            description="GitHub access tokens of users; items hold a reference to them, never the token",
            key=key,
            settings=environment.secrets,
            never_rotated_because="GitHub issues these tokens to users: no function of ours can make new ones",
        )
        network = Network(self, "Network", name="miyabi-lambda", tables=[data, processed], settings=self.settings.network)
        cache = Cache(
            self,
            "Cache",
            name="miyabi",
            table=data,
            consumers=[model.API],
            network=network,
            settings=self.settings.cache,
        )
        events = EventBus(
            self, "Events", name="miyabi-lambda-events", description="Changes of the agent platform's entities", key=key
        )

        capture = self.settings.change_capture
        changes = ChangeCapture(self, "Changes", name="miyabi-lambda-changes", table=data, settings=capture)
        readers = []
        if self.settings.streams.entity_events.enabled:
            entity_events = self.processor(
                "EntityEvents",
                FUNCTIONS / "entity_events",
                table=data,
                consumer=model.ENTITY_EVENTS,
                key=key,
                variables={"EVENT_BUS_NAME": events.name},
            )
            grant(entity_events.role, model.ENTITY_EVENTS, processed)
            events.grant_publish(entity_events.role)
            readers.append(entity_events)

        for consumer in (model.API, model.AGENTS, model.WEBSOCKET_HANDLER):
            role = self.role(consumer)
            grant(role, consumer, data)
            if consumer in (model.API, model.AGENTS):
                tokens.grant_read(role)
                tokens.grant_below(role, makes=consumer is model.API)  # one for each user
            if consumer is model.API:
                cache.grant(role, consumer)
        grant(self.role(model.SUPPORT), model.SUPPORT, processed)

        self.backup(data, processed, key=key)
        self.watch(data, processed, cache, changes, events, *readers)

        self.output("EventBusArn", events.arn)
        if events.failures_arn is not None:
            self.output("EventBusFailuresArn", events.failures_arn)
        self.output("AccessTokensSecretArn", tokens.arn)
        self.output("AccessTokensPrefix", tokens.prefix)
        if cache.endpoint is not None and cache.security_group_id is not None:
            self.output("CacheEndpoint", cache.endpoint)
            self.output("CacheSecurityGroupId", cache.security_group_id)
        if network.vpc_id is not None:
            self.output("ClientsSecurityGroupId", network.clients_security_group_id)
        if changes.stream_arn is not None:
            self.output("ChangesStreamArn", changes.stream_arn)
