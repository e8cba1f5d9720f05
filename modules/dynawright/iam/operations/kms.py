"""KMS, called directly."""

from __future__ import annotations

from dataclasses import replace

from dynawright.iam.operations.ask import Ask, Asked
from dynawright.iam.operations.call import Situation
from dynawright.iam.operations.row import Row, Rows, each

SOURCE = "https://docs.aws.amazon.com/kms/latest/developerguide/kms-api-permissions-reference.html"
KEY = "{any_key:KeyId}"
NEW_KEY = "arn:aws:kms:{region}:{account}:key/new"
ALIAS = "{alias:AliasName}"


def _with_context(action: str) -> Row:
    """Require an action with the encryption context, whose pairs are condition keys."""

    def asked(situation: Situation) -> list[Asked]:
        pairs = situation.call.parameters.get("EncryptionContext") or {}
        context = {f"kms:EncryptionContext:{name}": value for name, value in pairs.items()}
        return [replace(query, context={**query.context, **context}) for query in Ask(f"kms:{action}", KEY).fill(situation)]

    return asked


ROWS: Rows = {
    "kms": {
        **each(
            "kms",
            KEY,
            *("CancelKeyDeletion", "DisableKey", "DisableKeyRotation", "EnableKey", "EnableKeyRotation"),
            *("GetKeyPolicy", "GetKeyRotationStatus", "ListGrants", "ListKeyPolicies"),
            *("ListResourceTags", "PutKeyPolicy", "ScheduleKeyDeletion", "UpdateKeyDescription"),
        ),
        **{action: _with_context(action) for action in ("Decrypt", "Encrypt", "GenerateDataKey")},
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
