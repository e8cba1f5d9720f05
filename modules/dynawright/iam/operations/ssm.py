"""Systems Manager: parameters."""

from __future__ import annotations

from dynawright.iam.operations.ask import Ask
from dynawright.iam.operations.row import Rows, each

SOURCE = "https://docs.aws.amazon.com/service-authorization/latest/reference/list_awssystemsmanager.html"
NAMED = "arn:aws:ssm:{region}:{account}:parameter/{parameter:Name}"
TAGGED = "arn:aws:ssm:{region}:{account}:parameter/{parameter:ResourceId}"

ROWS: Rows = {
    "ssm": {
        **each("ssm", NAMED, "DeleteParameter", "GetParameter", "GetParameterHistory", source=SOURCE),
        "PutParameter": (
            Ask("ssm:PutParameter", NAMED, tags="Tags", source=SOURCE),
            Ask("ssm:AddTagsToResource", NAMED, when="Tags", tags="Tags", source=SOURCE),
        ),
        "DescribeParameters": (Ask("ssm:DescribeParameters", source=SOURCE),),
        "AddTagsToResource": (Ask("ssm:AddTagsToResource", TAGGED, tags="Tags", source=SOURCE),),
        "RemoveTagsFromResource": (Ask("ssm:RemoveTagsFromResource", TAGGED, tags="TagKeys", source=SOURCE),),
        "ListTagsForResource": (Ask("ssm:ListTagsForResource", TAGGED, source=SOURCE),),
    },
}
