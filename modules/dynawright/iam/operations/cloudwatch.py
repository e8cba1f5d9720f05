"""CloudWatch."""

from __future__ import annotations

from dynawright.iam.operations.ask import Ask, Asked, filled
from dynawright.iam.operations.call import Situation
from dynawright.iam.operations.row import Rows, each

SOURCE = "https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazoncloudwatch.html"
COMPOSITE = "https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutCompositeAlarm.html"
ALARM = "arn:aws:cloudwatch:{region}:{account}:alarm:{AlarmName}"
ALL_ALARMS = "arn:aws:cloudwatch:{region}:{account}:alarm:*"
DASHBOARD = "arn:aws:cloudwatch::{account}:dashboard/{DashboardName}"


def _describe_alarms(situation: Situation) -> list[Asked]:
    """Describing composite alarms requires the right on all alarms: CloudWatch API, DescribeAlarms."""
    composite = "CompositeAlarm" in situation.call.parameters.get("AlarmTypes", ())
    template = ALL_ALARMS if composite else "arn:aws:cloudwatch:{region}:{account}:alarm:{AlarmNames[]|*}"
    return [Asked(action="cloudwatch:DescribeAlarms", resource=resource) for resource in filled(template, situation)]


ROWS: Rows = {
    "cloudwatch": {
        "DescribeAlarms": _describe_alarms,
        "PutMetricAlarm": (
            Ask("cloudwatch:PutMetricAlarm", ALARM, tags="Tags", context={"cloudwatch:AlarmActions": "{AlarmActions[]}"}),
            Ask("cloudwatch:TagResource", ALARM, when="Tags", tags="Tags"),
        ),
        "PutCompositeAlarm": (
            Ask(
                "cloudwatch:PutCompositeAlarm",
                ALL_ALARMS,
                tags="Tags",
                context={"cloudwatch:AlarmActions": "{AlarmActions[]}"},
                source=COMPOSITE,
            ),
            Ask("cloudwatch:TagResource", ALARM, when="Tags", tags="Tags"),
        ),
        "DeleteAlarms": (Ask("cloudwatch:DeleteAlarms", "arn:aws:cloudwatch:{region}:{account}:alarm:{AlarmNames[]}"),),
        "SetAlarmState": (Ask("cloudwatch:SetAlarmState", ALARM),),
        **each("cloudwatch", DASHBOARD, "GetDashboard", "PutDashboard"),
        "DeleteDashboards": (Ask("cloudwatch:DeleteDashboards", "arn:aws:cloudwatch::{account}:dashboard/{DashboardNames[]}"),),
        "ListTagsForResource": (Ask("cloudwatch:ListTagsForResource", "{ResourceARN}"),),
        "TagResource": (Ask("cloudwatch:TagResource", "{ResourceARN}", tags="Tags"),),
        "UntagResource": (Ask("cloudwatch:UntagResource", "{ResourceARN}", tags="TagKeys"),),
        "PutMetricData": (Ask("cloudwatch:PutMetricData", context={"cloudwatch:namespace": "{Namespace}"}),),
        **each("cloudwatch", "*", "GetMetricData", "GetMetricStatistics", "ListDashboards", "ListMetrics"),
    },
}
