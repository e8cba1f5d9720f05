"""CloudWatch Logs."""

from __future__ import annotations

from dynawright.iam.operations.ask import Ask
from dynawright.iam.operations.row import Rows, each

SOURCE = "https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazoncloudwatchlogs.html"
GROUP = "arn:aws:logs:{region}:{account}:log-group:{logGroupName}"
STREAM = f"{GROUP}:log-stream:{{logStreamName}}"

ROWS: Rows = {
    "logs": {
        **each(
            "logs",
            GROUP,
            *("AssociateKmsKey", "DeleteLogGroup", "DeleteMetricFilter", "DeleteRetentionPolicy", "DescribeLogStreams"),
            *("DescribeSubscriptionFilters", "DisassociateKmsKey", "FilterLogEvents", "PutMetricFilter", "PutRetentionPolicy"),
        ),
        "DescribeMetricFilters": (
            Ask("logs:DescribeMetricFilters", "arn:aws:logs:{region}:{account}:log-group:{logGroupName|*}"),
        ),
        "CreateLogGroup": (
            Ask("logs:CreateLogGroup", GROUP, tags="tags"),
            Ask("logs:TagResource", GROUP, when="tags", tags="tags"),
        ),
        **each("logs", STREAM, "CreateLogStream", "DeleteLogStream", "GetLogEvents", "PutLogEvents"),
        "DescribeLogGroups": (Ask("logs:DescribeLogGroups"),),
        "ListTagsForResource": (Ask("logs:ListTagsForResource", "{resourceArn}"),),
        "TagResource": (Ask("logs:TagResource", "{resourceArn}", tags="tags"),),
        "UntagResource": (Ask("logs:UntagResource", "{resourceArn}", tags="tagKeys"),),
    },
}
