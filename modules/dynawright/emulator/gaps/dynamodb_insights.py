"""DynamoDB: Contributor Insights of tables and indexes, which are stored but count nothing."""

from typing import Any

from moto.core.responses import ActionResult
from moto.dynamodb.exceptions import ResourceNotFoundException
from moto.dynamodb.responses import DynamoHandler

DEFAULT_MODE = "ACCESSED_AND_THROTTLED_KEYS"


def install() -> None:
    DynamoHandler.update_contributor_insights = _update
    DynamoHandler.describe_contributor_insights = _describe
    DynamoHandler.list_contributor_insights = _list


def _update(handler: Any) -> Any:
    """Add the operation, and those below: moto answers status 500."""
    mode = handler.body.get("ContributorInsightsMode", DEFAULT_MODE)
    enabled = handler.body["ContributorInsightsAction"] == "ENABLE"
    _modes(handler)[_index(handler)] = mode if enabled else None
    return _answer(handler, "ENABLING" if enabled else "DISABLING")


def _describe(handler: Any) -> Any:
    return _answer(handler, "ENABLED" if _modes(handler).get(_index(handler)) else "DISABLED")


def _list(handler: Any) -> Any:
    table = handler.body["TableName"]
    summaries = [
        {
            "TableName": table,
            "IndexName": index,
            "ContributorInsightsStatus": "ENABLED" if mode else "DISABLED",
            "ContributorInsightsMode": mode or DEFAULT_MODE,
        }
        for index, mode in _modes(handler).items()
    ]
    return ActionResult({"ContributorInsightsSummaries": summaries})


def _answer(handler: Any, status: str) -> Any:
    index = _index(handler)
    mode = _modes(handler).get(index) or DEFAULT_MODE
    table = handler.body["TableName"]
    return ActionResult(
        {"TableName": table, "IndexName": index, "ContributorInsightsStatus": status, "ContributorInsightsMode": mode}
    )


def _index(handler: Any) -> str | None:
    """Return the requested index, None for the table itself."""
    index: str | None = handler.body.get("IndexName")
    table = handler.dynamodb_backend.get_table(handler.body["TableName"])
    if index is not None and index not in {known.name for known in table.global_indexes}:
        raise ResourceNotFoundException(f"Requested resource not found: Index: {index} not found")
    return index


def _modes(handler: Any) -> dict[str | None, str | None]:
    """Return index (None is the table) → mode, for all requested so far; the mode is None if off."""
    table = handler.dynamodb_backend.get_table(handler.body["TableName"])
    modes: dict[str | None, str | None] = table.__dict__.setdefault("contributor_insights", {})
    return modes
