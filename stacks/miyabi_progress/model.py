"""Progress of deployments and agents: tasks with reports, projects with totals, optional logs."""

from datetime import timedelta

from dynawright.model import (
    Consumer,
    Declared,
    Entity,
    Get,
    Index,
    Key,
    OtherNames,
    Put,
    PutItem,
    Query,
    Scan,
    Stream,
    System,
    TableModel,
    TransactWrite,
    Update,
    UpdateItem,
    Use,
    between,
)

REPORTER = Consumer(
    "reporter",
    "deployments and agents that report progress",
    uses=[Use("log_group", group, streams="task-*") for group in ("/miyabi/cdk-deploy", "/miyabi/agents/*", "/miyabi/system")],
)
WEB_UI = Consumer("web-ui", "the web UI, which polls every 5 s", runs_on="ecs")
PROJECT_METRICS = Consumer("project-metrics", "the stream function that keeps each project's totals")

A_REPORT_IS_NEW = "a report says all of its task at one time; sent twice, it is the same item"

STATUSES = ("pending", "running", "completed", "failed", "blocked")

LATEST = "0"
"""The timestamp of the item with a task's current state; its reports have real timestamps."""

TYPES = ("cdk_deploy", "agent_execution", "issue_creation", "build")
PRIORITIES = ("P0", "P1", "P2", "P3")
PROGRESS: dict[str, Declared] = {"current": "N", "total": "N", "percentage": "N"}
DETAILS: dict[str, Declared] = {"phase": "S", "current_step": "S", "log_stream": "S", "error_message": "S"}
METADATA: dict[str, Declared] = {"agent": "S", "execution_type": "S", "user_id": "S", "template_id": "S"}

TASKS = TableModel(
    "miyabi-tasks",
    partition_key=Key("task_id"),
    sort_key=Key("timestamp", "N"),
    indexes=[  # indexes of current states: reports lack updated_at and created_at, so they are in none of them
        Index("ProjectIndex", Key("project_id"), Key("updated_at")),
        Index("StatusIndex", Key("status"), Key("updated_at")),
        Index("TypeIndex", Key("task_type"), Key("created_at")),
    ],
    ttl="ttl",
    stream=Stream.NEW_AND_OLD_IMAGES,  # totals change by the difference between two states
    entities=[
        Entity(
            "TASK_REPORT",
            task_id="{task_id}",
            timestamp="{timestamp}",
            attributes={
                "task_id": "S",
                "timestamp": "N",
                "project_id": "S",
                "status": STATUSES,
                "task_type": TYPES,
                "task_name": "S",
                "description": "S",
                "priority": PRIORITIES,
                "progress": PROGRESS,
                "completed_at": "S",
                "duration_seconds": "N",
                "details": DETAILS,
                "metadata": METADATA,
                "github": {"issue_number": "N", "issue_url": "S", "pr_number": "N", "pr_url": "S"},
            },
            optional=["description", "completed_at", "duration_seconds", "github"],
            expires_after=timedelta(days=90),
            expires_from=["completed_at", "timestamp"],
        ),
        Entity(
            "TASK",
            task_id="{task_id}",
            timestamp=LATEST,
            project_id="{project_id}",
            status="{status}",
            updated_at="{updated_at}",
            task_type="{task_type}",
            created_at="{created_at}",
            attributes={
                "task_id": "S",
                "project_id": "S",
                "status": STATUSES,
                "updated_at": "S",
                "task_type": TYPES,
                "created_at": "S",
                "task_name": "S",
                "priority": PRIORITIES,
                "progress": PROGRESS,
                "details": DETAILS,
                "metadata": METADATA,
            },
            expires_after=timedelta(days=90),
        ),
    ],
    access_patterns=[
        Query("PT1", "a task's latest state", task_id="{task_id}", descending=True, limit=1, used_by=[WEB_UI]),
        Query(
            "PT2",
            "a task's history between two times",
            name="task_history",
            task_id="{task_id}",
            timestamp=between("{first}", "{last}"),
            used_by=[WEB_UI],
        ),
        Query(
            "PT3",
            "a project's tasks, latest first",
            index="ProjectIndex",
            project_id="{project_id}",
            descending=True,
            used_by=[WEB_UI],
        ),
        Query("PT4", "tasks by status, latest first", index="StatusIndex", status="{status}", descending=True, used_by=[WEB_UI]),
        Query("PT5", "tasks by type", index="TypeIndex", task_type="{task_type}", used_by=[WEB_UI]),
        Put(
            "PT6",
            "report progress late, when a later report is there",
            name="report_late",
            entity="TASK_REPORT",
            used_by=[REPORTER],
        ).accepting("DW269", because=A_REPORT_IS_NEW),
        TransactWrite(
            "PT15",
            "report progress, unless a later report is there",
            name="report_progress",
            items=[
                PutItem("TASK_REPORT"),
                UpdateItem(
                    "SET project_id = {project_id}, status = {status}, updated_at = {updated_at}, task_type = if_not_exists(task_type, {task_type}), "
                    "created_at = if_not_exists(created_at, {created_at}), task_name = {task_name}, priority = {priority}, progress = {progress}, "
                    "details = {details}, metadata = {metadata}, ttl = {ttl}",
                    task_id="{task_id}",
                    timestamp=LATEST,
                    condition="attribute_not_exists(task_id) OR updated_at <= {updated_at}",
                ),
            ],
            used_by=[REPORTER],
        ).accepting("DW269", because=A_REPORT_IS_NEW),
    ],
)

