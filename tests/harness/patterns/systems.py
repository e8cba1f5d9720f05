"""The shapes of the systems that are built on the vocabulary: what their teams ask of their tables."""

from datetime import timedelta

from modules.model import (
    KEYS_ONLY,
    BatchGet,
    Consumer,
    Delete,
    Entity,
    Get,
    Index,
    Key,
    Put,
    PutItem,
    Query,
    Scan,
    System,
    TableModel,
    TransactWrite,
    Update,
    UpdateItem,
    begins_with,
    between,
    include,
)
from modules.model.limits import AttributeType

APP = Consumer("app", "whoever asks")
MONTH = timedelta(days=30)


def _data(*names: str) -> dict[str, AttributeType]:
    common: dict[str, AttributeType] = {"EntityType": "S", "Data": "M", "CreatedAt": "S", "UpdatedAt": "S"}
    return {**dict.fromkeys(names, "S"), **common}


PLATFORM = TableModel(
    "miyabi-lambda-data",
    partition_key=Key("PK"),
    sort_key=Key("SK"),
    indexes=[Index("GSI1", Key("GSI1PK"), Key("GSI1SK")), Index("GSI2", Key("GSI2PK"), Key("GSI2SK"))],
    ttl="TTL",
    entities=[
        Entity(
            "USER",
            PK="USER#{userId}",
            SK="METADATA",
            GSI2PK="ORG#{orgId}",
            GSI2SK="USER#{userId}",
            attributes=_data("userId", "orgId"),
        ),
        Entity(
            "REPOSITORY",
            PK="USER#{userId}",
            SK="REPO#{repoId}",
            GSI2PK="ORG#{orgId}",
            GSI2SK="REPO#{repoId}",
            attributes=_data("userId", "repoId", "orgId"),
        ),
        Entity("REPOSITORY_BY_ID", PK="REPO#{repoId}", SK="METADATA"),
        Entity(
            "AGENT_EXECUTION",
            PK="REPO#{repoId}",
            SK="EXEC#{timestamp}#{execId}",
            GSI1PK="STATUS#{status}",
            GSI1SK="{timestamp}",
            attributes=_data("repoId", "timestamp", "execId", "status"),
        ),
        Entity("AGENT_EXECUTION_BY_ID", PK="EXEC#{execId}", SK="METADATA", GSI1PK="AGENT_TYPE#{agentType}", GSI1SK="{timestamp}"),
        Entity("WORKFLOW", PK="REPO#{repoId}", SK="WORKFLOW#{workflowId}"),
        Entity(
            "TASK",
            PK="USER#{userId}",
            SK="TASK#{taskId}",
            GSI1PK="TASK_STATUS#{status}",
            GSI1SK="{timestamp}",
            attributes=_data("userId", "taskId", "status", "timestamp"),
        ),
        Entity("TASK_DEPENDENCY", PK="TASK#{taskId}", SK="DEP#{dependencyTaskId}"),
        Entity("WEBSOCKET", PK="WS#{connectionId}", SK="METADATA", expires_after=timedelta(hours=24)),
        Entity("WEBSOCKET_OF_USER", PK="USER#{userId}", SK="WS#{connectionId}", expires_after=timedelta(hours=24)),
        Entity("LINE_MESSAGE", PK="USER#{userId}", SK="LINE_MSG#{timestamp}#{messageId}", expires_after=MONTH),
        Entity("ORGANIZATION", PK="ORG#{orgId}", SK="METADATA"),
        Entity("ORG_MEMBER", PK="ORG#{orgId}", SK="MEMBER#{userId}", attributes=_data("orgId", "userId", "role")),
        Entity("EXECUTION_LOG", PK="EXEC#{execId}", SK="LOG#{timestamp}#{logId}", expires_after=MONTH),
    ],
    access_patterns=[
        Get("AP1", "a user's record", PK="USER#{userId}", SK="METADATA", used_by=[APP]),
        Query("AP2", "a user's repositories", PK="USER#{userId}", SK=begins_with("REPO#"), used_by=[APP]),
        Query("AP3", "a repository's executions", PK="REPO#{repoId}", SK=begins_with("EXEC#"), descending=True, used_by=[APP]),
        Get("AP4", "one execution", PK="EXEC#{execId}", SK="METADATA", used_by=[APP]),
        Query("AP5", "executions by status", index="GSI1", GSI1PK="STATUS#{status}", descending=True, used_by=[APP]),
        Query("AP6", "a user's tasks", PK="USER#{userId}", SK=begins_with("TASK#"), used_by=[APP]),
        Query("AP7", "a task's dependencies", PK="TASK#{taskId}", SK=begins_with("DEP#"), used_by=[APP]),
        Get("AP8a", "a connection", PK="WS#{connectionId}", SK="METADATA", used_by=[APP]),
        Put("AP8b", "a connection opens", entity="WEBSOCKET", used_by=[APP]),
        Delete("AP8c", "a connection closes", PK="WS#{connectionId}", SK="METADATA", used_by=[APP]),
        Query("AP9", "an organization's users", index="GSI2", GSI2PK="ORG#{orgId}", GSI2SK=begins_with("USER#"), used_by=[APP]),
        Query("AP10", "a repository's workflows", PK="REPO#{repoId}", SK=begins_with("WORKFLOW#"), used_by=[APP]),
        Query(
            "AP11",
            "an organization's repositories",
            index="GSI2",
            GSI2PK="ORG#{orgId}",
            GSI2SK=begins_with("REPO#"),
            used_by=[APP],
        ),
        Query("AP12", "executions by agent type", index="GSI1", GSI1PK="AGENT_TYPE#{agentType}", descending=True, used_by=[APP]),
        Query("AP13", "an execution's log", PK="EXEC#{execId}", SK=begins_with("LOG#"), used_by=[APP]),
        Query("AP14", "a user's connections", PK="USER#{userId}", SK=begins_with("WS#"), used_by=[APP]),
        TransactWrite(
            "AP15",
            "a user and its membership",
            items=[PutItem("USER", condition="attribute_not_exists(PK)"), PutItem("ORG_MEMBER")],
            used_by=[APP],
        ),
        Query("AP16", "tasks by status", index="GSI1", GSI1PK="TASK_STATUS#{status}", descending=True, used_by=[APP]),
    ],
)

