"""DynamoDB's actions from botocore and IAM; the simulator refuses unknown names."""

from __future__ import annotations

from collections.abc import Sequence

# Authorized per item, with the partition keys of the request as dynamodb:LeadingKeys.
ON_ITEMS = (
    "BatchGetItem",
    "BatchWriteItem",
    "ConditionCheckItem",
    "DeleteItem",
    "GetItem",
    "PartiQLDelete",
    "PartiQLInsert",
    "PartiQLSelect",
    "PartiQLUpdate",
    "PutItem",
    "Query",
    "SearchVectors",
    "UpdateItem",
)
# Requests of these carry dynamodb:ReturnValues, NONE unless the caller says otherwise.
RETURNING = ("ConditionCheckItem", "DeleteItem", "PutItem", "UpdateItem")
RETURN_VALUES = ("NONE", "ALL_OLD", "UPDATED_OLD", "ALL_NEW", "UPDATED_NEW")
ON_TABLES = (
    "CreateBackup",
    "CreateTable",
    "CreateTableReplica",
    "DeleteResourcePolicy",
    "DeleteTable",
    "DeleteTableReplica",
    "DescribeContinuousBackups",
    "DescribeContributorInsights",
    "DescribeKinesisStreamingDestination",
    "DescribeTable",
    "DescribeTableReplicaAutoScaling",
    "DescribeTimeToLive",
    "DisableKinesisStreamingDestination",
    "EnableKinesisStreamingDestination",
    "ExportTableToPointInTime",
    "GetResourcePolicy",
    "ImportTable",
    "ListTagsOfResource",
    "PutResourcePolicy",
    "RestoreTableToPointInTime",
    "Scan",
    "TagResource",
    "UntagResource",
    "UpdateContinuousBackups",
    "UpdateContributorInsights",
    "UpdateTable",
    "UpdateTableReplicaAutoScaling",
    "UpdateTimeToLive",
)
ON_STREAMS = ("DescribeStream", "GetRecords", "GetShardIterator")
ON_ANYTHING = (
    "DescribeLimits",
    "DescribeReservedCapacity",
    "ListBackups",
    "ListExports",
    "ListGlobalTables",
    "ListStreams",
    "ListTables",
)


def item_context(action: str, keys: Sequence[str] | None, returns: str | None = "NONE") -> dict[str, object]:
    """Return the context that AWS adds to a request for items."""
    context: dict[str, object] = {} if keys is None else {"dynamodb:LeadingKeys": list(keys)}
    if action in RETURNING and returns is not None:
        context["dynamodb:ReturnValues"] = returns
    return context
