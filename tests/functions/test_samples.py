"""Functions and models agree: what the access patterns write, functions take; what functions write, models declare."""

from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

from dynawright.emulator.patterns.exercise import exercise
from dynawright.emulator.patterns.request import from_wire
from dynawright.emulator.streams.filters import passes
from dynawright.emulator.streams.function import find, functions
from dynawright.emulator.streams.reader import StreamReader
from dynawright.model import Delete, Put, TransactWrite, Update
from dynawright.runtime.markers import DONE, STARTED
from stacks.miyabi_lambda import model as miyabi_lambda
from stacks.miyabi_progress import model as miyabi_progress
from stacks.shop import model as shop
from tests.functions.declared import problems
from tests.functions.world import Index, system_of

WRITES = {  # function → a table that it writes to
    "entity_events": "miyabi-lambda-processed",
    "project_metrics": "miyabi-task-counts",
    "flag_audit": "feature-flags-audit",
    "audit_log": "DynamoDBShopAudit",
    "stream_jobs": "DynamoDBShopProcessed",
}


@pytest.mark.parametrize("function", [one for one in functions() if one.name in WRITES], ids=lambda one: one.name)
def test_a_function_takes_all_that_the_patterns_write_and_writes_what_is_declared(
    deploy: Any, function: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    deployed = deploy(function.system, function.name, SEARCH_ENDPOINT="https://search.example")
    if function.name == "stream_jobs":
        monkeypatch.setattr(import_module("search_sync.handler"), "send", Index().send)
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
    before = deployed.items(WRITES[function.name])

    assert deployed(*(record for record in records if passes(function.filters, record))) == []

    assert deployed.items(WRITES[function.name]) != before
    pages = [(table, page) for table in system.tables for page in dynamodb.get_paginator("scan").paginate(TableName=table.name)]
    stored = [(table, from_wire(item)) for table, page in pages for item in page["Items"]]
    assert len(stored) > 20
    assert [problem for table, item in stored for problem in problems(table, item)] == []


def test_what_handlers_and_models_both_name_is_the_same() -> None:
    find("miyabi_progress", "project_metrics").load()
    assert import_module("project_metrics.handler").STATUSES == miyabi_progress.STATUSES
    markers = [*shop.PROCESSED.entities, *miyabi_lambda.PROCESSED.entities]
    assert {entity.values["Status"] for entity in markers if "Status" in entity.values} == {(STARTED, DONE)}