TASKS = TableModel(
    "miyabi-tasks",
    partition_key=Key("task_id"),
    sort_key=Key("timestamp", "N"),
    indexes=[
        Index("ProjectIndex", Key("project_id"), Key("updated_at")),
        Index("StatusIndex", Key("status"), Key("updated_at"), include("task_name", "progress")),
        Index("TypeIndex", Key("task_type"), Key("created_at"), KEYS_ONLY),
    ],
    ttl="ttl",
    entities=[
        Entity(
            "TASK",
            task_id="{task_id}",
            timestamp="{timestamp}",
            project_id="{project_id}",
            updated_at="{updated_at}",
            status="{status}",
            task_type="{task_type}",
            created_at="{created_at}",
            attributes={
                "task_id": "S",
                "timestamp": "N",
                "project_id": "S",
                "updated_at": "S",
                "status": "S",
                "task_type": "S",
                "created_at": "S",
                "task_name": "S",
                "progress": "M",
            },
            expires_after=timedelta(days=90),
        )
    ],
    access_patterns=[
        Query("PT1", "a task's latest state", task_id="{task_id}", descending=True, limit=1, used_by=[APP]),
        Query("PT2", "a task's history", task_id="{task_id}", timestamp=between("{from}", "{to}"), used_by=[APP]),
        Query("PT3", "a project's tasks", index="ProjectIndex", project_id="{project_id}", descending=True, used_by=[APP]),
        Query("PT4", "tasks by status", index="StatusIndex", status="{status}", descending=True, used_by=[APP]),
        Query("PT5", "tasks by type", index="TypeIndex", task_type="{task_type}", used_by=[APP]),
        Put("PT6", "report progress", entity="TASK", used_by=[APP]),
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
                "owner": "S",
                "active_task_count": "N",
                "metrics": "M",
                "updated_at": "S",
            },
        )
    ],
    access_patterns=[
        Get("PT7", "a project's record", project_id="{project_id}", used_by=[APP]),
        Scan("PT8", "all projects", attributes=["project_id", "project_name", "owner"], used_by=[APP]),
        Update(
            "PT9",
            "a project's metrics",
            project_id="{project_id}",
            update="SET metrics.completed_tasks = if_not_exists(metrics.completed_tasks, {zero:N}) + {completed:N}, "
            "metrics.last_updated = {updated_at}, updated_at = {updated_at} ADD active_task_count {change:N}",
            condition="attribute_exists(project_id)",
            used_by=[APP],
        ),
    ],
)

