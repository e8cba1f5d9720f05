"""Application Auto Scaling."""

from __future__ import annotations

from dynawright.iam.operations.ask import Ask
from dynawright.iam.operations.row import Row, Rows, each

SOURCE = "https://docs.aws.amazon.com/service-authorization/latest/reference/list_awsapplicationautoscaling.html"
GUIDE = "https://docs.aws.amazon.com/autoscaling/application/userguide/security_iam_id-based-policy-examples.html"
TARGET = "{scalable_target:ResourceId}"
PLACE = {
    "application-autoscaling:service-namespace": "{ServiceNamespace}",
    "application-autoscaling:scalable-dimension": "{ScalableDimension}",
}
ALARMS = "arn:aws:cloudwatch:{region}:{account}:alarm:TargetTracking-{ResourceId}-*"
LINKED_ROLE = "arn:aws:iam::{account}:role/aws-service-role/dynamodb.application-autoscaling.amazonaws.com/AWSServiceRoleForApplicationAutoScaling_DynamoDBTable"


def _on_target(operation: str) -> Row:
    return (Ask(f"application-autoscaling:{operation}", TARGET, context=PLACE),)


ROWS: Rows = {
    "application-autoscaling": {
        **each(
            "application-autoscaling",
            "*",
            *("DescribeScalableTargets", "DescribeScalingActivities", "DescribeScalingPolicies", "DescribeScheduledActions"),
        ),
        **{name: _on_target(name) for name in ("DeregisterScalableTarget", "PutScheduledAction", "DeleteScheduledAction")},
        "RegisterScalableTarget": (
            Ask("application-autoscaling:RegisterScalableTarget", TARGET, tags="Tags", context=PLACE),
            Ask("application-autoscaling:TagResource", TARGET, when="Tags", tags="Tags"),
            Ask(
                "iam:PassRole",
                "{RoleARN}",
                when="RoleARN",
                context={"iam:PassedToService": "application-autoscaling.amazonaws.com"},
            ),
            Ask(
                "iam:CreateServiceLinkedRole",
                LINKED_ROLE,
                unless="RoleARN",
                context={"iam:AWSServiceName": "dynamodb.application-autoscaling.amazonaws.com"},
                source="https://docs.aws.amazon.com/autoscaling/application/userguide/application-auto-scaling-service-linked-roles.html",
            ),
        ),
        "PutScalingPolicy": (
            Ask("application-autoscaling:PutScalingPolicy", TARGET, context=PLACE),
            Ask("cloudwatch:PutMetricAlarm", ALARMS, when="TargetTrackingScalingPolicyConfiguration", source=GUIDE),
        ),
        "DeleteScalingPolicy": (
            Ask("application-autoscaling:DeleteScalingPolicy", TARGET, context=PLACE),
            Ask("cloudwatch:DeleteAlarms", ALARMS, source=GUIDE),
        ),
        "ListTagsForResource": (Ask("application-autoscaling:ListTagsForResource", "{ResourceARN}"),),
        "TagResource": (Ask("application-autoscaling:TagResource", "{ResourceARN}", tags="Tags"),),
        "UntagResource": (Ask("application-autoscaling:UntagResource", "{ResourceARN}", tags="TagKeys"),),
    },
}
