"""A project's metrics: every task counts once, by its latest report."""

import sys
from decimal import Decimal
from typing import Any

import pytest

from dynawright.emulator.streams.function import find
from dynawright.rules.event_patterns import passes
from stacks.miyabi_progress.model import LATEST, STATUSES
from tests.functions.cloud import typed
from tests.runtime.records import record


def report(number: int, task: str, time: int, status: str, project: str = "a", **more: Any) -> dict[str, Any]:
    item = {"task_id": task, "timestamp": Decimal(time), "project_id": project, "status": status, **more}
    keys = {name: typed(item[name]) for name in ("task_id", "timestamp")}
    return record(number, Keys=keys, NewImage={name: typed(value) for name, value in item.items()})


@pytest.fixture
def metrics(deploy: Any) -> Any:
    deployed = deploy("miyabi_progress", "project_metrics")
    for project in ("a", "b"):
        deployed.cloud.put("miyabi-projects", {"project_id": project, "project_name": project, "owner": "me"})
    return deployed


def shown(metrics: Any, project: str = "a") -> dict[str, Any]:
    (item,) = [item for item in metrics.items("miyabi-projects") if item["project_id"] == project]
    found = {name: value for name, value in item.get("metrics", {}).items() if name != "last_updated" and value}
    return {**found, **({"active": active} if (active := item.get("active_task_count")) else {})}


def test_tasks_are_counted_by_status(metrics: Any) -> None:
    statuses = ("pending", "running", "completed", "failed", "blocked", "completed")
    assert metrics(*(report(n, f"t{n}", 1, status, duration_seconds=Decimal(n)) for n, status in enumerate(statuses, 1))) == []
    assert shown(metrics) == {
        "total_tasks": 6,
        "completed_tasks": 2,
        "failed_tasks": 1,
        "blocked_tasks": 1,
        "success_rate": Decimal("0.6667"),
        "timed_tasks": 2,
        "completion_seconds": 9,
        "avg_completion_time_seconds": Decimal("4.5"),
        "active": 2,
    }


def test_a_later_report_replaces_the_earlier_one(metrics: Any) -> None:
    assert metrics(report(1, "t", 1, "running"), report(2, "t", 2, "completed"), report(3, "t", 3, "failed")) == []
    assert shown(metrics) == {"total_tasks": 1, "failed_tasks": 1}


def test_reports_out_of_order_or_twice_change_nothing(metrics: Any) -> None:
    metrics(report(2, "t", 2, "completed"))
    assert metrics(report(1, "t", 1, "running"), report(2, "t", 2, "completed"), report(3, "t", 1, "failed")) == []
    assert shown(metrics) == {"total_tasks": 1, "completed_tasks": 1, "success_rate": 1}


def test_a_corrected_report_of_the_same_time_counts(metrics: Any) -> None:
    assert metrics(report(1, "t", 1, "completed"), report(2, "t", 1, "failed"), report(1, "t", 1, "completed")) == []
    assert shown(metrics) == {"total_tasks": 1, "failed_tasks": 1}


def test_a_task_that_moves_is_counted_by_its_new_project_only(metrics: Any) -> None:
    assert metrics(report(1, "t", 1, "running", "a"), report(2, "t", 2, "running", "b")) == []
    assert (shown(metrics, "a"), shown(metrics, "b")) == ({}, {"total_tasks": 1, "active": 1})


def test_a_report_of_an_unknown_project_waits_until_it_is_there(metrics: Any) -> None:
    waiting = report(1, "t", 1, "running", "new")
    assert metrics(waiting, report(2, "u", 1, "running")) == ["1"]
    metrics.cloud.put("miyabi-projects", {"project_id": "new"})
    assert metrics(waiting) == []
    assert shown(metrics, "new") == {"total_tasks": 1, "active": 1}


def test_a_task_of_a_deleted_project_moves_to_another(metrics: Any) -> None:
    metrics(report(1, "t", 1, "running", "a"))
    metrics.cloud.delete("miyabi-projects", {"project_id": "a"})
    assert metrics(report(2, "t", 2, "running", "b")) == []
    assert shown(metrics, "b") == {"total_tasks": 1, "active": 1}


def test_a_project_that_was_made_anew_counts_none_of_the_former_ones_tasks(metrics: Any) -> None:
    metrics.cloud.put("miyabi-projects", {"project_id": "a", "created_at": "2026-01-01"})
    metrics(report(1, "t", 1, "running", "a"), report(2, "u", 1, "running", "a"))
    metrics.cloud.put("miyabi-projects", {"project_id": "a", "created_at": "2026-02-02"})
    assert metrics(report(3, "t", 2, "running", "b"), report(4, "u", 2, "completed", "a")) == []
    assert (shown(metrics, "a"), shown(metrics, "b")) == (
        {"total_tasks": 1, "completed_tasks": 1, "success_rate": 1},
        {"total_tasks": 1, "active": 1},
    )
    assert metrics(report(5, "u", 3, "running", "b")) == []
    assert shown(metrics, "a") == {}


def test_a_project_that_is_made_anew_in_the_middle_of_a_count_counts_it_as_its_own(
    metrics: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    metrics.cloud.put("miyabi-projects", {"project_id": "a", "created_at": "2026-01-01"})
    metrics.function.load()
    handler = sys.modules["project_metrics.handler"]
    transact = handler.transact

    def made_anew(send: Any) -> Any:
        monkeypatch.setattr(handler, "transact", transact)
        metrics.cloud.put("miyabi-projects", {"project_id": "a", "created_at": "2026-02-02"})
        return transact(send)

    monkeypatch.setattr(handler, "transact", made_anew)
    assert metrics(report(1, "t", 1, "running", "a"), report(2, "t", 2, "completed", "a")) == []
    assert shown(metrics) == {"total_tasks": 1, "completed_tasks": 1, "success_rate": 1}


@pytest.mark.parametrize("bad", [{"status": "lost"}, {"status": True}, {"project_id": Decimal(1)}, {"duration_seconds": "long"}])
def test_a_bad_report_fails_alone(metrics: Any, bad: dict[str, Any]) -> None:
    broken = report(1, "t", 1, "running")
    broken["dynamodb"]["NewImage"] |= {name: typed(value) for name, value in bad.items()}
    assert metrics(broken, report(2, "u", 1, "running")) == ["1"]
    assert shown(metrics) == {"total_tasks": 1, "active": 1}


def test_everything_else_of_the_project_stays(metrics: Any) -> None:
    metrics(report(1, "t", 1, "running"))
    (item,) = [item for item in metrics.items("miyabi-projects") if item["project_id"] == "a"]
    assert (item["project_name"], item["owner"]) == ("a", "me")


def test_the_item_that_says_where_a_task_is_now_is_no_report(metrics: Any) -> None:
    assert metrics(report(1, "t", int(LATEST), "completed")) == []
    assert shown(metrics) == {}


def test_that_item_never_reaches_the_function() -> None:
    filters = find("miyabi_progress", "project_metrics").filters
    assert passes(filters, report(1, "t", 1, "running"))
    assert not passes(filters, report(1, "t", int(LATEST), "running"))


def test_handler_and_model_know_the_same_statuses_and_the_same_latest() -> None:
    find("miyabi_progress", "project_metrics").load()
    handler = sys.modules["project_metrics.handler"]
    assert (STATUSES, int(LATEST)) == (handler.STATUSES, handler.LATEST)