LOGS = TableModel(
    "miyabi-logs",
    partition_key=Key("log_source"),
    sort_key=Key("timestamp", "N"),
    ttl="ttl",
    entities=[
        Entity(
            "LOG",
            log_source="{log_source}",
            timestamp="{timestamp}",
            attributes={"log_source": "S", "timestamp": "N", "log_level": "S", "message": "S", "context": "M"},
            expires_after=MONTH,
        )
    ],
    access_patterns=[
        Query("PT10", "a source's log", log_source="{log_source}", timestamp=between("{from}", "{to}"), used_by=[APP]),
        Put("PT11", "write a log entry", entity="LOG", used_by=[APP]),
    ],
)

FLAGS = TableModel(
    "feature-flags",
    partition_key=Key("PK"),
    sort_key=Key("SK"),
    indexes=[
        Index("GSI1-FLAGS-INDEX", Key("GSI1PK"), Key("GSI1SK")),
        Index("GSI2-OWNER-INDEX", Key("GSI2PK"), Key("GSI2SK"), include("flagKey", "owner", "defaultEnabled")),
        Index("GSI3-TENANT-INDEX", Key("GSI3PK"), Key("GSI3SK"), KEYS_ONLY),
    ],
    ttl="expiresAt",
    entities=[
        Entity(
            "FLAG_METADATA",
            PK="FLAG#{environment}#{flagKey}",
            SK="METADATA",
            GSI1PK="FLAGS#{environment}",
            GSI1SK="METADATA#{createdAt}",
            GSI2PK="OWNER#{environment}#{owner}",
            GSI2SK="FLAG#{flagKey}",
            attributes={
                "environment": "S",
                "flagKey": "S",
                "createdAt": "S",
                "owner": "S",
                "defaultEnabled": "BOOL",
                "rolloutPercentage": "N",
                "targetingRules": "L",
                "tags": "SS",
                "version": "N",
            },
        ),
        Entity(
            "FLAG_OVERRIDE",
            PK="TENANT#{tenantId}",
            SK="FLAG#{environment}#{flagKey}",
            GSI3PK="TENANT#{tenantId}",
            GSI3SK="FLAG#{environment}#{flagKey}",
        ),
        Entity(
            "FLAG_EVALUATION",
            PK="TENANT#{tenantId}#EVAL#{flagKey}",
            SK="EVAL#{timestamp}#{evaluationId}",
            GSI1PK="EVALS#{environment}#{date}#{shard}",
            GSI1SK="FLAG#{flagKey}#{timestamp}",
            expires_after=MONTH,
        ),
        Entity("AB_TEST", PK="ABTEST#{testId}", SK="METADATA", GSI1PK="ABTESTS#{environment}", GSI1SK="TEST#{createdAt}"),
        Entity(
            "AB_ASSIGNMENT",
            PK="ABTEST#{testId}",
            SK="ASSIGN#{userId}",
            GSI1PK="USER#{userId}",
            GSI1SK="ABTEST#{testId}#{timestamp}",
        ),
    ],
    access_patterns=[
        Get(
            "PF1",
            "one flag",
            PK="FLAG#{environment}#{flagKey}",
            SK="METADATA",
            attributes=["flagKey", "defaultEnabled", "owner", "rolloutPercentage", "targetingRules"],
            used_by=[APP],
        ),
        Query(
            "PF2",
            "all flags of an environment",
            index="GSI1-FLAGS-INDEX",
            GSI1PK="FLAGS#{environment}",
            GSI1SK=begins_with("METADATA#"),
            descending=True,
            limit=50,
            used_by=[APP],
        ),
        Query("PF3", "an owner's flags", index="GSI2-OWNER-INDEX", GSI2PK="OWNER#{environment}#{owner}", used_by=[APP]),
        Query("PF4", "a tenant's flags", index="GSI3-TENANT-INDEX", GSI3PK="TENANT#{tenantId}", used_by=[APP]),
        BatchGet("PF5", "many flags at once", PK="FLAG#{environment}#{flagKey}", SK="METADATA", used_by=[APP]),
        Put(
            "PF6",
            "save a flag",
            entity="FLAG_METADATA",
            condition="attribute_not_exists(PK) OR version = {expected:N}",
            used_by=[APP],
        ),
        Put("PF7", "record an evaluation", entity="FLAG_EVALUATION", used_by=[APP]),
        Query(
            "PF8", "evaluations of a day", index="GSI1-FLAGS-INDEX", GSI1PK="EVALS#{environment}#{date}#{shard}", used_by=[APP]
        ),
        Query("PF9", "an A/B test and its assignments", PK="ABTEST#{testId}", used_by=[APP]),
        Query("PF10", "a user's assignments", index="GSI1-FLAGS-INDEX", GSI1PK="USER#{userId}", used_by=[APP]),
        Get("PF11a", "a tenant's override", PK="TENANT#{tenantId}", SK="FLAG#{environment}#{flagKey}", used_by=[APP]),
        Query("PF11b", "a tenant's overrides", PK="TENANT#{tenantId}", SK=begins_with("FLAG#{environment}#"), used_by=[APP]),
        Put("PF11c", "save a tenant's override", entity="FLAG_OVERRIDE", used_by=[APP]),
    ],
)

