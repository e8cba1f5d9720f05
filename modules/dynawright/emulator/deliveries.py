"""Deliver a deployed system's stream to its functions, with the deployed mappings."""

from __future__ import annotations

import io
import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from dynawright.emulator.emulator import Emulator
from dynawright.emulator.iam.credentials import Credentials
from dynawright.emulator.streams.destination import FailedBatch, FailureBucket
from dynawright.emulator.streams.function import Function, find, functions
from dynawright.emulator.streams.mapping import EventSourceMapping, MappingSettings
from dynawright.emulator.streams.reader import StreamReader, StreamRecord
from dynawright.environ import emulator_settings
from dynawright.model import System, TableModel
from dynawright.runtime import clients
from dynawright.settings import Environment

HASH_KEY_BYTES = 32
BUCKET = "arn:aws:s3:::"
Records = Sequence[tuple[str, StreamRecord]]
"""Records, each with its shard."""


@dataclass(frozen=True)
class Delivery:
    """What one function received, and its effects."""

    function: str
    records: int
    invocations: int
    given_up: int
    effects: Mapping[str, int]
    """Effect → count: `new <entity> in <table>`, `messages to SNS`, `events to EventBridge`, …"""
    off: tuple[str, ...] = ()
    """Included jobs that the environment has switched off."""


def deliver(
    emulator: Emulator,
    environment: Environment,
    system: System,
    *,
    records: Mapping[str, Records] | None = None,
    session_name: str = "session",
    keep_given_up: bool = False,
) -> list[Delivery]:
    """Deliver its stream to each deployed function, with the variables and mapping from Terraform.

    `records` is filled with each function's records, by the function's name. `keep_given_up` writes failed batches to
    their bucket, which the deploy role can't empty: it could not destroy the stack then.
    """
    deliveries = []
    for function, deployed, mapping in _deployed(emulator, environment, system):
        variables, role = deployed.get("Environment", {}).get("Variables", {}), _role(emulator, deployed, session_name)
        if records is None:
            given = list(_reader(emulator, environment, mapping, role, from_start=True).read())
        else:
            given = [*records[function.name]]
        bucket = _failure_bucket(emulator, environment, mapping, role) if keep_given_up else None
        with _environ(emulator, environment, variables, role) as sent:
            deliveries.append(_fed(emulator, environment, system, function, variables, mapping, given, sent, bucket))
    return deliveries


def readers(
    emulator: Emulator, environment: Environment, system: System, *, session_name: str = "session"
) -> dict[str, StreamReader]:
    """Return a reader for each deployed function, starting with the next change."""
    return {
        function.name: _reader(emulator, environment, mapping, _role(emulator, deployed, session_name), from_start=False)
        for function, deployed, mapping in _deployed(emulator, environment, system)
    }


def _deployed(
    emulator: Emulator, environment: Environment, system: System
) -> Iterator[tuple[Function, Mapping[str, Any], Mapping[str, Any]]]:
    """Yield each deployed function with its configuration and its mapping."""
    client = emulator.client("lambda", environment.region)
    mappings = {
        event_source_mapping["FunctionArn"].rsplit(":", 1)[1]: event_source_mapping
        for event_source_mapping in client.list_event_source_mappings()["EventSourceMappings"]
    }
    for function in functions():
        name = environment.physical_name(f"{system.name}-{function.name}".replace("_", "-"))
        if function.system == system.name and name in mappings:
            yield function, client.get_function_configuration(FunctionName=name), mappings[name]


def _role(emulator: Emulator, deployed: Mapping[str, Any], session_name: str) -> Credentials:
    service, source_arn = "lambda.amazonaws.com", deployed["FunctionArn"]
    return emulator.assume(deployed["Role"], session_name=session_name, service=service, source_arn=source_arn)


def _reader(
    emulator: Emulator, environment: Environment, mapping: Mapping[str, Any], role: Credentials, *, from_start: bool
) -> StreamReader:
    """Return a reader of the stream with the function's role, as in Lambda."""
    client = emulator.client("dynamodbstreams", environment.region, role)
    return StreamReader(client, mapping["EventSourceArn"], from_start=from_start)


def _failure_bucket(
    emulator: Emulator, environment: Environment, mapping: Mapping[str, Any], role: Credentials
) -> FailureBucket | None:
    """Return the bucket for failed batches under the function's role; None for other destinations."""
    destination = mapping.get("DestinationConfig", {}).get("OnFailure", {}).get("Destination", "")
    if not destination.startswith(BUCKET):
        return None
    client, name = emulator.client("s3", environment.region, role), destination.removeprefix(BUCKET)
    return FailureBucket(client, name, mapping_id=mapping["UUID"], function_arn=mapping["FunctionArn"])


def _fed(
    emulator: Emulator,
    environment: Environment,
    system: System,
    function: Function,
    variables: Mapping[str, str],
    mapping: Mapping[str, Any],
    records: Records,
    sent: Counter[str],
    bucket: FailureBucket | None,
) -> Delivery:
    dynamodb = emulator.client("dynamodb", environment.region)
    tables = sorted({value for name, value in variables.items() if name.endswith("_TABLE")})
    _put_hash_key(emulator, environment, variables)
    before = {table: _items(dynamodb, table) for table in tables}
    handler, events, failed = function.load(), list[int](), list[FailedBatch]()

    def invoke(event: dict[str, Any]) -> Any:
        events.append(len(event["Records"]))
        with redirect_stdout(io.StringIO()):  # its log
            return handler(json.loads(json.dumps(event)), None)

    def give_up(batch: FailedBatch) -> None:
        failed.append(batch)
        if bucket is not None:
            bucket(batch)

    simulated = EventSourceMapping(invoke, _settings(mapping), give_up)
    simulated.feed(records)
    simulated.run()
    models = {environment.table_name(model.name): model for model in system.tables}
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
    """Return the entity of an item's key: the one with the most specific templates."""
    values = {key.name: str(next(iter(item[key.name].values()))) for key in model.key}
    matching = {
        entity.name: sum(len(entity.keys[name].render(dict.fromkeys(entity.keys[name].parameters, ""))) for name in values)
        for entity in model.entities
        if all(entity.keys[name].match(value) is not None for name, value in values.items())
    }
    return max(matching, key=lambda name: matching[name], default="unknown items")


def _is_off(job: Function, variables: Mapping[str, str]) -> bool:
    """Whether a job is off because an optional variable is not set."""
    return any(variable.get("optional") and name not in variables for name, variable in job.variables.items())


def _settings(mapping: Mapping[str, Any]) -> MappingSettings:
    filters = [json.loads(pattern["Pattern"]) for pattern in mapping.get("FilterCriteria", {}).get("Filters", [])]
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
    """Set the secret as operators do; Terraform never knows it."""
    if arn := variables.get("HASH_KEY_SECRET_ARN"):
        secrets = emulator.client("secretsmanager", environment.region)
        secrets.put_secret_value(SecretId=arn, SecretString=os.urandom(HASH_KEY_BYTES).hex())


def _items(dynamodb: Any, table: str) -> dict[str, Any]:
    """Return all items, by key."""
    keys = [key["AttributeName"] for key in dynamodb.describe_table(TableName=table)["Table"]["KeySchema"]]
    pages = dynamodb.get_paginator("scan").paginate(TableName=table)
    return {str([item[key] for key in keys]): item for page in pages for item in page["Items"]}


@contextmanager
def _environ(
    emulator: Emulator, environment: Environment, variables: Mapping[str, str], role: Credentials
) -> Iterator[Counter[str]]:
    """Return a process environment with the function's role; count its messages, which the emulator drops."""
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
