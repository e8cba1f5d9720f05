"""What the team's page says of the AI chef, typed from it by hand."""

from tests.stacks.pages import Page, PageTable

PAGE = Page(
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
