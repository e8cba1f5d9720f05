"""DynamoDB clients of a system's consumers on the emulator, each with the consumer's own role."""

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
"""Service → the resource it acts for, for trust policies with a condition on it."""
TRUST = '{{"Version":"2012-10-17","Statement":[{{"Effect":"Allow","Principal":{{"AWS":"arn:aws:iam::{account}:root"}},"Action":"sts:AssumeRole"}}]}}'
EVERY_TABLE = '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":["dynamodb:*","kms:Decrypt"],"Resource":"*"}]}'
ANY_ROLE = '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"sts:AssumeRole","Resource":"*"}]}'


class ConsumerClients:
    """Call it with a consumer to get its client; `environment` is the one that the system uses."""

    def __init__(self, emulator: Emulator, environment: Environment, system: System, *, session_name: str = "session") -> None:
        self._emulator, self._environment, self._system = emulator, environment, system
        self._session_name = session_name
        self._iam = emulator.client("iam", environment.region)
        self._clients = cache(self._client)

    def __call__(self, consumer: Consumer) -> Any:
        return self._clients(consumer.name, None) if consumer.tenant_key is None else TenantClient(self, consumer)

    def of_tenant(self, consumer: Consumer, tenant: str) -> Any:
        """Return the client of a tenant's session."""
        return self._clients(consumer.name, (consumer.tenant_template.parameters[0], tenant))

    def of_service(self, service: str, consumer: Consumer) -> Any:
        """Return the consumer's client of a service other than DynamoDB."""
        return self._emulator.client(service, self._environment.region, self._credentials(self._role(consumer.name), {}))

    def _client(self, consumer: str, tag: tuple[str, str] | None) -> Any:
        role = self._role(consumer)
        credentials = self._credentials(role, dict([tag] if tag else []))
        return self._emulator.client("dynamodb", self._environment.region, credentials)

    def _role(self, consumer: str) -> str:
        """Return the name of the role that the stack made, or that a table's own policy admits."""
        name = self._environment.physical_name(f"{self._system.name.replace('_', '-')}-{consumer}")
        if any(role["RoleName"] == name for role in self._roles()):
            return name
        return self._admitted()

    def _roles(self) -> Iterator[Mapping[str, Any]]:
        for page in self._iam.get_paginator("list_roles").paginate():
            yield from page["Roles"]

    def _admitted(self) -> str:
        """Create the role that a table's policy admits and return its name; it needs no rights of its own."""
        arn = next(arn for arn in self._principals() if ":role/" in arn)
        name = arn.rsplit("/", 1)[1]
        if all(role["RoleName"] != name for role in self._roles()):
            trust = TRUST.format(account=self._environment.account_id)
            self._iam.create_role(RoleName=name, AssumeRolePolicyDocument=trust)
            if f"::{self._environment.account_id}:" not in arn:
                self._iam.put_role_policy(RoleName=name, PolicyName="owner", PolicyDocument=EVERY_TABLE)
        return name

    def _principals(self) -> Iterator[str]:
        dynamodb = self._emulator.client("dynamodb", self._environment.region)
        for table in self._system.tables:
            arn = f"arn:aws:dynamodb:{self._environment.region}:{self._environment.account_id}:table/"
            try:
                resource_policy = dynamodb.get_resource_policy(ResourceArn=f"{arn}{self._environment.table_name(table.name)}")
            except (dynamodb.exceptions.PolicyNotFoundException, dynamodb.exceptions.ResourceNotFoundException):
                continue
            yield from _texts(json.loads(resource_policy["Policy"]))

    def _credentials(self, role: str, tags: Mapping[str, str]) -> Credentials:
        """Assume a role as its trust policy allows: through a service, a consumer's role, or the account."""
        existing = self._iam.get_role(RoleName=role)["Role"]
        statements = existing["AssumeRolePolicyDocument"]["Statement"]
        statement = next((candidate for candidate in statements if "Service" in candidate["Principal"]), statements[0])
        return self._as_trusted(existing["Arn"], statement, tags)

    def _as_trusted(self, role_arn: str, statement: Mapping[str, Any], tags: Mapping[str, str]) -> Credentials:
        """Assume a role by one statement of its trust policy."""
        principal, account = statement["Principal"], self._environment.account_id
        compared = {key: value for keys in statement.get("Condition", {}).values() for key, value in keys.items()}
        if service := principal.get("Service"):
            source = SOURCES.get(service, "").format(region=self._environment.region, account=account) or None
            return self._assume(role_arn, service=service, source_arn=source)
        if provider := principal.get("Federated"):
            issuer = provider.split("oidc-provider/", 1)[1]
            claims = {name: str(compared[f"{issuer}:{name}"]) for name in ("aud", "sub")}
            return self._emulator.assume_with_token(role_arn, issuer=issuer, session_name=self._session_name, **claims)
        if named := compared.get("aws:PrincipalArn"):
            return self._assume(role_arn, caller=self._as_named(named if isinstance(named, str) else named[-1]))
        if principal["AWS"].endswith(":root"):
            return self._assume(role_arn, external_id=compared.get("sts:ExternalId"))
        caller = self._credentials(principal["AWS"].rsplit("/", 1)[1], {})
        return self._assume(role_arn, caller=caller, tags=tags)

    def _as_named(self, pattern: str) -> Credentials:
        """Return credentials of the role in a trust policy's condition, after creating it: no stack does."""
        arn = pattern.replace("?", "0")
        path, _, name = arn.split(":role", 1)[1].rpartition("/")
        if all(role["RoleName"] != name for role in self._roles()):
            trust = TRUST.format(account=self._environment.account_id)
            self._iam.create_role(RoleName=name, Path=f"{path}/", AssumeRolePolicyDocument=trust)
            self._iam.put_role_policy(RoleName=name, PolicyName="assume", PolicyDocument=ANY_ROLE)
        return self._assume(arn)

    def _assume(self, role_arn: str, **arguments: Any) -> Credentials:
        return self._emulator.assume(role_arn, session_name=self._session_name, **arguments)


class TenantClient:
    """Sends each call in a session of the tenant whose key it contains."""

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
    """Yield all texts in a value, at any depth."""
    if isinstance(value, str):
        yield value
    for inner in value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ():
        yield from _texts(inner)
