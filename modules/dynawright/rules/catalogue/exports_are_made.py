"""Exports are made.

Schedules call the function that backs up and exports tables: a backup and a full export each week, an incremental
export and a check that they exist each day, one run at a time. A task without a schedule is not missed until an export
is needed. A function that is called by a schedule keeps its failed calls.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from dynawright.rules.blocks import as_mapping
from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import NONE_APPLIES, Rule
from dynawright.rules.schedule import days_between

SCHEDULE = "aws_scheduler_schedule"
TASKS = {"backup": 7, "full_export": 7, "incremental_export": 1, "check": 1}
"""Task → days between two runs."""
OPTIONAL = {"incremental_export"}
TIME = "<aws.scheduler.scheduled-time>"
"""Placeholder of EventBridge Scheduler for the run's time; an export covers the time before it."""


def check(function: Resource, document: Document) -> Iterator[str]:
    schedules = [
        resource for resource in document.of_type(SCHEDULE) if document.referred(resource.block("target").get("arn")) is function
    ]
    if not document.is_ours or not (schedules or "TABLE_ARNS" in as_mapping(function.block("environment").get("variables"))):
        return
    if not function.blocks("dead_letter_config"):
        yield "failed calls leave no trace: add a dead_letter_config"
    if function.get("reserved_concurrent_executions") not in (1, -1):
        yield "two runs at once would each make a backup: reserve one execution, or none"
    by_task: dict[str, Resource] = {}
    for schedule in schedules:
        task, time = _input(schedule)
        by_task[task] = schedule
        if task not in TASKS or time != TIME:
            yield f"{schedule.label} asks for '{task}' at '{time}': the function knows {', '.join(TASKS)}, at {TIME}"
        elif days_between(schedule.get("schedule_expression")) > TASKS[task]:
            yield f"{schedule.label} asks for '{task}' less than every {TASKS[task]} days"
    if missing := [task for task in TASKS if task not in by_task and task not in OPTIONAL]:
        yield f"no schedule asks for {', '.join(missing)}"


def _input(schedule: Resource) -> tuple[str, str]:
    try:
        payload = as_mapping(json.loads(str(schedule.block("target").get("input", "{}"))))
    except (ValueError, RecursionError):
        payload = {}
    return str(payload.get("task", "")), str(payload.get("scheduled_time", ""))


RULE = Rule(module=__name__, number=51, severity="high", types=("aws_lambda_function",), check=check, standards=NONE_APPLIES)
