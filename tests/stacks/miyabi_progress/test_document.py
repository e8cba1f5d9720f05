"""Lines of the team's document that were once not met; other decisions are in document.py."""

import json
import logging
from pathlib import Path
from typing import Any

import boto3
import pytest
from moto import mock_aws

from dynawright.clients.runtime.json_lines import JsonLines
from dynawright.emulator.patterns.definition import definition
from stacks.miyabi_progress.model import LOGS, PROJECTS, SYSTEM, TASKS
from stacks.miyabi_progress.stack import ERROR_LINE
from tests.clients.loading import loaded


@pytest.fixture
def clients(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The reporter and the web UI, on tables of moto, with their package."""
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "testing")
    with mock_aws():
        dynamodb = boto3.client("dynamodb", region_name="eu-west-1")
        names = {}
        for table in (TASKS, PROJECTS, LOGS):
            dynamodb.create_table(**definition(table, table.name))
            names[table.name] = table.name
        package = loaded(SYSTEM, tmp_path)
        reporter = package.Reporter(tables={name: name for name in ("miyabi-tasks", "miyabi-logs")}, client=dynamodb)
        yield package, reporter, package.WebUi(tables=names, client=dynamodb)


def report(minute: int, status: str, task: str = "t1") -> dict[str, Any]:
    return {
        "task_id": task,
        "timestamp": 1_790_000_000_000 + minute * 60_000,
        "project_id": "p1",
        "status": status,
        "task_type": "build",
        "task_name": "build the site",
        "priority": "P1",
        "progress": {"current": minute, "total": 10, "percentage": minute * 10},
        "details": {"phase": "compile"},
        "metadata": {"agent": "mugen"},
    }


def sent(minute: int, status: str, task: str = "t1") -> dict[str, Any]:
    return {**report(minute, status, task), "created_at": "2026-09-21T10:00:00Z", "updated_at": f"2026-09-21T10:{minute:02}:00Z"}


def test_all_running_tasks_are_those_that_run_now(clients: Any) -> None:
    _, reporter, ui = clients
    for minute, status in ((0, "pending"), (1, "running"), (2, "completed")):
        reporter.report_progress(**sent(minute, status))
    reporter.report_progress(**sent(1, "running", "t2"))
    assert [task["task_id"] for task in ui.tasks_by_status(status="running")] == ["t2"]
    assert [task["task_id"] for task in ui.tasks_by_status(status="completed")] == ["t1"]
    assert [(task["task_id"], task["status"]) for task in ui.project_tasks(project_id="p1")] == [
        ("t1", "completed"),
        ("t2", "running"),
    ]
    assert len(list(ui.tasks_by_type(task_type="build"))) == 2


def test_history_and_latest_report_are_kept_apart_from_it(clients: Any) -> None:
    _, reporter, ui = clients
    for minute, status in ((0, "pending"), (1, "running")):
        reporter.report_progress(**sent(minute, status))
    assert ui.task_latest_state(task_id="t1")["status"] == "running"
    first, last = report(0, "")["timestamp"], report(9, "")["timestamp"]
    assert [one["status"] for one in ui.task_history(task_id="t1", first=first, last=last)] == ["pending", "running"]


def test_a_report_that_comes_late_changes_the_history_alone(clients: Any) -> None:
    package, reporter, ui = clients
    reporter.report_progress(**sent(2, "completed"))
    with pytest.raises(package.ConditionFailed):
        reporter.report_progress(**sent(1, "running"))
    reporter.report_late(**report(1, "running"))
    assert list(ui.tasks_by_status(status="running")) == []
    assert ui.task_latest_state(task_id="t1")["status"] == "completed"


def test_a_projects_status_changes_without_its_metrics(clients: Any) -> None:
    package, _, ui = clients
    metrics = {"total_tasks": 3}
    ui.create_project(
        project_id="p1", project_name="site", status="active", owner="me", resources={}, active_task_count=1,
        metrics=metrics, created_at="2026-09-21T10:00:00Z", updated_at="2026-09-21T10:00:00Z",
    )  # fmt: skip
    for status in ("paused", "completed", "archived"):
        ui.set_project_status(project_id="p1", status=status, updated_at="2026-09-22T10:00:00Z")
        found = ui.project_record(project_id="p1")
        assert (found["status"], found["metrics"]) == (status, metrics)
    with pytest.raises(package.ConditionFailed):
        ui.set_project_status(project_id="p2", status="paused", updated_at="2026-09-22T10:00:00Z")


def test_json_log_lines_have_the_documents_fields_and_the_level_that_is_counted() -> None:
    fields = {"task_id": "t1", "phase": "build", "progress": 50}
    record = logging.makeLogRecord({"levelname": "ERROR", "msg": "failed", **fields})
    line = json.loads(JsonLines(*fields).format(record))
    assert {*line} == {"timestamp", "level", "task_id", "message", "phase", "progress"}
    assert f'{{ $.level = "{line["level"]}" }}' == ERROR_LINE


def test_log_entries_have_the_documents_level_warn() -> None:
    assert LOGS.entity("LOG_ENTRY").values["log_level"] == ("DEBUG", "INFO", "WARN", "ERROR")


def test_nothing_is_written_that_no_role_can_read_or_must_know_unread() -> None:
    assert {warning.code for warning in SYSTEM.warnings} == {"DW264"}  # the document wants a status as a key: it is warned about
