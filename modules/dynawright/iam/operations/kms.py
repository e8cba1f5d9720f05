"""KMS, called directly."""

from __future__ import annotations

from dynawright.iam.operations.ask import Ask
from dynawright.iam.operations.row import Rows, each

SOURCE = "https://docs.aws.amazon.com/kms/latest/developerguide/kms-api-permissions-reference.html"
KEY = "{any_key:KeyId}"
NEW_KEY = "arn:aws:kms:{region}:{account}:key/new"
ALIAS = "{alias:AliasName}"

ROWS: Rows = {
    "kms": {
        **each(
            "kms",
            KEY,
            *(
                "CancelKeyDeletion",
                "Decrypt",
                "DisableKey",
                "DisableKeyRotation",
                "EnableKey",
                "EnableKeyRotation",
            ),
            *("Encrypt", "GenerateDataKey", "GetKeyPolicy", "GetKeyRotationStatus", "ListGrants", "ListKeyPolicies"),
            *("ListResourceTags", "PutKeyPolicy", "ScheduleKeyDeletion", "UpdateKeyDescription"),
        ),
        "DescribeKey": (Ask("kms:DescribeKey", KEY, context={"kms:RequestAlias": "{request_alias:KeyId}"}),),
        **each("kms", "*", "ListAliases", "ListKeys"),
        "CreateKey": (Ask("kms:CreateKey", tags="Tags"), Ask("kms:TagResource", NEW_KEY, when="Tags", tags="Tags")),
        "TagResource": (Ask("kms:TagResource", KEY, tags="Tags", context={"kms:ResourceAliases": "{key_alias:KeyId}"}),),
        "UntagResource": (Ask("kms:UntagResource", KEY, tags="TagKeys"),),
        "CreateAlias": (Ask("kms:CreateAlias", ALIAS), Ask("kms:CreateAlias", "{any_key:TargetKeyId}")),
        "UpdateAlias": (
            Ask("kms:UpdateAlias", ALIAS),
            Ask("kms:UpdateAlias", "{any_key:AliasName}"),
            Ask("kms:UpdateAlias", "{any_key:TargetKeyId}"),
        ),
        "DeleteAlias": (Ask("kms:DeleteAlias", ALIAS), Ask("kms:DeleteAlias", "{any_key:AliasName}")),
    },
}
