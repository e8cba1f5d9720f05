"""Runs every access pattern at an endpoint: tables are made there, used and deleted again."""

from __future__ import annotations

import os
from typing import Any

from dynawright.emulator.patterns.exercise import exercise
from dynawright.emulator.patterns.outcome import Outcome
from dynawright.environ import emulator_settings
from dynawright.errors import UserError
from dynawright.model import System, TableModel
from dynawright.model.index import Index, LocalIndex
from dynawright.settings import Environment
from dynawright.systems import tables_in


def outcomes_at(client: Any, environment: Environment, system: System) -> list[Outcome]:
    """Make the system's tables, run their access patterns and delete the tables. A table that exists already is an error."""
    tables = {environment.physical_name(table.name): table for table in tables_in(environment, system)}
    if taken := sorted(tables.keys() & _table_names(client)):
        problem = f"{', '.join(taken)} exists there already, and its items would be overwritten"
        raise UserError([f"{problem}: delete it first, or name another endpoint"])
    made: list[str] = []
    try:
        for name, table in tables.items():
            client.create_table(TableName=name, **definition(table))
            made.append(name)
        for name in made:
            client.get_waiter("table_exists").wait(TableName=name, WaiterConfig={"Delay": 1, "MaxAttempts": 120})
        return [outcome for name, table in tables.items() for outcome in exercise(client, table, name)]
    finally:
        for name in made:
            client.delete_table(TableName=name)


def client_at(endpoint_url: str, region: str) -> Any:
    """Return a DynamoDB client: with the user's credentials if there are any, else with those that emulators take."""
    import boto3
    from botocore.config import Config

    session = boto3.Session()
    made_up = emulator_settings(endpoint_url)
    credentials = (
        {}
        if session.get_credentials()
        else {"aws_access_key_id": made_up["AWS_ACCESS_KEY_ID"], "aws_secret_access_key": made_up["AWS_SECRET_ACCESS_KEY"]}
    )
    return session.client(
        "dynamodb",
        region_name=os.environ.get("AWS_REGION") or session.region_name or region,
        endpoint_url=endpoint_url,
        config=Config(retries={"total_max_attempts": 2}, connect_timeout=5),
        **credentials,
    )


def definition(table: TableModel) -> dict[str, Any]:
    """Return the arguments of CreateTable that access patterns need: keys and indexes."""
    request: dict[str, Any] = {
        "KeySchema": _key_schema([key.name for key in table.key]),
        "AttributeDefinitions": [{"AttributeName": name, "AttributeType": type} for name, type in table.key_types.items()],
        "BillingMode": "PAY_PER_REQUEST",
    }
    if table.indexes:
        request["GlobalSecondaryIndexes"] = [_index(table, index) for index in table.indexes]
    if table.local_indexes:
        request["LocalSecondaryIndexes"] = [_index(table, index) for index in table.local_indexes]
    return request


def _index(table: TableModel, index: Index | LocalIndex) -> dict[str, Any]:
    projection: dict[str, Any] = {"ProjectionType": index.projection.type}
    if index.projection.attributes:
        projection["NonKeyAttributes"] = list(index.projection.attributes)
    keys = [key.name for key in table.index_keys[index.name]]
    return {"IndexName": index.name, "KeySchema": _key_schema(keys), "Projection": projection}


def _key_schema(names: list[str]) -> list[dict[str, str]]:
    return [{"AttributeName": name, "KeyType": kind} for name, kind in zip(names, ("HASH", "RANGE"), strict=False)]


def _table_names(client: Any) -> set[str]:
    return {name for page in client.get_paginator("list_tables").paginate() for name in page["TableNames"]}
