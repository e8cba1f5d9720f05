"""Functions and models agree: what the access patterns write, functions take; what functions write, models declare."""

from dataclasses import replace
from typing import Any

import pytest
from botocore.client import BaseClient

from dynawright.emulator.patterns.exercise import exercise
from dynawright.emulator.patterns.request import from_wire
from dynawright.emulator.streams.filters import passes
from dynawright.emulator.streams.function import Function, functions
from dynawright.emulator.streams.reader import StreamReader
from dynawright.model import Delete, Put, TransactWrite, Update
from dynawright.monitoring.operations import READS, WRITES
from tests.functions.declared import problems
from tests.functions.world import Index, system_of

FUNCTIONS = functions()
INCLUDED = {name for function in FUNCTIONS for name in function.manifest.includes}


@pytest.fixture
def requests(monkeypatch: pytest.MonkeyPatch) -> set[tuple[str, str]]:
    """Every (table, operation) that is asked of DynamoDB from now on."""
    asked: set[tuple[str, str]] = set()
    original = BaseClient._make_api_call

    def record(client: Any, operation: str, request: dict[str, Any]) -> Any:
        items = [next(iter(item.values())) for item in request.get("TransactItems", [])]
        asked.update((item["TableName"], operation) for item in (*items, request) if "TableName" in item)
        return original(client, operation, request)

    monkeypatch.setattr(BaseClient, "_make_api_call", record)
    return asked


@pytest.mark.parametrize("function", [one for one in FUNCTIONS if one.name not in INCLUDED], ids=lambda one: one.name)
def test_a_function_takes_all_that_the_patterns_write_and_writes_what_is_declared(
    deploy: Any, function: Function, monkeypatch: pytest.MonkeyPatch, requests: set[tuple[str, str]]
) -> None:
    deployed = deploy(function.system, function.name, optional=True)
    monkeypatch.setattr("urllib.request.urlopen", Index().urlopen)
    dynamodb = deployed.cloud.client("dynamodb")
    on = {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"}
    stream = dynamodb.update_table(TableName=function.table, StreamSpecification=on)["TableDescription"]["LatestStreamArn"]
    system = system_of(function)
    for table in system.tables:
        writes = [one for one in table.access_patterns if isinstance(one, Put | Update | Delete | TransactWrite)]
        small = [entity for entity in table.entities if entity.chunks is None]
        list(exercise(dynamodb, replace(table, entities=small, access_patterns=writes), table.name))
    records = [record for _, record in StreamReader(deployed.cloud.client("dynamodbstreams"), stream, from_start=True).read()]
    records = records[:: 1 + len(records) // 150]  # of every kind some: moto is slow
    written = [variable["table"] for variable in function.variables.values() if "table" in variable]
    before = {table: deployed.items(table) for table in written}

    requests.clear()
    assert deployed(*(record for record in records if passes(function.filters, record))) == []
    called = {(table, operation) for table, operation in requests if operation in (*READS, *WRITES)}
    declared = {
        (table.name, pattern.request)
        for table in system.tables
        for pattern in table.access_patterns
        if function.name.replace("_", "-") in {consumer.name for consumer in pattern.used_by}
    }
    assert called == declared  # alarms watch the operations of patterns

    assert [table for table in written if deployed.items(table) == before[table]] == []
    pages = [(table, page) for table in system.tables for page in dynamodb.get_paginator("scan").paginate(TableName=table.name)]
    stored = [(table, from_wire(item)) for table, page in pages for item in page["Items"]]
    assert stored
    assert [problem for table, item in stored for problem in problems(table, item)] == []
