"""What the team's page says of Miyabi's progress, typed from it by hand."""

from tests.stacks.pages import BOTH, PROVISIONED, Page, PageTable

PAGE = Page(
    tables={
        "miyabi-tasks": PageTable(
            ("task_id S", "timestamp N"),
            {
                "ProjectIndex": (("project_id S", "updated_at S"), "ALL"),
                "StatusIndex": (("status S", "updated_at S"), "ALL"),
                "TypeIndex": (("task_type S", "created_at S"), "ALL"),
            },
            ttl="ttl",
            stream=BOTH,
            billing=PROVISIONED,
        ),
        "miyabi-projects": PageTable(("project_id S",), billing=PROVISIONED),
        "miyabi-logs": PageTable(("log_source S", "timestamp N"), ttl="ttl", billing=None, optional=True),
    },
    entities={
        # The page has one item per report, in all indexes: a task that has completed would be found as running by an older report.
        # Its reports are in no index here, and each task has one item more, which is.
        "TASK_REPORT": {"task_id": "{task_id}", "timestamp": "{timestamp}"},
        "TASK": {
            "task_id": "{task_id}",
            "timestamp": "0",
            "project_id": "{project_id}",
            "status": "{status}",
            "updated_at": "{updated_at}",
            "task_type": "{task_type}",
            "created_at": "{created_at}",
        },
        "PROJECT": {"project_id": "{project_id}"},
        "LOG_ENTRY": {"log_source": "{log_source}", "timestamp": "{timestamp}"},
    },
    lives={"TASK_REPORT": "90 days from completed_at, timestamp", "TASK": "90 days", "LOG_ENTRY": "30 days"},
    patterns={
        "PT1": "Query task_id={task_id} descending limit 1",
        "PT2": "Query task_id={task_id} timestamp between {first} and {last}",
        "PT3": "Query ProjectIndex project_id={project_id} descending",
        "PT4": "Query StatusIndex status={status} descending",
        "PT5": "Query TypeIndex task_type={task_type}",
        "PT6": "PutItem TASK_REPORT",
        "PT7": "GetItem project_id={project_id}",
        "PT8": "Scan projected",
        "PT9": "UpdateItem project_id={project_id}",
        "PT10": "Query log_source={log_source} timestamp between {first} and {last}",
        "PT11": "PutItem LOG_ENTRY",
    },
    attributes={
        "TASK_REPORT": "task_name task_type description? status priority progress completed_at? duration_seconds? details metadata github?",
        "TASK": "task_name task_type status priority progress created_at updated_at details metadata",
        "PROJECT": "project_name description? status owner account_id? resources active_task_count metrics created_at updated_at",
        "LOG_ENTRY": "log_level message task_id? context?",
    },
)
