"""Keep each project's metrics current: every task counts once, by its latest report.

COUNTS_TABLE has the last counted state of each task. A later report changes it, and the project's metrics by the difference, in
one transaction; an earlier or repeated report changes nothing. Configured by PROJECTS_TABLE and COUNTS_TABLE: see function.json.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING, Any

from miyabi_progress_client import ProjectMetrics

from dynawright.runtime import BadRecordError, Batch, Item, Record, Response, respond
from dynawright.runtime.clients import client
from dynawright.runtime.settings import text
from dynawright.runtime.transactions import ATTEMPTS, pause, transact

if TYPE_CHECKING:
    from miyabi_progress_client import Part
    from miyabi_progress_client.items import Project, TaskCount

STATUSES = ("pending", "running", "completed", "failed", "blocked")
ACTIVE = ("pending", "running")
LATEST = Decimal(0)  # the timestamp of the item with a task's current state; only its reports are counted
INCARNATION = "project_created_at"  # of a count: which of the successive projects with this id counts the task
NEVER = (Decimal(0), "")  # the position of no report


class UnknownProjectError(Exception):
    """A report of a missing project; it waits in the failure bucket until the project exists."""


def handler(event: Mapping[str, Any], context: Any) -> Response:
    return respond(event, context, run)


def run(batch: Batch) -> None:
    if batch.records:
        tables = ProjectMetrics(
            tables={"miyabi-projects": text("PROJECTS_TABLE"), "miyabi-task-counts": text("COUNTS_TABLE")},
            client=client("dynamodb"),
        )
        batch.each(partial(_count, tables))


def _count(tables: ProjectMetrics, record: Record) -> None:
    if record.new is None or record.image.get("timestamp") == LATEST:
        return  # a report that expired still happened
    task = counted(record)
    for attempt in range(ATTEMPTS):
        before = tables.task_count(task_id=task["task_id"])
        if before is not None and _position(before) >= _position(task):
            return
        changes = _changes(tables, before, task)
        if transact(partial(tables.transact, *changes)):
            return
        pause(attempt)
    raise RuntimeError(f"the project was changed by others {ATTEMPTS} times in a row")


def counted(record: Record) -> Item:
    """The kept part of a report."""
    report = record.image
    task, project, status, timestamp = (report.get(name) for name in ("task_id", "project_id", "status", "timestamp"))
    if not isinstance(task, str) or not isinstance(project, str) or not isinstance(timestamp, Decimal):
        raise BadRecordError("task_id, project_id or timestamp is missing or of another type")
    if status not in STATUSES:
        raise BadRecordError(f"status is none of {', '.join(STATUSES)}")
    seconds = report.get("duration_seconds")
    if seconds is not None and not isinstance(seconds, Decimal):
        raise BadRecordError("duration_seconds is no number")
    kept = {"task_id": task, "project_id": project, "status": status, "timestamp": timestamp, "order": record.order}
    return {**kept, "duration_seconds": seconds} if seconds is not None and status == "completed" else kept


def _position(task: Mapping[str, Any]) -> tuple[Decimal, str]:
    """Sort key of a task's reports; the sequence number distinguishes versions of one report."""
    return task["timestamp"], task["order"]


def _changes(tables: ProjectMetrics, before: TaskCount | None, task: Item) -> list[Part]:
    """Return the transaction: the task's new count and its project's metrics (of both, if it moved)."""
    ids = dict.fromkeys(count["project_id"] for count in (before, task) if count is not None)
    projects = {id: tables.project_to_update(project_id=id) for id in ids}
    own = projects[task["project_id"]]
    if own is None:
        raise UnknownProjectError("no project of this id: create it, then replay the record")
    seen_timestamp, seen_order = _position(before) if before else NEVER
    created_at = own.get("created_at")
    count = tables.count_task(**task, project_created_at=created_at, seenTimestamp=seen_timestamp, seenOrder=seen_order)
    updates = []
    for project in projects.values():
        if project is None:
            continue  # a deleted former project has no metrics
        leaves = before if before is not None and _was_counted(before, project) else None
        joins = task if project is own else None
        if leaves or joins:
            updates.append(_project_update(tables, project, leaves, joins))
    return [count, *updates]


def _was_counted(task: Mapping[str, Any], project: Mapping[str, Any]) -> bool:
    """Return whether the project counts the task; one that was recreated under the same id does not."""
    return bool(task["project_id"] == project["project_id"] and task.get(INCARNATION) == project.get("created_at"))


def _project_update(
    tables: ProjectMetrics, project: Project, leaves: Mapping[str, Any] | None, joins: Mapping[str, Any] | None
) -> Part:
    """The metrics without the task as it was counted before, with the task as it counts now."""
    seen: Mapping[str, Any] = project.get("metrics") or {}
    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    metrics: Any = {**seen, "last_updated": now}
    active = project.get("active_task_count") or Decimal(0)
    for task, sign in ((leaves, -1), (joins, 1)):
        if task is not None:
            active += sign * (task["status"] in ACTIVE)
            _add(metrics, task, sign)
    # The metrics as read serve as a version: a change since then makes this difference stale. What the project does not have
    # is compared with what no project has.
    return tables.update_project_metrics(
        project_id=project["project_id"],
        metrics=metrics,
        active_task_count=active,
        updated_at=now,
        seen=seen,
        seenCreatedAt=project.get("created_at") or "",
    )


def _add(metrics: Item, task: Mapping[str, Any], sign: int) -> None:
    """Add a task to the metrics, or remove it."""
    seconds = task.get("duration_seconds")
    counts = {
        "total_tasks": 1,
        "completed_tasks": task["status"] == "completed",
        "failed_tasks": task["status"] == "failed",
        "blocked_tasks": task["status"] == "blocked",
        "timed_tasks": seconds is not None,  # the average comes from the last two: sums stay exact, averages don't
        "completion_seconds": seconds or 0,
    }
    for name, count in counts.items():
        metrics[name] = Decimal(metrics.get(name, 0)) + sign * Decimal(count)
    finished = metrics["completed_tasks"] + metrics["failed_tasks"]
    metrics["success_rate"] = _ratio(metrics["completed_tasks"], finished)
    metrics["avg_completion_time_seconds"] = _ratio(metrics["completion_seconds"], metrics["timed_tasks"])


def _ratio(part: Decimal, whole: Decimal) -> Decimal:
    return round(part / whole, 4) if whole else Decimal(0)
