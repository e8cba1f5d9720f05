"""What the team's page says of Miyabi on Lambda, typed from it by hand."""

from tests.stacks.pages import Page, keys, single

PAGE = Page(
    tables={"miyabi-lambda-data": single("GSI1", "GSI2", ttl="TTL")},
    entities={
        "USER": keys("USER#{userId}", "METADATA", GSI2PK="ORG#{orgId}", GSI2SK="USER#{userId}"),
        "REPOSITORY": keys("USER#{userId}", "REPO#{repoId}", GSI2PK="ORG#{orgId}", GSI2SK="REPO#{repoId}"),
        "REPOSITORY_BY_ID": keys("REPO#{repoId}", "METADATA"),
        "AGENT_EXECUTION": keys("REPO#{repoId}", "EXEC#{timestamp}#{execId}", GSI1PK="STATUS#{status}", GSI1SK="{timestamp}"),
        "AGENT_EXECUTION_BY_ID": keys("EXEC#{execId}", "METADATA", GSI1PK="AGENT_TYPE#{agentType}", GSI1SK="{timestamp}"),
        "WORKFLOW": keys("REPO#{repoId}", "WORKFLOW#{workflowId}"),
        "TASK": keys("USER#{userId}", "TASK#{taskId}", GSI1PK="TASK_STATUS#{status}", GSI1SK="{timestamp}"),
        "TASK_DEPENDENCY": keys("TASK#{taskId}", "DEP#{dependencyTaskId}"),
        "WEBSOCKET": keys("WS#{connectionId}", "METADATA"),
        "WEBSOCKET_OF_USER": keys("USER#{userId}", "WS#{connectionId}"),
        # The page's own remedy for hot keys, `USER#<userId>#<shard>`, is used for its busiest entity.
        "LINE_MESSAGE": keys("USER#{userId}#{shard}", "LINE_MSG#{timestamp}#{messageId}"),
        "ORGANIZATION": keys("ORG#{orgId}", "METADATA"),
        "ORG_MEMBER": keys("ORG#{orgId}", "MEMBER#{userId}"),
        "EXECUTION_LOG": keys("EXEC#{execId}", "LOG#{timestamp}#{logId}"),
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
