"""What the stream functions of a deployed system do with its stream: fed by a mapping like the one that was deployed."""

from __future__ import annotations

import io
import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from dynawright.emulator.emulator import Emulator
from dynawright.emulator.iam.credentials import Credentials
from dynawright.emulator.streams.destination import FailedBatch
from dynawright.emulator.streams.function import Function, find, functions
from dynawright.emulator.streams.mapping import EventSourceMapping, MappingSettings
from dynawright.emulator.streams.reader import StreamReader
from dynawright.environ import emulator_settings
from dynawright.model import System, TableModel
from dynawright.runtime import clients
from dynawright.settings import Environment

HASH_KEY_BYTES = 32


@dataclass(frozen=True)
class Delivery:
    """What one function was given, and what came of it."""

    function: str
    records: int
    invocations: int
    given_up: int
    effects: Mapping[str, int]
    """What it did → how often: `new <entity> in <table>`, `changed <entity> in <table>`, `messages to SNS`, `events to EventBridge`."""
    off: tuple[str, ...] = ()
    """The jobs it includes that the environment has switched off."""


def deliver(emulator: Emulator, environment: Environment, system: System) -> list[Delivery]:
    """Gives each deployed function what its stream holds; its variables and its mapping's settings are those that Terraform made."""
    client = emulator.client("lambda", environment.region)
    mappings = {one["FunctionArn"].rsplit(":", 1)[1]: one for one in client.list_event_source_mappings()["EventSourceMappings"]}
    found = []
    for function in functions():
        name = environment.physical_name(f"{system.name}-{function.name}".replace("_", "-"))
        if function.system == system.name and name in mappings:
            deployed = client.get_function_configuration(FunctionName=name)
            variables = deployed.get("Environment", {}).get("Variables", {})
            role = emulator.assume(deployed["Role"], service="lambda.amazonaws.com", source_arn=deployed["FunctionArn"])
            with _environ(emulator, environment, variables, role) as sent:
                found.append(_fed(emulator, environment, system, function, variables, mappings[name], role, sent))
    return found


def _fed(
    emulator: Emulator,
    environment: Environment,
    system: System,
    function: Function,
    variables: Mapping[str, str],
    mapping: Mapping[str, Any],
    role: Credentials,
    sent: Counter[str],
) -> Delivery:
    dynamodb = emulator.client("dynamodb", environment.region)
    tables = sorted({value for name, value in variables.items() if name.endswith("_TABLE")})
    _put_hash_key(emulator, environment, variables)
    before = {table: _items(dynamodb, table) for table in tables}
    stream = emulator.client("dynamodbstreams", environment.region, role)  # Lambda reads it with the function's role
    records = list(StreamReader(stream, mapping["EventSourceArn"], from_start=True).read())
    handler, events, failed = function.load(), list[int](), list[FailedBatch]()

    def invoke(event: dict[str, Any]) -> Any:
        events.append(len(event["Records"]))
        with redirect_stdout(io.StringIO()):  # its log
            return handler(json.loads(json.dumps(event)), None)

    # Counted, not kept: the failure bucket refuses whoever comes without TLS, and the emulator has none.
    simulated = EventSourceMapping(invoke, _settings(mapping), failed.append)
    simulated.feed(records)
    simulated.run()
    models = {environment.physical_name(model.name): model for model in system.tables}
    written = Counter[str]()
    for table in tables:
        for key, item in _items(dynamodb, table).items():
            if item != before[table].get(key):
                written[f"{'changed' if key in before[table] else 'new'} {_entity(models[table], item)} in {table}"] += 1
    return Delivery(
        function.name,
        records=len(records),
        invocations=len(events),
        given_up=sum(len(batch.records) for batch in failed),
        effects={**written, **sent},
        off=tuple(job for job in function.manifest.includes if _is_off(find(system.name, job), variables)),
    )


def _entity(model: TableModel, item: Mapping[str, Mapping[str, str]]) -> str:
    """The entity that the item's key says it is: of several, the one whose templates say the most."""
    values = {key.name: str(next(iter(item[key.name].values()))) for key in model.key}
    matching = {
        entity.name: sum(len(entity.keys[name].render(dict.fromkeys(entity.keys[name].parameters, ""))) for name in values)
        for entity in model.entities
        if all(entity.keys[name].match(value) is not None for name, value in values.items())
    }
    return max(matching, key=lambda name: matching[name], default="unknown items")


def _is_off(job: Function, variables: Mapping[str, str]) -> bool:
    """A job is off where something that it may do without was not set."""
    return any(variable.get("optional") and name not in variables for name, variable in job.variables.items())


def _settings(mapping: Mapping[str, Any]) -> MappingSettings:
    filters = [json.loads(one["Pattern"]) for one in mapping.get("FilterCriteria", {}).get("Filters", [])]
    return MappingSettings(
        batch_size=mapping["BatchSize"],
        window_seconds=0,
        parallelization_factor=mapping["ParallelizationFactor"],
        maximum_retry_attempts=mapping["MaximumRetryAttempts"],
        maximum_record_age_seconds=mapping["MaximumRecordAgeInSeconds"],
        bisect_on_error=mapping["BisectBatchOnFunctionError"],
        filters=filters,
    )


def _put_hash_key(emulator: Emulator, environment: Environment, variables: Mapping[str, str]) -> None:
    """Whoever runs the system puts the secret there; Terraform never knows it."""
    if arn := variables.get("HASH_KEY_SECRET_ARN"):
        secrets = emulator.client("secretsmanager", environment.region)
        secrets.put_secret_value(SecretId=arn, SecretString=os.urandom(HASH_KEY_BYTES).hex())


def _items(dynamodb: Any, table: str) -> dict[str, Any]:
    """All items, by their key."""
    keys = [key["AttributeName"] for key in dynamodb.describe_table(TableName=table)["Table"]["KeySchema"]]
    pages = dynamodb.get_paginator("scan").paginate(TableName=table)
    return {str([item[key] for key in keys]): item for page in pages for item in page["Items"]}


@contextmanager
def _environ(
    emulator: Emulator, environment: Environment, variables: Mapping[str, str], role: Credentials
) -> Iterator[Counter[str]]:
    """The handler's process, as Lambda would make it, with the function's role; counts the messages that leave it, since the emulator keeps none."""
    import boto3

    sent = Counter[str]()

    def published(parsed: Mapping[str, Any], **_: Any) -> None:
        sent["messages to SNS"] += "MessageId" in parsed

    def put(parsed: Mapping[str, Any], **_: Any) -> None:
        sent["events to EventBridge"] += sum("EventId" in entry for entry in parsed.get("Entries", ()))

    here = {**emulator_settings(emulator.endpoint_url), **role.environ, "AWS_DEFAULT_REGION": environment.region}
    settings = {**here, **variables}
    with patch.dict(os.environ, settings), patch.object(boto3, "DEFAULT_SESSION", boto3.Session()) as session:
        session.events.register("after-call.sns.Publish", published)
        session.events.register("after-call.eventbridge.PutEvents", put)
        clients.client.cache_clear()
        yield sent
        clients.client.cache_clear()
