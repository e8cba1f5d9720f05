"""The expected effects of project_metrics, computed independently."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from random import Random
from typing import Any

from dynawright.emulator.streams.function import Function
from dynawright.model.sample import example
from stacks.miyabi_progress.model import PROJECTS
from tests.functions.changes import Change, Stream
from tests.functions.cloud import Item
from tests.functions.subjects import LENGTHS, Subject, effects
from tests.functions.world import World

STATUSES = ("pending", "running", "completed", "failed", "blocked")


def make_reports(random: Random) -> list[Change]:
    """Reports that come in any order of their timestamps; tasks that move to another project."""
    stream = Stream(random)
    for _ in range(random.choice(LENGTHS)):
        task, project = (
            f"t{random.randint(1, 4)}",
            random.choice(("a", "a", "b", "missing") if random.random() < 0.3 else ("a", "b")),
        )
        status, time = random.choice((*STATUSES, *STATUSES, "lost")), Decimal(random.randint(1, 6))
        report: Item = {"task_id": task, "timestamp": time, "project_id": project, "status": status}
        if random.random() < 0.6:
            report["duration_seconds"] = Decimal(random.randint(1, 9))
        old = None if random.random() < 0.8 else {**report, "status": "pending"}
        new = None if old is not None and random.random() < 0.3 else report
        change = stream.change({"task_id": task, "timestamp": time}, new, old)
        if new is None:
            continue  # not even delivered: the filter keeps it away
        if not stream.poisoned(change):
            change.bad, change.perhaps_bad = status == "lost", project == "missing"
            seconds = report.get("duration_seconds") if status == "completed" else None
            change.effects = (
                [] if change.bad or change.perhaps_bad else [("report", task, (time, change.order), project, status, seconds)]
            )
    return stream.changes


def prepare_projects(world: World) -> None:
    world.cloud.put("miyabi-projects", {"project_id": "a"})
    world.cloud.put(
        "miyabi-projects", {"project_id": "b", "metrics": {"total_tasks": Decimal(0)}, "active_task_count": Decimal(0)}
    )


def create_project(cloud: Any, report: Item) -> None:
    if not any(item["project_id"] == report["project_id"] for item in cloud.items("miyabi-projects")):
        project = example(PROJECTS, PROJECTS.entity("PROJECT"), 1)
        cloud.put("miyabi-projects", {**project, "project_id": report["project_id"]})


def delete_or_make_anew(world: World, random: Random | None) -> None:
    """Project b is deleted and recreated several times, and there in the end."""
    if random is not None and random.random() > 0.15:
        return
    there = any(item["project_id"] == "b" for item in world.cloud.items("miyabi-projects"))
    if there and random is not None:
        world.cloud.delete("miyabi-projects", {"project_id": "b"})
        there = random.random() < 0.5
    if not there:
        world.made_meanwhile += 1
        world.cloud.put("miyabi-projects", {"project_id": "b", "created_at": f"day {world.made_meanwhile}"})


def check_metrics(world: World, changes: Sequence[Change]) -> None:
    """Tasks count by their latest report; projects count tasks since they were created.

    A report of a project that is missing may leave its task where a later, countable one puts it: only counted ones are here.
    """
    latest: dict[str, tuple[Any, ...]] = {}
    for _, task, position, project, status, seconds in effects(changes, "report"):
        latest[task] = max(latest.get(task, ((Decimal(0), ""),)), (position, project, status, seconds), key=lambda one: one[0])
    counts = {item["task_id"]: item for item in world.cloud.items("miyabi-task-counts")}
    assert {
        task: ((item["timestamp"], item["order"]), item["project_id"], item["status"], item.get("duration_seconds"))
        for task, item in counts.items()
    } == latest
    for item in world.cloud.items("miyabi-projects"):
        made = {task for task, count in counts.items() if count.get("project_created_at") == item.get("created_at")}
        mine = [
            (status, seconds)
            for task, (_, project, status, seconds) in latest.items()
            if project == item["project_id"] and task in made
        ]
        assert item["project_id"] != "a" or len(mine) == [one[1] for one in latest.values()].count("a")
        of = Counter(status for status, _ in mine)
        times = [seconds for _, seconds in mine if seconds is not None]
        finished = of["completed"] + of["failed"]
        found = {name: value for name, value in item.get("metrics", {}).items() if name != "last_updated"}
        expected = {
            "total_tasks": len(mine),
            "completed_tasks": of["completed"],
            "failed_tasks": of["failed"],
            "blocked_tasks": of["blocked"],
            "timed_tasks": len(times),
            "completion_seconds": sum(times),
            "success_rate": round(Decimal(of["completed"]) / finished, 4) if finished else 0,
            "avg_completion_time_seconds": round(Decimal(sum(times)) / len(times), 4) if times else 0,
        }
        assert {name: found.get(name, 0) for name in expected} == expected
        assert item.get("active_task_count", 0) == of["pending"] + of["running"]


SUBJECTS = (
    Subject(
        Function("miyabi_progress", "project_metrics"),
        make_reports,
        check_metrics,
        prepare_projects,
        delete_or_make_anew,
        needs=create_project,
    ),
)
