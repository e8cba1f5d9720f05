"""Each function as it lies in its zip: importing nothing that costs time."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import boto3
import pytest

from dynawright.discovery import function_names
from dynawright.emulator.streams.function import Function, functions
from dynawright.runtime import clients
from tests.functions.packaged import unpacked
from tests.functions.world import Index

CODE = """
import sys, json
import handler
heavy = sorted({"boto3", "botocore", "urllib3", "moto", "pydantic", "cdktf"} & set(sys.modules))
print(json.dumps([heavy, handler.handler({"Records": []}, None)]))
"""


@pytest.mark.parametrize("function", functions(), ids=lambda one: one.name)
def test_it_runs_alone_and_imports_no_boto3_until_a_record_needs_it(function: Function, tmp_path: Path) -> None:
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, "-c", CODE], cwd=unpacked(function, tmp_path), env=environ, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [[], {"batchItemFailures": []}]


def deployed_alone() -> list[Function]:
    """Return the functions that Lambda starts: not the jobs of others."""
    return [one for one in functions() if one.name in function_names(one.system)]


IN_LAMBDA = """
import sys, json
import handler
from dynawright.runtime import clients
heavy = sorted({"boto3", "moto", "pydantic", "cdktf"} & set(sys.modules))
print(json.dumps([heavy, clients.client.cache_info().misses, clients.client("dynamodb").meta.service_model.service_name]))
"""


@pytest.mark.parametrize("function", deployed_alone(), ids=lambda one: one.name)
def test_lambda_loads_boto3_before_the_first_invocation(function: Function, tmp_path: Path) -> None:
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    environ |= {"AWS_LAMBDA_RUNTIME_API": "127.0.0.1:9001", "AWS_DEFAULT_REGION": "eu-west-1"}
    done = subprocess.run(
        [sys.executable, "-c", IN_LAMBDA],
        cwd=unpacked(function, tmp_path),
        env=environ,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [["boto3"], 1, "dynamodb"]


SERVICES = {"table": "dynamodb", "topic": "sns", "event_bus": "events", "secret": "secretsmanager"}
"""What a variable names → the service that it belongs to."""


def forget(function: Function) -> None:
    """Empty what the function keeps from one invocation to the next."""
    clients.client.cache_clear()
    for value in vars(sys.modules[f"{function.name}.handler"]).values():
        if hasattr(value, "cache_clear"):
            value.cache_clear()


@pytest.mark.parametrize("function", functions(), ids=lambda one: one.name)
def test_one_client_is_made_for_each_service_that_it_uses(
    deploy: Any, function: Function, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For any number of records and batches."""
    deployed, made, make = deploy(function.system, function.name, optional=True), [], boto3.client

    def noted(service: str, **settings: Any) -> Any:
        made.append(service)
        return make(service, **settings)

    function.load()
    forget(function)
    monkeypatch.setattr(boto3, "client", noted)
    monkeypatch.setattr("urllib.request.urlopen", Index().urlopen)
    for _ in range(2):
        for sample in function.events:
            event = json.loads(sample.read_text())
            for table, items in event.get("given", {}).items():
                for item in items:
                    deployed.cloud.client("dynamodb").put_item(TableName=table, Item=item)
            deployed(*event["Records"])
    forget(function)
    used = {service for variable in function.variables.values() for kind, service in SERVICES.items() if kind in variable}
    assert sorted(made) == sorted(used)
