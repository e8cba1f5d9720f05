"""Glue: jobs and triggers."""

from __future__ import annotations

from dynawright.iam.operations.ask import Ask
from dynawright.iam.operations.row import Rows, each

SOURCE = "https://docs.aws.amazon.com/service-authorization/latest/reference/list_awsglue.html"
PASSING = "https://docs.aws.amazon.com/glue/latest/dg/attach-policy-iam-user.html"
ACCOUNT = "arn:aws:glue:{region}:{account}"
JOB, TRIGGER = f"{ACCOUNT}:job/", f"{ACCOUNT}:trigger/"


def _pass(role: str) -> Ask:
    return Ask("iam:PassRole", f"{{{role}}}", when=role, context={"iam:PassedToService": "glue.amazonaws.com"}, source=PASSING)


ROWS: Rows = {
    "glue": {
        "CreateJob": (Ask("glue:CreateJob", f"{JOB}{{Name}}", tags="Tags"), _pass("Role")),
        "UpdateJob": (Ask("glue:UpdateJob", f"{JOB}{{JobName}}"), _pass("JobUpdate.Role")),
        **each("glue", f"{JOB}{{JobName}}", "DeleteJob", "GetJob", "GetJobRun", "GetJobRuns", "StartJobRun"),
        "CreateTrigger": (Ask("glue:CreateTrigger", f"{TRIGGER}{{Name}}", tags="Tags"),),
        **each("glue", f"{TRIGGER}{{Name}}", "DeleteTrigger", "GetTrigger", "StartTrigger", "StopTrigger", "UpdateTrigger"),
        "GetTags": (Ask("glue:GetTags", "{ResourceArn}"),),
        "TagResource": (Ask("glue:TagResource", "{ResourceArn}", tags="TagsToAdd"),),
        "UntagResource": (Ask("glue:UntagResource", "{ResourceArn}", tags="TagsToRemove"),),
    }
}
