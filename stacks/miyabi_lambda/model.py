"""The agent platform's table: users, repositories, executions, tasks, workflows, LINE messages."""

from collections.abc import Mapping
from datetime import timedelta

from dynawright.model import (
    BatchWrite,
    Chunks,
    Consumer,
    Declared,
    Delete,
    DeleteItem,
    Entity,
    Get,
    Index,
    Key,
    MessageMarkers,
    Put,
    PutItem,
    Query,
    Stream,
    System,
    TableModel,
    TransactWrite,
    Use,
    begins_with,
)
from stacks.miyabi_lambda import data

ACCESS_TOKENS = "miyabi-lambda/access-tokens"
API = Consumer(
    "api",
    "the platform's HTTP API: users, repositories, organizations, tasks",
    cache="reads",
    uses=[Use("secret", ACCESS_TOKENS), Use("secret", f"{ACCESS_TOKENS}/*", makes=True)],
)
AGENTS = Consumer(
    "agents",
    "the agents: their executions, logs and workflows",
    uses=[Use("secret", ACCESS_TOKENS), Use("secret", f"{ACCESS_TOKENS}/*")],
)
WEBSOCKET_HANDLER = Consumer("websocket-handler", "opens and closes WebSocket connections and pushes to them")
ENTITY_EVENTS = Consumer("entity-events", "the stream function that publishes changes to EventBridge")
SUPPORT = Consumer("support", "the support desk's tool: what the stream function did")


def attributes(
    entity_type: str, *identifiers: str, holds: Mapping[str, Declared] | None = None, changes: bool = True
) -> dict[str, Declared]:
    """Return every item's attributes and the identifiers in its keys; `holds` are those in its Data.

    Items that never change have no UpdatedAt.
    """
    common: dict[str, Declared] = {"EntityType": (entity_type,), "Data": holds or "M", "CreatedAt": "S"}
    return {**common, **({"UpdatedAt": "S"} if changes else {}), **dict.fromkeys(identifiers, "S")}


