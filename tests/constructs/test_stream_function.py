"""A function's folder says what it reads, what it runs, and what it must be given."""

import json
from pathlib import Path
from typing import Any

import pytest

from dynawright.constructs.stream_function import StreamFunction
from dynawright.errors import UserError
from tests.clients.models import READER, SALES
from tests.constructs.processors import environment
from tests.problems import told

VARIABLES = {
    "ORDERS_TABLE": {"table": "orders", "description": "where orders are"},
    "TOPIC_ARN": {"topic": "alerts", "description": "who hears of it"},
    "LIMIT": {"default": "10", "description": "from when on"},
    "ENDPOINT": {"optional": True, "description": "where else"},
}


def function(tmp_path: Path, code: str = "def handler(event, context): ...\n", **manifest: Any) -> StreamFunction:
    folder = tmp_path / "alerts"
    folder.mkdir()
    (folder / "handler.py").write_text(code)
    declared = {"table": "orders", "filters": [{"eventName": ["INSERT"]}], "variables": VARIABLES, **manifest}
    (folder / "function.json").write_text(json.dumps(declared))
    return StreamFunction(folder, SALES, READER)


def test_tables_are_named_by_the_environment_and_the_rest_is_given(tmp_path: Path) -> None:
    found = function(tmp_path).variables({"TOPIC_ARN": "arn", "LIMIT": "5", "ENDPOINT": None}, environment())
    assert found == {"ORDERS_TABLE": "orders-local", "TOPIC_ARN": "arn", "LIMIT": "5"}


def test_defaults_and_optional_variables_may_be_left_out(tmp_path: Path) -> None:
    found = function(tmp_path).variables({"TOPIC_ARN": "arn"}, environment())
    assert found == {"ORDERS_TABLE": "orders-local", "TOPIC_ARN": "arn"}


def test_what_is_missing_and_what_is_unknown_is_said_at_once(tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        function(tmp_path).variables({"TOPIC": "arn"}, environment())
    assert told(caught.value.problems) == [("DW327", "function alerts", "TOPIC"), ("DW327", "function alerts", "TOPIC_ARN")]


def test_the_filters_are_those_of_the_folder(tmp_path: Path) -> None:
    assert function(tmp_path).filters == [{"eventName": ["INSERT"]}]


def test_the_jobs_of_a_dispatcher_go_into_its_package(tmp_path: Path) -> None:
    jobs = (tmp_path / "totals", tmp_path / "search")
    for job in jobs:
        job.mkdir()
        (job / "handler.py").write_text("def run(batch): ...\n")
    assert tuple(function(tmp_path, includes=["totals", "search"]).code.jobs) == jobs


def test_a_function_that_imports_the_clients_has_its_consumers_in_its_package(tmp_path: Path) -> None:
    files = function(tmp_path, "from sales_client import Reader\n").code.files
    assert "sales_client/client_reader.py" in files
