"""Keeps each project's metrics current: every task counts once, by its latest report.

COUNTS_TABLE has what each task was last counted as. A later report changes that and the project's metrics by the difference, in
one transaction; an earlier or repeated one changes nothing. Configured by PROJECTS_TABLE and COUNTS_TABLE: see function.json.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from dynawright.runtime import BadRecordError, Batch, Item, Record, Response, respond
from dynawright.runtime.attributes import item_of, wire
from dynawright.runtime.clients import client
from dynawright.runtime.settings import text
from dynawright.runtime.transactions import ATTEMPTS, pause, transact

STATUSES = ("pending", "running", "completed", "failed", "blocked")
ACTIVE = ("pending", "running")
LATEST = Decimal(0)  # the timestamp of the item that says where a task is now: its reports are what is counted
INCARNATION = "project_created_at"  # of a count: which of the projects that had this id, one after the other, counts the task
NAMES = {"#metrics": "metrics"}  # a reserved word


class UnknownProjectError(Exception):
    """A report of a project that is not there: it waits in the failure bucket until the project is."""


def handler(event: Mapping[str, Any], context: Any) -> Response:
    return respond(event, context, run)


def run(batch: Batch) -> None:
    batch.each(_count)


def _count(record: Record) -> None:
    if record.new is None or record.image.get("timestamp") == LATEST:
        return  # a report that expired still happened
    task = counted(record)
    for attempt in range(ATTEMPTS):
        before = _get(text("COUNTS_TABLE"), {"task_id": task["task_id"]})
        if before is not None and _position(before) >= _position(task):
            return
        if not transact(_changes(before, task)):
            return
        pause(attempt)
    raise RuntimeError(f"the project was changed by others {ATTEMPTS} times in a row")


def counted(record: Record) -> Item:
    """What is kept of a report."""
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


def _position(task: Item) -> tuple[Decimal, str]:
    """A task's reports in order; the sequence number tells two versions of one report apart."""
    return task["timestamp"], task["order"]


def _changes(before: Item | None, task: Item) -> list[dict[str, Any]]:
    """The transaction: the task's new count and its project's metrics (of both if it moved)."""
    projects = {
        task_item["project_id"]: _project(task_item["project_id"]) for task_item in (before, task) if task_item is not None
    }
    own = projects[task["project_id"]]
    if own is None:
        raise UnknownProjectError("no project of this id: create it, then replay the record")
    keep: dict[str, Any] = {"TableName": text("COUNTS_TABLE"), "Item": wire({**task, INCARNATION: own.get("created_at")})}
    if before is None:
        keep["ConditionExpression"] = "attribute_not_exists(task_id)"
    else:
        keep["ConditionExpression"] = "#timestamp = :timestamp AND #order = :order"
        keep["ExpressionAttributeNames"] = {"#timestamp": "timestamp", "#order": "order"}
        keep["ExpressionAttributeValues"] = wire({":timestamp": before["timestamp"], ":order": before["order"]})
    updates = []
    for project in projects.values():
        if project is None:
            continue  # a former project that is gone, and its metrics with it
        leaves = before if before is not None and _was_counted(before, project) else None
        joins = task if project is own else None
        if leaves or joins:
            updates.append({"Update": _project_update(project, leaves, joins)})
    return [{"Put": keep}, *updates]


def _was_counted(task: Item, project: Item) -> bool:
    """Whether the project counts the task; one that was deleted and recreated under the same id does not."""
    return bool(task["project_id"] == project["project_id"] and task.get(INCARNATION) == project.get("created_at"))


def _project(project_id: str) -> Item | None:
    return _get(
        text("PROJECTS_TABLE"),
        {"project_id": project_id},
        ProjectionExpression="project_id, #metrics, active_task_count, created_at",
        ExpressionAttributeNames=NAMES,
    )


def _project_update(project: Item, leaves: Item | None, joins: Item | None) -> dict[str, Any]:
    """The metrics without the task as it was counted before, with the task as it counts now."""
    metrics: Item = dict(project.get("metrics") or {})
    active = project.get("active_task_count") or Decimal(0)
    for one, sign in ((leaves, -1), (joins, 1)):
        if one is not None:
            active += sign * (one["status"] in ACTIVE)
            _add(metrics, one, sign)
    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    values = {":metrics": {**metrics, "last_updated": now}, ":active": active, ":now": now}
    # The metrics as read serve as a version: a change since then makes this difference stale.
    unchanged = ["attribute_exists(project_id)"]
    for name, seen in (("#metrics", "metrics"), ("created_at", "created_at")):
        unchanged.append(f"{name} = :seen_{seen}" if seen in project else f"attribute_not_exists({name})")
        if seen in project:
            values[f":seen_{seen}"] = project[seen]
    return {
        "TableName": text("PROJECTS_TABLE"),
        "Key": wire({"project_id": project["project_id"]}),
        "UpdateExpression": "SET #metrics = :metrics, active_task_count = :active, updated_at = :now",
        "ConditionExpression": " AND ".join(unchanged),
        "ExpressionAttributeNames": NAMES,
        "ExpressionAttributeValues": wire(values),
    }


def _add(metrics: Item, task: Item, sign: int) -> None:
    """Adds a task to the metrics, or takes it away again."""
    seconds = task.get("duration_seconds")
    counts = {
        "total_tasks": 1,
        "completed_tasks": task["status"] == "completed",
        "failed_tasks": task["status"] == "failed",
        "blocked_tasks": task["status"] == "blocked",
        "timed_tasks": seconds is not None,  # the last two are what the average is made of: sums stay exact, averages don't
        "completion_seconds": seconds or 0,
    }
    for name, count in counts.items():
        metrics[name] = Decimal(metrics.get(name, 0)) + sign * Decimal(count)
    finished = metrics["completed_tasks"] + metrics["failed_tasks"]
    metrics["success_rate"] = _ratio(metrics["completed_tasks"], finished)
    metrics["avg_completion_time_seconds"] = _ratio(metrics["completion_seconds"], metrics["timed_tasks"])


def _ratio(part: Decimal, whole: Decimal) -> Decimal:
    return round(part / whole, 4) if whole else Decimal(0)


def _get(table: str, key: dict[str, str], **more: Any) -> Item | None:
    found = client("dynamodb").get_item(TableName=table, Key=wire(key), ConsistentRead=True, **more).get("Item")
    return None if found is None else item_of(found, table)