DATA = TableModel(
    "miyabi-lambda-data",
    partition_key=Key("PK"),
    sort_key=Key("SK"),
    indexes=[
        Index("GSI1", Key("GSI1PK"), Key("GSI1SK")),  # by status, newest first
        Index("GSI2", Key("GSI2PK"), Key("GSI2SK")),  # by organization
    ],
    ttl="TTL",
    stream=Stream.NEW_AND_OLD_IMAGES,
    entities=[
        Entity(
            "USER",
            PK="USER#{userId}",
            SK="METADATA",
            GSI2PK="ORG#{orgId}",
            GSI2SK="USER#{userId}",
            attributes=attributes("USER", "userId", "orgId", holds=data.USER),
        ),
        Entity(
            "REPOSITORY",
            PK="USER#{userId}",
            SK="REPO#{repoId}",
            GSI2PK="ORG#{orgId}",
            GSI2SK="REPO#{repoId}",
            attributes=attributes("REPOSITORY", "userId", "repoId", "orgId", holds=data.REPOSITORY),
        ),
        Entity(  # reverse lookups have their own names here, and the EntityType of the items that they return
            "REPOSITORY_BY_ID",
            PK="REPO#{repoId}",
            SK="METADATA",
            attributes=attributes("REPOSITORY", "repoId", "userId", holds=data.REPOSITORY),
        ),
        Entity(
            "AGENT_EXECUTION",
            PK="REPO#{repoId}",
            SK="EXEC#{timestamp}#{execId}",
            GSI1PK="STATUS#{status}",
            GSI1SK="{timestamp}",
            attributes=attributes("AGENT_EXECUTION", "repoId", "execId", "timestamp", "status", holds=data.EXECUTION),
        ),
        Entity(
            "AGENT_EXECUTION_BY_ID",
            PK="EXEC#{execId}",
            SK="METADATA",
            GSI1PK="AGENT_TYPE#{agentType}",
            GSI1SK="{timestamp}",
            attributes=attributes("AGENT_EXECUTION", "execId", "repoId", "agentType", "timestamp", holds=data.EXECUTION),
        ),
        Entity(
            "WORKFLOW",
            PK="REPO#{repoId}",
            SK="WORKFLOW#{workflowId}",
            attributes=attributes("WORKFLOW", "repoId", "workflowId", holds=data.WORKFLOW),
        ),
        Entity(
            "TASK",
            PK="USER#{userId}",
            SK="TASK#{taskId}",
            GSI1PK="TASK_STATUS#{status}",
            GSI1SK="{timestamp}",
            attributes=attributes("TASK", "userId", "taskId", "status", "timestamp", holds=data.TASK),
        ),
        Entity(
            "TASK_DEPENDENCY",
            PK="TASK#{taskId}",
            SK="DEP#{dependencyTaskId}",
            attributes=attributes("TASK_DEPENDENCY", "taskId", "dependencyTaskId", holds=data.DEPENDENCY, changes=False),
        ),
        Entity(
            "WEBSOCKET",
            PK="WS#{connectionId}",
            SK="METADATA",
            attributes=attributes("WEBSOCKET", "connectionId", "userId", holds=data.CONNECTION, changes=False),
            expires_after=timedelta(hours=24),
        ),
        Entity(
            "WEBSOCKET_OF_USER",
            PK="USER#{userId}",
            SK="WS#{connectionId}",
            attributes=attributes("WEBSOCKET", "userId", "connectionId", holds=data.CONNECTION, changes=False),
            expires_after=timedelta(hours=24),
        ),
        Entity(
            "LINE_MESSAGE",
            PK="USER#{userId}#{shard}",
            SK="LINE_MSG#{timestamp}#{messageId}",
            attributes=attributes("LINE_MESSAGE", "userId", "timestamp", "messageId", holds=data.MESSAGE),
            shards={"shard": 4},  # a busy chat must not throttle the user's other items
            expires_after=timedelta(days=30),
        ),
        Entity(
            "ORGANIZATION",
            PK="ORG#{orgId}",
            SK="METADATA",
            attributes=attributes("ORGANIZATION", "orgId", holds=data.ORGANIZATION),
        ),
        Entity(
            "ORG_MEMBER",
            PK="ORG#{orgId}",
            SK="MEMBER#{userId}",
            attributes=attributes("ORG_MEMBER", "orgId", "userId", holds=data.ORG_MEMBER),
        ),
        Entity(
            "EXECUTION_LOG",
            PK="EXEC#{execId}",
            SK="LOG#{timestamp}#{logId}",
            attributes=attributes("EXECUTION_LOG", "execId", "timestamp", "logId", holds=data.LOG, changes=False),
            expires_after=timedelta(days=30),
        ),
        Entity(
            "EXECUTION_RESULT",
            PK="EXEC#{execId}",
            SK="CHUNK#{Chunk}",
            attributes={**attributes("EXECUTION_RESULT", "execId"), "Body": "B"},
            chunks=Chunks("Body", at_most=25),  # 8 MB, one batch: larger values belong in S3
        ),
    ],
    access_patterns=[
        Get("AP1", "a user's record", PK="USER#{userId}", SK="METADATA", used_by=[API, AGENTS]),
        Query("AP2", "a user's repositories", PK="USER#{userId}", SK=begins_with("REPO#"), used_by=[API]),
        Query(
            "AP3",
            "a repository's executions, newest first",
            PK="REPO#{repoId}",
            SK=begins_with("EXEC#"),
            descending=True,
            used_by=[API],
        ),
        Get("AP4", "one execution", PK="EXEC#{execId}", SK="METADATA", used_by=[API, AGENTS]),
        Query(
            "AP5", "executions by status, newest first", index="GSI1", GSI1PK="STATUS#{status}", descending=True, used_by=[AGENTS]
        ),
        Query("AP6", "a user's tasks", PK="USER#{userId}", SK=begins_with("TASK#"), used_by=[API]),
        Query("AP7", "a task's dependencies", PK="TASK#{taskId}", SK=begins_with("DEP#"), used_by=[API, AGENTS]),
        Get("AP8a", "a WebSocket connection", PK="WS#{connectionId}", SK="METADATA", used_by=[WEBSOCKET_HANDLER]),
        Put("AP8b", "open a WebSocket connection", entity="WEBSOCKET", used_by=[WEBSOCKET_HANDLER]),
        Delete("AP8c", "close a WebSocket connection", PK="WS#{connectionId}", SK="METADATA", used_by=[WEBSOCKET_HANDLER]),
        Query("AP9", "an organization's users", index="GSI2", GSI2PK="ORG#{orgId}", GSI2SK=begins_with("USER#"), used_by=[API]),
        Query("AP10", "a repository's workflows", PK="REPO#{repoId}", SK=begins_with("WORKFLOW#"), used_by=[API, AGENTS]),
        Query(
            "AP11",
            "an organization's repositories",
            index="GSI2",
            GSI2PK="ORG#{orgId}",
            GSI2SK=begins_with("REPO#"),
            used_by=[API],
        ),
        Query(
            "AP12", "executions by agent type", index="GSI1", GSI1PK="AGENT_TYPE#{agentType}", descending=True, used_by=[AGENTS]
        ),
        Query("AP13", "an execution's log", PK="EXEC#{execId}", SK=begins_with("LOG#"), used_by=[API, AGENTS]),
        Query("AP14", "a user's connections", PK="USER#{userId}", SK=begins_with("WS#"), used_by=[WEBSOCKET_HANDLER]),
        TransactWrite(
            "AP15",
            "create a user and its organization membership together",
            name="create_user",
            items=[
                PutItem("USER", condition="attribute_not_exists(PK)"),
                PutItem("ORG_MEMBER", condition="attribute_not_exists(PK)"),
            ],
            used_by=[API],
        ),
        Query("AP16", "tasks by status", index="GSI1", GSI1PK="TASK_STATUS#{status}", descending=True, used_by=[AGENTS]),
        BatchWrite(
            "AP20",
            "keep an execution's large result",
            name="keep_execution_result",
            entities=["EXECUTION_RESULT"],
            used_by=[AGENTS],
        ),
        Query(
            "AP21",
            "an execution's large result",
            name="execution_result",
            PK="EXEC#{execId}",
            SK=begins_with("CHUNK#"),
            consistent=True,  # otherwise a new result may lack chunks
            used_by=[API, AGENTS],
        ),
        Put("AP22", "keep a LINE message", entity="LINE_MESSAGE", used_by=[API]),
        Query(
            "AP23",
            "a user's LINE messages, newest first",
            PK="USER#{userId}#{shard}",
            SK=begins_with("LINE_MSG#"),
            descending=True,
            limit=20,
            used_by=[API],
        ),
        TransactWrite(
            "AP24",
            "save a repository and its reverse lookup together",
            name="save_repository",
            items=[PutItem("REPOSITORY"), PutItem("REPOSITORY_BY_ID")],
            used_by=[API],
        ),
        TransactWrite(
            "AP25",
            "save an execution, or its new status, and its reverse lookup together",
            items=[PutItem("AGENT_EXECUTION"), PutItem("AGENT_EXECUTION_BY_ID")],
            used_by=[AGENTS],
        ),
        Put("AP26", "save a workflow", entity="WORKFLOW", used_by=[AGENTS]),
        Put("AP27", "save a task, or its new status", entity="TASK", used_by=[API, AGENTS]),
        Put("AP28", "let a task wait for another", entity="TASK_DEPENDENCY", used_by=[API, AGENTS]),
        Put("AP29", "log a line of an execution", entity="EXECUTION_LOG", used_by=[AGENTS]),
        Put("AP30", "save an organization", entity="ORGANIZATION", used_by=[API]),
        TransactWrite(
            "AP31",
            "open a connection and list it among its user's",
            name="open_connection",
            items=[PutItem("WEBSOCKET"), PutItem("WEBSOCKET_OF_USER")],
            used_by=[WEBSOCKET_HANDLER],
        ),
        TransactWrite(
            "AP32",
            "close a connection and take it off its user's list",
            name="close_connection",
            items=[
                DeleteItem(PK="WS#{connectionId}", SK="METADATA"),
                DeleteItem(PK="USER#{userId}", SK="WS#{connectionId}"),
            ],
            used_by=[WEBSOCKET_HANDLER],
        ),
        Delete(
            "AP33",
            "remove a chunk that a longer result left behind",
            name="remove_leftover_chunk",
            PK="EXEC#{execId}",
            SK="CHUNK#{Chunk}",
            condition="Checksum = {Checksum}",  # only as it was read, so that a newer result stays complete
            used_by=[AGENTS],
        ),
        Get("AP34", "a repository by id", PK="REPO#{repoId}", SK="METADATA", used_by=[API, AGENTS]),
        Get("AP35", "an organization", PK="ORG#{orgId}", SK="METADATA", used_by=[API, AGENTS]),
        Query("AP36", "an organization's members", PK="ORG#{orgId}", SK=begins_with("MEMBER#"), used_by=[API]),
        Get("AP37", "a workflow", PK="REPO#{repoId}", SK="WORKFLOW#{workflowId}", used_by=[API, AGENTS]),
    ],
)

PROCESSED = MessageMarkers(
    used_by=[ENTITY_EVENTS],
    read_by=[SUPPORT],
    patterns=("AP17", "AP18"),
    entity_name="EVENT_MARKER",
    key="EVENT#{eventId}",
    message="an event",
).table("miyabi-lambda-processed")

SYSTEM = System("miyabi_lambda", [DATA, PROCESSED]).accepting("DW273", because="the team's document names them so")
