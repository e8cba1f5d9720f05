"""What the five teams' pages say, typed from them by hand: what a model is compared with must not come from the model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

BOTH = "NEW_AND_OLD_IMAGES"
ON_DEMAND, PROVISIONED = "PAY_PER_REQUEST", "PROVISIONED"


@dataclass(frozen=True)
class PageTable:
    """Keys are written `name type`; an index has its keys and its projection."""

    key: tuple[str, ...]
    indexes: Mapping[str, tuple[tuple[str, ...], str]] = field(default_factory=dict)
    ttl: str | None = None
    stream: str | None = None
    billing: str | None = ON_DEMAND
    """None where a single environment differs."""
    optional: bool = False


@dataclass(frozen=True)
class Page:
    tables: dict[str, PageTable]
    entities: dict[str, dict[str, str]]
    lives: dict[str, str]
    """Entities that expire: after how long, and from what on if that is said."""
    patterns: dict[str, str]
    """Operation, index or entity, key conditions, order and limits, as `said` in test_pages.py says them; conditions where the page has any."""
    attributes: dict[str, str] = field(default_factory=dict)
    """Entity → the attributes that the page lists; those with a question mark are optional."""


def _single(*indexes: str, projection: str = "ALL", ttl: str | None = None) -> PageTable:
    """PK and SK, and indexes whose keys are named like them."""
    keys = {name: ((f"GSI{number}PK S", f"GSI{number}SK S"), projection) for number, name in enumerate(indexes, start=1)}
    return PageTable(("PK S", "SK S"), keys, ttl=ttl, stream=BOTH)


def _keys(*values: str, **more: str) -> dict[str, str]:
    return {**dict(zip(("PK", "SK"), values, strict=True)), **more}


MIYABI_LAMBDA = Page(
    tables={"miyabi-lambda-data": _single("GSI1", "GSI2", ttl="TTL")},
    entities={
        "USER": _keys("USER#{userId}", "METADATA", GSI2PK="ORG#{orgId}", GSI2SK="USER#{userId}"),
        "REPOSITORY": _keys("USER#{userId}", "REPO#{repoId}", GSI2PK="ORG#{orgId}", GSI2SK="REPO#{repoId}"),
        "REPOSITORY_BY_ID": _keys("REPO#{repoId}", "METADATA"),
        "AGENT_EXECUTION": _keys("REPO#{repoId}", "EXEC#{timestamp}#{execId}", GSI1PK="STATUS#{status}", GSI1SK="{timestamp}"),
        "AGENT_EXECUTION_BY_ID": _keys("EXEC#{execId}", "METADATA", GSI1PK="AGENT_TYPE#{agentType}", GSI1SK="{timestamp}"),
        "WORKFLOW": _keys("REPO#{repoId}", "WORKFLOW#{workflowId}"),
        "TASK": _keys("USER#{userId}", "TASK#{taskId}", GSI1PK="TASK_STATUS#{status}", GSI1SK="{timestamp}"),
        "TASK_DEPENDENCY": _keys("TASK#{taskId}", "DEP#{dependencyTaskId}"),
        "WEBSOCKET": _keys("WS#{connectionId}", "METADATA"),
        "WEBSOCKET_OF_USER": _keys("USER#{userId}", "WS#{connectionId}"),
        # The page's own remedy for hot keys, `USER#<userId>#<shard>`, is used for its busiest entity.
        "LINE_MESSAGE": _keys("USER#{userId}#{shard}", "LINE_MSG#{timestamp}#{messageId}"),
        "ORGANIZATION": _keys("ORG#{orgId}", "METADATA"),
        "ORG_MEMBER": _keys("ORG#{orgId}", "MEMBER#{userId}"),
        "EXECUTION_LOG": _keys("EXEC#{execId}", "LOG#{timestamp}#{logId}"),
    },
    lives={
        "WEBSOCKET": "24 hours",
        "WEBSOCKET_OF_USER": "24 hours",
        "LINE_MESSAGE": "30 days",
        "EXECUTION_LOG": "30 days",
    },
    patterns={
        "AP1": "GetItem PK=USER#{userId} SK=METADATA",
        "AP2": "Query PK=USER#{userId} SK^REPO#",
        "AP3": "Query PK=REPO#{repoId} SK^EXEC# descending",
        "AP4": "GetItem PK=EXEC#{execId} SK=METADATA",
        "AP5": "Query GSI1 GSI1PK=STATUS#{status} descending",
        "AP6": "Query PK=USER#{userId} SK^TASK#",
        "AP7": "Query PK=TASK#{taskId} SK^DEP#",
        "AP8a": "GetItem PK=WS#{connectionId} SK=METADATA",
        "AP8b": "PutItem WEBSOCKET",
        "AP8c": "DeleteItem PK=WS#{connectionId} SK=METADATA",
        "AP9": "Query GSI2 GSI2PK=ORG#{orgId} GSI2SK^USER#",
        "AP10": "Query PK=REPO#{repoId} SK^WORKFLOW#",
        "AP11": "Query GSI2 GSI2PK=ORG#{orgId} GSI2SK^REPO#",
        "AP12": "Query GSI1 GSI1PK=AGENT_TYPE#{agentType} descending",
        "AP13": "Query PK=EXEC#{execId} SK^LOG#",
        "AP14": "Query PK=USER#{userId} SK^WS#",
        "AP15": "TransactWriteItems put USER, put ORG_MEMBER",
        "AP16": "Query GSI1 GSI1PK=TASK_STATUS#{status} descending",
    },
    attributes=dict.fromkeys(
        ("USER", "REPOSITORY", "AGENT_EXECUTION", "WORKFLOW", "TASK", "LINE_MESSAGE", "ORGANIZATION", "ORG_MEMBER"),
        "EntityType Data CreatedAt UpdatedAt",
    ),
)

MIYABI_PROGRESS = Page(
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

FEATURE_FLAGS = Page(
    tables={
        "feature-flags": _single(
            "GSI1-FLAGS-INDEX", "GSI2-OWNER-INDEX", "GSI3-TENANT-INDEX", projection="INCLUDE", ttl="expiresAt"
        )
    },
    entities={
        "FLAG_METADATA": _keys(
            "FLAG#{environment}#{flagKey}",
            "METADATA",
            GSI1PK="FLAGS#{environment}",
            GSI1SK="METADATA#{createdAt}",
            GSI2PK="OWNER#{environment}#{owner}",
            GSI2SK="FLAG#{flagKey}",
        ),
        "FLAG_OVERRIDE": _keys(
            "TENANT#{tenantId}",
            "FLAG#{environment}#{flagKey}",
            GSI3PK="TENANT#{tenantId}",
            GSI3SK="FLAG#{environment}#{flagKey}",
        ),
        "FLAG_EVALUATION": _keys(  # `#{shard}`: the page's correction
            "TENANT#{tenantId}#EVAL#{flagKey}",
            "EVAL#{timestamp}#{evaluationId}",
            GSI1PK="EVALS#{environment}#{date}#{shard}",
            GSI1SK="FLAG#{flagKey}#{timestamp}",
        ),
        "AB_TEST": _keys("ABTEST#{testId}", "METADATA", GSI1PK="ABTESTS#{environment}", GSI1SK="TEST#{createdAt}"),
        "AB_ASSIGNMENT": _keys(
            "ABTEST#{testId}", "ASSIGN#{userId}", GSI1PK="USER#{userId}", GSI1SK="ABTEST#{testId}#{timestamp}"
        ),
    },
    lives={"FLAG_EVALUATION": "30 days"},  # PF7: "with TTL"; the page leaves the time to us
    patterns={
        "PF1": "GetItem PK=FLAG#{environment}#{flagKey} SK=METADATA projected",
        "PF2": "Query GSI1-FLAGS-INDEX GSI1PK=FLAGS#{environment} descending pages of 50 projected",
        "PF3": "Query GSI2-OWNER-INDEX GSI2PK=OWNER#{environment}#{owner} projected",
        "PF4": "Query GSI3-TENANT-INDEX GSI3PK=TENANT#{tenantId}",
        "PF5": "BatchGetItem PK=FLAG#{environment}#{flagKey} SK=METADATA projected",
        "PF6": "PutItem FLAG_METADATA if attribute_not_exists(PK) OR version = {expectedVersion:N}",
        "PF7": "PutItem FLAG_EVALUATION",
        "PF8": "Query GSI1-FLAGS-INDEX GSI1PK=EVALS#{environment}#{date}#{shard} projected",
        "PF9": "Query PK=ABTEST#{testId}",
        "PF10": "Query GSI1-FLAGS-INDEX GSI1PK=USER#{userId} projected",
        "PF11a": "GetItem PK=TENANT#{tenantId} SK=FLAG#{environment}#{flagKey}",
        "PF11b": "Query PK=TENANT#{tenantId} SK^FLAG#",
        "PF11c": "PutItem FLAG_OVERRIDE",
    },
    attributes={
        "FLAG_METADATA": "flagKey description defaultEnabled owner environment createdAt updatedAt expiresAt? rolloutPercentage? "
        "targetingRules? tags?",
    },
)

SHOP = Page(
    tables={"DynamoDBShop": _single("GSI1")},
    entities={
        "PRODUCT": _keys("PRODUCT#{ProductId}", "METADATA", GSI1PK="CATEGORY#{Category}", GSI1SK="PRODUCT#{ProductId}"),
        "CUSTOMER": _keys("CUSTOMER#{CustomerId}", "METADATA"),
        "ORDER": _keys("CUSTOMER#{CustomerId}", "ORDER#{OrderId}", GSI1PK="ORDERS#{OrderDate}", GSI1SK="ORDER#{OrderId}"),
        "DAILY_SALES": _keys("SALES#{OrderDate}", "SUMMARY"),
    },
    lives={},
    patterns={
        "PS1": "GetItem PK=PRODUCT#{ProductId} SK=METADATA",
        "PS2": "Query GSI1 GSI1PK=CATEGORY#{Category}",
        "PS3": "Query PK=CUSTOMER#{CustomerId} SK^ORDER#",
        "PS4": "Query GSI1 GSI1PK=ORDERS#{OrderDate}",
        "PS5": "TransactWriteItems put ORDER if attribute_not_exists(PK), "
        "update PK=PRODUCT#{ProductId} SK=METADATA if Stock >= {Quantity}",
        "PS6": "GetItem PK=SALES#{OrderDate} SK=SUMMARY",
        "PS7": "UpdateItem PK=PRODUCT#{ProductId} SK=METADATA",
    },
    attributes={
        "PRODUCT": "EntityType ProductId Name Stock Price Category",
        "ORDER": "EntityType OrderId Amount OrderDate",
        "DAILY_SALES": "EntityType Total Orders",
    },
)

AI_CHEF = Page(
    tables={
        "ai-chef-sessions": PageTable(("sessionId S",), ttl="TTL"),
        "ai-chef-results": PageTable(("resultId S",), {"sessionId-index": (("sessionId S",), "ALL")}),
    },
    entities={"SESSION": {"sessionId": "{sessionId}"}, "RESULT": {"resultId": "{resultId}", "sessionId": "{sessionId}"}},
    lives={"SESSION": "30 days"},  # the page names the attribute and leaves the time to us
    patterns={
        "PA1": "GetItem sessionId={sessionId}",
        "PA2": "PutItem SESSION if attribute_not_exists(sessionId)",
        "PA3": "UpdateItem sessionId={sessionId}",
        "PA4": "DeleteItem sessionId={sessionId}",
        "PA5": "GetItem resultId={resultId}",
        "PA6": "PutItem RESULT",
        "PA7": "Query sessionId-index sessionId={sessionId}",
    },
    attributes={"SESSION": "sessionId sessionStatus createdAt", "RESULT": "resultId sessionId createdAt"},
)

PAGES = {
    "ai_chef": AI_CHEF,
    "feature_flags": FEATURE_FLAGS,
    "miyabi_lambda": MIYABI_LAMBDA,
    "miyabi_progress": MIYABI_PROGRESS,
    "shop": SHOP,
}