SHOP = TableModel(
    "DynamoDBShop",
    partition_key=Key("PK"),
    sort_key=Key("SK"),
    indexes=[Index("GSI1", Key("GSI1PK"), Key("GSI1SK"))],
    entities=[
        Entity(
            "PRODUCT",
            PK="PRODUCT#{ProductId}",
            SK="METADATA",
            GSI1PK="CATEGORY#{Category}",
            GSI1SK="PRODUCT#{ProductId}",
            attributes={"EntityType": "S", "ProductId": "S", "Name": "S", "Stock": "N", "Price": "N", "Category": "S"},
        ),
        Entity("CUSTOMER", PK="CUSTOMER#{CustomerId}", SK="METADATA"),
        Entity(
            "ORDER",
            PK="CUSTOMER#{CustomerId}",
            SK="ORDER#{OrderId}",
            GSI1PK="ORDERS#{OrderDate}",
            GSI1SK="ORDER#{OrderId}",
            attributes={"CustomerId": "S", "OrderId": "S", "ProductId": "S", "Amount": "N", "OrderDate": "S"},
        ),
        Entity(
            "DAILY_SALES",
            PK="SALES#{OrderDate}",
            SK="SUMMARY",
            attributes={"OrderDate": "S", "Total": "N", "Orders": "N"},
        ),
    ],
    access_patterns=[
        Get("PS1", "a product", PK="PRODUCT#{ProductId}", SK="METADATA", used_by=[APP]),
        Query("PS2", "products of a category", index="GSI1", GSI1PK="CATEGORY#{Category}", used_by=[APP]),
        Query("PS3", "a customer's orders", PK="CUSTOMER#{CustomerId}", SK=begins_with("ORDER#"), used_by=[APP]),
        Query("PS4", "orders of a day", index="GSI1", GSI1PK="ORDERS#{OrderDate}", used_by=[APP]),
        TransactWrite(
            "PS5",
            "place an order",
            items=[
                PutItem("ORDER", condition="attribute_not_exists(PK)"),
                UpdateItem(
                    "SET Stock = Stock - {quantity}", condition="Stock >= {quantity}", PK="PRODUCT#{ProductId}", SK="METADATA"
                ),
            ],
            used_by=[APP],
        ),
        Get("PS6", "a day's sales", PK="SALES#{OrderDate}", SK="SUMMARY", used_by=[APP]),
        Update("PS7", "restock", PK="PRODUCT#{ProductId}", SK="METADATA", update="ADD Stock {quantity:N}", used_by=[APP]),
    ],
)

SYSTEMS = (
    System("miyabi_lambda", [PLATFORM]),
    System("miyabi_progress", [TASKS, PROJECTS, LOGS]),
    System("feature_flags", [FLAGS]),
    System("shop", [SHOP]),
)
