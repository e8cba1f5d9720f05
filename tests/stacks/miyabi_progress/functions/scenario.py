"""The expected effects of project_metrics on the emulator."""

from __future__ import annotations

from tests.applied.platform import Platform, Scenario
from tests.functions.cloud import Item


def write(platform: Platform) -> None:
    platform.write("miyabi-projects", {"project_id": "x"})
    report: Item = {"task_id": "x", "project_id": "x", "task_type": "build", "updated_at": "1", "created_at": "1"}
    reports = ((1, "pending"), (3, "completed"), (2, "running"), (4, "lost"))
    platform.write("miyabi-tasks", *({**report, "timestamp": time, "status": status} for time, status in reports))


def check(platform: Platform) -> None:
    (project,) = [item for item in platform.items("miyabi-projects") if item["project_id"] == "x"]
    metrics = project["metrics"]
    assert (metrics["total_tasks"], metrics["completed_tasks"], project["active_task_count"]) == (1, 1, 0)


def _is_lost(image: Item) -> bool:
    return bool(image["status"] == {"S": "lost"})


SCENARIO = Scenario(
    write,
    check,
    poisons={"project_metrics": _is_lost},
    effects=frozenset({"changed PROJECT in miyabi-projects-local", "changed TASK_COUNT in miyabi-task-counts-local"}),
)
