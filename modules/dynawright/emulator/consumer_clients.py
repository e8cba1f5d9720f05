"""DynamoDB clients of a system's consumers on the emulator, each under the consumer's own role."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from dynawright.emulator.emulator import Emulator
from dynawright.emulator.iam.credentials import Credentials
from dynawright.model import Consumer, System
from dynawright.settings import Environment

SOURCES = {"ecs-tasks.amazonaws.com": "arn:aws:ecs:{region}:{account}:task/emulated"}
"""For whom a service works, where a trust policy may ask."""
TRUST = '{{"Version":"2012-10-17","Statement":[{{"Effect":"Allow","Principal":{{"AWS":"arn:aws:iam::{account}:root"}},"Action":"sts:AssumeRole"}}]}}'
EVERY_TABLE = '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":["dynamodb:*","kms:Decrypt"],"Resource":"*"}]}'


class ConsumerClients:
    """Call it with a consumer to get its client; `environment` is the one that the system sees."""

    def __init__(self, emulator: Emulator, environment: Environment, system: System) -> None:
        self._emulator, self._environment, self._system = emulator, environment, system
        self._iam = emulator.client("iam", environment.region)
        self._clients = cache(self._client)

    def __call__(self, consumer: Consumer) -> Any:
        return self._clients(consumer.name, None) if consumer.tenant_key is None else TenantClient(self, consumer)

    def of_tenant(self, consumer: Consumer, tenant: str) -> Any:
        """Return the client of a tenant's session."""
        return self._clients(consumer.name, (consumer.tenant_template.parameters[0], tenant))

    def _client(self, consumer: str, tag: tuple[str, str] | None) -> Any:
        role = self._role(consumer)
        credentials = self._credentials(role, dict([tag] if tag else []))
        return self._emulator.client("dynamodb", self._environment.region, credentials)

    def _role(self, consumer: str) -> str:
        """Return the name of the role that the stack made, or of the one that a table's own policy admits."""
        name = self._environment.physical_name(f"{self._system.name.replace('_', '-')}-{consumer}")
        if any(role["RoleName"] == name for role in self._roles()):
            return name
        return self._admitted()

    def _roles(self) -> Iterator[Mapping[str, Any]]:
        for page in self._iam.get_paginator("list_roles").paginate():
            yield from page["Roles"]

    def _admitted(self) -> str:
        """Return the name of the role that a table's policy admits, made here with every right that its owner can give it."""
        name = next(arn.rsplit("/", 1)[1] for arn in self._principals() if ":role/" in arn)
        if all(role["RoleName"] != name for role in self._roles()):
            trust = TRUST.format(account=self._environment.account_id)
            self._iam.create_role(RoleName=name, AssumeRolePolicyDocument=trust)
            self._iam.put_role_policy(RoleName=name, PolicyName="owner", PolicyDocument=EVERY_TABLE)
        return name

    def _principals(self) -> Iterator[str]:
        dynamodb = self._emulator.client("dynamodb", self._environment.region)
        for table in self._system.tables:
            arn = f"arn:aws:dynamodb:{self._environment.region}:{self._environment.account_id}:table/"
            try:
                found = dynamodb.get_resource_policy(ResourceArn=f"{arn}{self._environment.physical_name(table.name)}")
            except (dynamodb.exceptions.PolicyNotFoundException, dynamodb.exceptions.ResourceNotFoundException):
                continue
            yield from _texts(json.loads(found["Policy"]))

    def _credentials(self, role: str, tags: Mapping[str, str]) -> Credentials:
        """Assume a role as its trust policy says: a service does it, another consumer's role, or the account."""
        found = self._iam.get_role(RoleName=role)["Role"]
        (statement,) = found["AssumeRolePolicyDocument"]["Statement"]
        principal: Mapping[str, str] = statement["Principal"]
        if service := principal.get("Service"):
            account, region = self._environment.account_id, self._environment.region
            source = SOURCES.get(service, "").format(region=region, account=account) or None
            return self._emulator.assume(found["Arn"], service=service, source_arn=source)
        if principal["AWS"].endswith(":root"):
            return self._emulator.assume(found["Arn"])
        caller = self._credentials(principal["AWS"].rsplit("/", 1)[1], {})
        return self._emulator.assume(found["Arn"], caller=caller, tags=tags)


class TenantClient:
    """Makes each call in a session of the tenant whose key the call names."""

    def __init__(self, clients: ConsumerClients, consumer: Consumer) -> None:
        self._clients, self._consumer = clients, consumer

    def __getattr__(self, name: str) -> Any:
        if name == "exceptions":
            return self._clients.of_tenant(self._consumer, "nobody").exceptions

        def call(**arguments: Any) -> Any:
            tenant = next(self._tenants(arguments), "nobody")
            return getattr(self._clients.of_tenant(self._consumer, tenant), name)(**arguments)

        return call

    def _tenants(self, arguments: Mapping[str, Any]) -> Iterator[str]:
        for text in _texts(arguments):
            if values := self._consumer.tenant_template.match(text):
                yield from values.values()


def _texts(value: Any) -> Iterator[str]:
    """All texts, however deep."""
    if isinstance(value, str):
        yield value
    for inner in value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ():
        yield from _texts(inner)
