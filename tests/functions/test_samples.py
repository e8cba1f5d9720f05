"""Functions and models agree: functions accept what patterns write, models declare what they write."""

from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from botocore.client import BaseClient

from dynawright.clients.loading import loaded
from dynawright.emulator.patterns.exercise import exercise
from dynawright.emulator.patterns.request import from_wire
from dynawright.emulator.streams.function import Function, functions
from dynawright.emulator.streams.reader import StreamReader
from dynawright.model import Delete, Put, TransactWrite, Update
from dynawright.monitoring.operations import READS, WRITES
from dynawright.rules.event_patterns import passes
from tests.functions import shapes
from tests.functions.declared import problems
from tests.functions.subjects import subjects
from tests.functions.world import Index, system_of

FUNCTIONS = functions()
SUBJECTS = subjects()
INCLUDED = {name for function in FUNCTIONS for name in function.manifest.includes}


@pytest.fixture
def requests(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, Any]]]:
    """Every operation that is asked of AWS from now on, with its request."""
    asked: list[tuple[str, dict[str, Any]]] = []
    original = BaseClient._make_api_call

    def record(client: Any, operation: str, request: dict[str, Any]) -> Any:
        asked.append((operation, request))
        return original(client, operation, request)

    monkeypatch.setattr(BaseClient, "_make_api_call", record)
    return asked


def called(requests: list[tuple[str, dict[str, Any]]]) -> set[tuple[str, str]]:
    """Return the tables with the operations on their items."""
    return {
        (item["TableName"], operation)
        for operation, request in requests
        for item in (request, *(part for one in request.get("TransactItems", []) for part in one.values()))
        if "TableName" in item and operation in (*READS, *WRITES)
    }


@pytest.mark.parametrize("function", [one for one in FUNCTIONS if one.name not in INCLUDED], ids=lambda one: one.name)
def test_a_function_takes_all_that_the_patterns_write_and_writes_what_is_declared(
    deploy: Any, function: Function, monkeypatch: pytest.MonkeyPatch, requests: list[tuple[str, dict[str, Any]]], tmp_path: Path
) -> None:
    deployed = deploy(function.system, function.name, optional=True)
    monkeypatch.setattr("urllib.request.urlopen", Index().urlopen)
    dynamodb = deployed.cloud.client("dynamodb")
    on = {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"}
    stream = dynamodb.update_table(TableName=function.table, StreamSpecification=on)["TableDescription"]["LatestStreamArn"]
    system = system_of(function)
    for table in system.tables:
        writes = [pattern for pattern in table.access_patterns if isinstance(pattern, Put | Update | Delete | TransactWrite)]
        small = [entity for entity in table.entities if entity.chunks is None]
        list(exercise(dynamodb, replace(table, entities=small, access_patterns=writes), table.name))
    records = [record for _, record in StreamReader(deployed.cloud.client("dynamodbstreams"), stream, from_start=True).read()]
    records = records[:: 1 + len(records) // 60]  # of every kind some: moto is slow
    records = [record for record in records if passes(function.filters, record)]
    for record in records if function.name in SUBJECTS else ():
        SUBJECTS[function.name].needs(deployed.cloud, from_wire(record["dynamodb"].get("NewImage", {})))
    written = [variable["table"] for variable in function.variables.values() if "table" in variable]
    before = {table: deployed.items(table) for table in written}

    requests.clear()
    assert deployed(*records) == []
    own = [
        (table, pattern)
        for table in system.tables
        for pattern in table.access_patterns
        if function.name.replace("_", "-") in {consumer.name for consumer in pattern.used_by}
    ]
    assert called(requests) == {
        (table.name, pattern.request) for table, pattern in own
    }  # alarms watch the operations of patterns
    client = import_module(f"{loaded(system, tmp_path).__name__}._patterns")
    asked = {shape for operation, request in requests for shape in shapes.asked(operation, request)}
    declared = {shape for _, pattern in own for shape in shapes.declared(getattr(client, pattern.id))}
    assert asked == declared

    assert [table for table in written if deployed.items(table) == before[table]] == []
    pages = [(table, page) for table in system.tables for page in dynamodb.get_paginator("scan").paginate(TableName=table.name)]
    stored = [(table, from_wire(item)) for table, page in pages for item in page["Items"]]
    assert stored
    assert [problem for table, item in stored for problem in problems(table, item)] == []
