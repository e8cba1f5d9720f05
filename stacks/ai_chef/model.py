"""Cooking sessions and the results they produced."""

from datetime import timedelta

from dynawright.model import Consumer, Delete, Entity, Get, Index, Key, Put, Query, System, TableModel, Update, Use

APPLICATION = Consumer(
    "application", "the AI chef's backend", runs_on="ecs", uses=[Use("log_group", "/aws/dynamodb/ai-chef-tables")]
)
PARTNER = Consumer("partner", "a named role, of this or another account, that reads and saves results", runs_on="elsewhere")

SESSIONS = TableModel(
    "ai-chef-sessions",
    partition_key=Key("sessionId"),
    ttl="TTL",
    entities=[
        Entity(
            "SESSION",
            sessionId="{sessionId}",
            attributes={"sessionId": "S", "userId": "S", "sessionStatus": "S", "createdAt": "S", "updatedAt": "S"},
            expires_after=timedelta(days=30),
        ),
    ],
    access_patterns=[
        Get("PA1", "a session", sessionId="{sessionId}", used_by=[APPLICATION]),
        Put("PA2", "create a session", entity="SESSION", condition="attribute_not_exists(sessionId)", used_by=[APPLICATION]),
        Update(
            "PA3",
            "update a session",
            sessionId="{sessionId}",
            update="SET sessionStatus = {sessionStatus}, updatedAt = {updatedAt}",
            condition="attribute_exists(sessionId)",  # an update must not bring a deleted session back
            used_by=[APPLICATION],
        ),
        Delete("PA4", "delete a session", sessionId="{sessionId}", used_by=[APPLICATION]),
    ],
)

RESULTS = TableModel(
    "ai-chef-results",
    partition_key=Key("resultId"),
    indexes=[Index("sessionId-index", Key("sessionId"))],
    entities=[
        Entity(
            "RESULT",
            resultId="{resultId}",
            sessionId="{sessionId}",
            attributes={"resultId": "S", "sessionId": "S", "resultType": "S", "content": "M", "createdAt": "S"},
        ),
    ],
    access_patterns=[
        Get("PA5", "a result", resultId="{resultId}", used_by=[APPLICATION, PARTNER]),
        Put("PA6", "save a result", entity="RESULT", used_by=[APPLICATION, PARTNER]),
        Query("PA7", "results of a session", index="sessionId-index", sessionId="{sessionId}", used_by=[APPLICATION]),
    ],
)

SYSTEM = System("ai_chef", [SESSIONS, RESULTS], attribute_style="camelCase").accepting(
    "DW273", because="the team's document names the TTL attribute, which expressions rarely need"
)
