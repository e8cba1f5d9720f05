"""CloudTrail."""

from __future__ import annotations

from dynawright.iam.operations.ask import Ask
from dynawright.iam.operations.row import Rows, each

SOURCE = "https://docs.aws.amazon.com/service-authorization/latest/reference/list_awscloudtrail.html"
TRAIL = "arn:aws:cloudtrail:{region}:{account}:trail/{Name}"
TRAIL_NAMED = "arn:aws:cloudtrail:{region}:{account}:trail/{TrailName}"
PASS = Ask(
    "iam:PassRole",
    "{CloudWatchLogsRoleArn}",
    when="CloudWatchLogsRoleArn",
    context={"iam:PassedToService": "cloudtrail.amazonaws.com"},
)

ROWS: Rows = {
    "cloudtrail": {
        **each("cloudtrail", TRAIL, "DeleteTrail", "GetTrail", "GetTrailStatus", "StartLogging", "StopLogging"),
        **each("cloudtrail", TRAIL_NAMED, "GetEventSelectors", "GetInsightSelectors", "PutEventSelectors", "PutInsightSelectors"),
        "DescribeTrails": (Ask("cloudtrail:DescribeTrails"),),
        "CreateTrail": (
            Ask("cloudtrail:CreateTrail", TRAIL, tags="TagsList"),
            Ask("cloudtrail:AddTags", TRAIL, when="TagsList", tags="TagsList"),
            PASS,
        ),
        "UpdateTrail": (Ask("cloudtrail:UpdateTrail", TRAIL), PASS),
        "ListTags": (Ask("cloudtrail:ListTags", "{ResourceIdList[]}"),),
        "AddTags": (Ask("cloudtrail:AddTags", "{ResourceId}", tags="TagsList"),),
        "RemoveTags": (Ask("cloudtrail:RemoveTags", "{ResourceId}", tags="TagsList"),),
    },
}
