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
        "TASK_REPORT": {
            "task_id": "{task_id}",
            "timestamp": "{timestamp}",
            "project_id": "{project_id}",
            "status": "{status}",
            "updated_at": "{updated_at}",
            "task_type": "{task_type}",
            "created_at": "{created_at}",
        },
        "PROJECT": {"project_id": "{project_id}"},
        "LOG_ENTRY": {"log_source": "{log_source}", "timestamp": "{timestamp}"},
    },
    lives={"TASK_REPORT": "90 days from completed_at, updated_at", "LOG_ENTRY": "30 days"},
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
        "TASK_REPORT": "task_name task_type description? status priority progress created_at updated_at completed_at? "
        "duration_seconds? details metadata github?",
        "PROJECT": "project_name description? status owner account_id? resources active_task_count metrics created_at updated_at",
        "LOG_ENTRY": "log_level message task_id? context?",
    },
)
