"""Progress of deployments and agents: one item per report, projects with their totals, optionally logs."""

from datetime import timedelta

from dynawright.model import (
    Consumer,
    Entity,
    Get,
    Index,
    Key,
    OtherNames,
    Put,
    Query,
    Scan,
    Stream,
    System,
    TableModel,
    Update,
    between,
)

REPORTER = Consumer("reporter", "deployments and agents that report progress")
WEB_UI = Consumer("web-ui", "the web UI, which polls every 5 s")
PROJECT_METRICS = Consumer("project-metrics", "the stream function that keeps each project's totals")

STATUSES = ("pending", "running", "completed", "failed", "blocked")

TASKS = TableModel(
    "miyabi-tasks",
    partition_key=Key("task_id"),
    sort_key=Key("timestamp", "N"),
    indexes=[
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
            project_id="{project_id}",
            status="{status}",
            updated_at="{updated_at}",
            task_type="{task_type}",
            created_at="{created_at}",
            attributes={
                "task_id": "S",
                "timestamp": "N",
                "project_id": "S",
                "status": STATUSES,
                "updated_at": "S",
                "task_type": ("cdk_deploy", "agent_execution", "issue_creation", "build"),
                "created_at": "S",
                "task_name": "S",
                "description": "S",
                "priority": ("P0", "P1", "P2", "P3"),
                "progress": {"current": "N", "total": "N", "percentage": "N"},
                "completed_at": "S",
                "duration_seconds": "N",
                "details": {"phase": "S", "current_step": "S", "log_stream": "S", "error_message": "S"},
                "metadata": {"agent": "S", "execution_type": "S", "user_id": "S", "template_id": "S"},
                "github": {"issue_number": "N", "issue_url": "S", "pr_number": "N", "pr_url": "S"},
            },
            optional=["description", "completed_at", "duration_seconds", "github"],
            expires_after=timedelta(days=90),
            expires_from=["completed_at", "updated_at"],
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
        Put("PT6", "report progress", entity="TASK_REPORT", used_by=[REPORTER]),
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
                    "timed_tasks": "N",  # the average is made of this and the next: sums stay exact
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
        Get("PT7", "a project's record", project_id="{project_id}", used_by=[WEB_UI, PROJECT_METRICS]),
        Scan(
            "PT8",
            "list all projects",
            name="projects",
            attributes=["project_id", "project_name", "status", "owner", "active_task_count", "metrics", "updated_at"],
            used_by=[WEB_UI],
        ),
        Update(
            "PT9",
            "update a project's aggregated metrics",
            name="update_project_metrics",
            project_id="{project_id}",
            update="SET metrics = {metrics}, active_task_count = {active_task_count}, updated_at = {updated_at}",
            # The metrics as they were read stand for a version: a difference is added to those, or not at all.
            condition="attribute_exists(project_id) AND (attribute_not_exists(metrics) OR metrics = {seen:M}) "
            "AND (attribute_not_exists(created_at) OR created_at = {seenCreatedAt:S})",
            in_transaction=True,  # with the count of the task
            used_by=[PROJECT_METRICS],
        ),
        Put(
            "PT14",
            "create a project",
            entity="PROJECT",
            condition="attribute_not_exists(project_id)",  # else the metrics would begin anew
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
                "log_level": ("DEBUG", "INFO", "WARNING", "ERROR"),
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
        Put("PT11", "write a log entry", entity="LOG_ENTRY", used_by=[REPORTER]),
    ],
)

COUNTS = TableModel(
    "miyabi-task-counts",
    partition_key=Key("task_id"),
    entities=[
        Entity(  # kept for ever: a task that comes back must not be counted as another one
            "TASK_COUNT",
            task_id="{task_id}",
            attributes={
                "task_id": "S",
                "project_id": "S",
                "project_created_at": "S",  # a project that is deleted and made anew counts none of the former's tasks
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
            "count a task, unless somebody else has since",
            entity="TASK_COUNT",
            condition="attribute_not_exists(task_id) OR (timestamp = {seenTimestamp:N} AND order = {seenOrder:S})",
            in_transaction=True,
            used_by=[PROJECT_METRICS],
        ),
    ],
)

SYSTEM = System("miyabi_progress", [TASKS, PROJECTS, LOGS, COUNTS], OtherNames(alarms=("miyabi",), log_groups=("/miyabi/",)))
