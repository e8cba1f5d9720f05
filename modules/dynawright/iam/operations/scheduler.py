"""EventBridge Scheduler."""

from __future__ import annotations

from dynawright.iam.operations.ask import Ask
from dynawright.iam.operations.key_use import key_uses
from dynawright.iam.operations.row import Row, Rows, each

SOURCE = "https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazoneventbridgescheduler.html"
ENCRYPTION = "https://docs.aws.amazon.com/scheduler/latest/UserGuide/encryption-rest.html"
GROUP = "arn:aws:scheduler:{region}:{account}:schedule-group/{Name}"
SCHEDULE = "arn:aws:scheduler:{region}:{account}:schedule/{GroupName|default}/{Name}"


def _write(operation: str) -> Row:
    return (
        Ask(f"scheduler:{operation}", SCHEDULE),
        Ask("iam:PassRole", "{Target.RoleArn}", context={"iam:PassedToService": "scheduler.amazonaws.com"}),
        *key_uses(
            "scheduler",
            "{key:KmsKeyArn}",
            *("DescribeKey", "GenerateDataKey", "Decrypt"),
            encryption={"aws:scheduler:schedule:arn": SCHEDULE},
            source=ENCRYPTION,
        ),
    )


ROWS: Rows = {
    "scheduler": {
        "CreateSchedule": _write("CreateSchedule"),
        "UpdateSchedule": _write("UpdateSchedule"),
        "GetSchedule": (
            Ask("scheduler:GetSchedule", SCHEDULE),
            *key_uses(
                "scheduler",
                "{schedule_key:Name}",
                "Decrypt",
                encryption={"aws:scheduler:schedule:arn": SCHEDULE},
                source=ENCRYPTION,
            ),
        ),
        "DeleteSchedule": (Ask("scheduler:DeleteSchedule", SCHEDULE),),
        "CreateScheduleGroup": (
            Ask("scheduler:CreateScheduleGroup", GROUP, tags="Tags"),
            Ask("scheduler:TagResource", GROUP, when="Tags", tags="Tags"),
        ),
        "GetScheduleGroup": (Ask("scheduler:GetScheduleGroup", GROUP),),
        "DeleteScheduleGroup": (
            Ask("scheduler:DeleteScheduleGroup", GROUP),
            Ask("scheduler:DeleteSchedule", "arn:aws:scheduler:{region}:{account}:schedule/{Name}/*"),
        ),
        **each("scheduler", "*", "ListScheduleGroups", "ListSchedules"),
        "ListTagsForResource": (Ask("scheduler:ListTagsForResource", "{ResourceArn}"),),
        "TagResource": (Ask("scheduler:TagResource", "{ResourceArn}", tags="Tags"),),
        "UntagResource": (Ask("scheduler:UntagResource", "{ResourceArn}", tags="TagKeys"),),
    },
}
