"""Kinesis Data Streams."""

from __future__ import annotations

from dynawright.iam.operations.ask import Ask
from dynawright.iam.operations.key_use import key_uses
from dynawright.iam.operations.row import Rows, each

SOURCE = "https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonkinesisdatastreams.html"
ENCRYPTION = "https://docs.aws.amazon.com/streams/latest/dev/permissions-user-key-KMS.html"
STREAM = "{stream:}"
NEW = "arn:aws:kinesis:{region}:{account}:stream/{StreamName}"
CONTEXT = {"aws:kinesis:arn": STREAM}

ROWS: Rows = {
    "kinesis": {
        **each(
            "kinesis",
            STREAM,
            *("DecreaseStreamRetentionPeriod", "DeleteStream", "DescribeStream", "DescribeStreamSummary", "GetShardIterator"),
            *("IncreaseStreamRetentionPeriod", "ListShards", "ListTagsForStream", "StopStreamEncryption"),
        ),
        "CreateStream": (
            Ask("kinesis:CreateStream", NEW, tags="Tags"),
            Ask("kinesis:AddTagsToStream", NEW, when="Tags", tags="Tags"),
        ),
        "StartStreamEncryption": (
            Ask("kinesis:StartStreamEncryption", STREAM),
            *key_uses("kinesis", "{key:KeyId}", "DescribeKey", source=ENCRYPTION),
        ),
        "AddTagsToStream": (Ask("kinesis:AddTagsToStream", STREAM, tags="Tags"),),
        "RemoveTagsFromStream": (Ask("kinesis:RemoveTagsFromStream", STREAM, tags="TagKeys"),),
        "ListTagsForResource": (Ask("kinesis:ListTagsForResource", "{ResourceARN}"),),
        "TagResource": (Ask("kinesis:TagResource", "{ResourceARN}", tags="Tags"),),
        "UntagResource": (Ask("kinesis:UntagResource", "{ResourceARN}", tags="TagKeys"),),
        "ListStreams": (Ask("kinesis:ListStreams"),),
        "DescribeLimits": (Ask("kinesis:DescribeLimits"),),
        "UpdateStreamMode": (Ask("kinesis:UpdateStreamMode"),),
        "PutRecords": (
            Ask("kinesis:PutRecords", STREAM),
            *key_uses("kinesis", "{stream_key:}", "GenerateDataKey", encryption=CONTEXT, source=ENCRYPTION),
        ),
        "PutRecord": (
            Ask("kinesis:PutRecord", STREAM),
            *key_uses("kinesis", "{stream_key:}", "GenerateDataKey", encryption=CONTEXT, source=ENCRYPTION),
        ),
    },
}