PROJECTS = TableModel(
    "miyabi-projects",
    partition_key=Key("project_id"),
    entities=[
        Entity(
            "PROJECT",
            project_id="{project_id}",
            attributes={
                "project_id": "S",
                "project_name": "S",
                "description": "S",
                "status": ("active", "paused", "completed", "archived"),
                "owner": "S",
                "account_id": "S",
                "resources": "M",
                "active_task_count": "N",
                "metrics": {
                    "total_tasks": "N",
                    "completed_tasks": "N",
                    "failed_tasks": "N",
                    "blocked_tasks": "N",
                    "success_rate": "N",
                    "avg_completion_time_seconds": "N",
                    "timed_tasks": "N",  # the average comes from this and the next: sums stay exact
                    "completion_seconds": "N",
                    "last_updated": "S",
                },
                "created_at": "S",
                "updated_at": "S",
            },
            optional=["description", "account_id"],
        ),
    ],
    access_patterns=[
        Get("PT7", "a project's record", project_id="{project_id}", used_by=[WEB_UI]),
        Get(
            "PT17",
            "a project, before its metrics change",
            name="project_to_update",
            project_id="{project_id}",
            consistent=True,  # an old version would be refused when the metrics are written
            used_by=[PROJECT_METRICS],
        ),
        Scan(
            "PT8",
            "list all projects",
            name="projects",
            attributes=["project_id", "project_name", "status", "owner", "active_task_count", "metrics", "updated_at"],
            because="there are some dozens of projects, and the overview shows them all",
            used_by=[WEB_UI],
        ),
        Update(
            "PT9",
            "update a project's aggregated metrics",
            name="update_project_metrics",
            project_id="{project_id}",
            update="SET metrics = {metrics}, active_task_count = {active_task_count}, updated_at = {updated_at}",
            # The metrics as read are the version: a difference is added to those, or not at all.
            condition="attribute_exists(project_id) AND (attribute_not_exists(metrics) OR metrics = {seen:M}) "
            "AND (attribute_not_exists(created_at) OR created_at = {seenCreatedAt:S})",
            in_transaction=True,  # in a transaction with the task's count
            used_by=[PROJECT_METRICS],
        ),
        Update(
            "PT16",
            "set a project's status",
            project_id="{project_id}",
            update="SET status = {status}, updated_at = {updated_at}",  # the metrics stay unchanged
            condition="attribute_exists(project_id)",
            used_by=[WEB_UI],
        ),
        Put(
            "PT14",
            "create a project",
            entity="PROJECT",
            condition="attribute_not_exists(project_id)",  # otherwise the metrics would restart
            used_by=[WEB_UI],
        ),
    ],
)

LOGS = TableModel(
    "miyabi-logs",
    optional=True,  # CloudWatch Logs is cheaper
    partition_key=Key("log_source"),
    sort_key=Key("timestamp", "N"),
    ttl="ttl",
    entities=[
        Entity(
            "LOG_ENTRY",
            log_source="{log_source}",
            timestamp="{timestamp}",
            attributes={
                "log_source": "S",
                "timestamp": "N",
                "log_level": ("DEBUG", "INFO", "WARN", "ERROR"),
                "message": "S",
                "task_id": "S",
                "context": "M",
            },
            optional=["task_id", "context"],
            expires_after=timedelta(days=30),
        ),
    ],
    access_patterns=[
        Query(
            "PT10",
            "a source's log between two times",
            name="source_log",
            log_source="{log_source}",
            timestamp=between("{first}", "{last}"),
            used_by=[WEB_UI],
        ),
        Put("PT11", "write a log entry", entity="LOG_ENTRY", used_by=[REPORTER]).accepting(
            "DW269", because="an entry is written once"
        ),
    ],
)

COUNTS = TableModel(
    "miyabi-task-counts",
    partition_key=Key("task_id"),
    entities=[
        Entity(  # never deleted: a returning task must not be counted twice
            "TASK_COUNT",
            task_id="{task_id}",
            attributes={
                "task_id": "S",
                "project_id": "S",
                "project_created_at": "S",  # a recreated project counts none of its predecessor's tasks
                "status": STATUSES,
                "timestamp": "N",
                "order": "S",
                "duration_seconds": "N",
            },
            optional=["duration_seconds", "project_created_at"],
        ),
    ],
    access_patterns=[
        Get(
            "PT12",
            "what a task was last counted as",
            name="task_count",
            task_id="{task_id}",
            consistent=True,
            used_by=[PROJECT_METRICS],
        ),
        Put(
            "PT13",
            "count a task, unless its count has changed since",
            entity="TASK_COUNT",
            condition="attribute_not_exists(task_id) OR (timestamp = {seenTimestamp:N} AND order = {seenOrder:S})",
            in_transaction=True,
            used_by=[PROJECT_METRICS],
        ),
    ],
)

SYSTEM = System(
    "miyabi_progress", [TASKS, PROJECTS, LOGS, COUNTS], OtherNames(alarms=("miyabi",), log_groups=("/miyabi/",))
).accepting("DW273", because="the team's document names them so")
