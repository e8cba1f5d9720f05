"""Secrets Manager."""

from __future__ import annotations

from dynawright.iam.operations.ask import Ask
from dynawright.iam.operations.key_use import key_uses
from dynawright.iam.operations.row import Rows, each

SOURCE = "https://docs.aws.amazon.com/service-authorization/latest/reference/list_awssecretsmanager.html"
ENCRYPTION = "https://docs.aws.amazon.com/secretsmanager/latest/userguide/security-encryption.html"
EXISTING = "{secret:SecretId}"
NEW = "arn:aws:secretsmanager:{region}:{account}:secret:{Name}-AbCdEf"
OF_SECRET = {"SecretARN": EXISTING}
# Secrets Manager tests a new key by encrypting and decrypting a text of its own (ENCRYPTION).
NEW_KEY = key_uses(
    "secretsmanager",
    "{key:KmsKeyId}",
    "GenerateDataKey",
    "Decrypt",
    encryption={"SecretARN": "RequestToValidateKeyAccess"},
    source=ENCRYPTION,
)

ROWS: Rows = {
    "secretsmanager": {
        **each(
            "secretsmanager",
            EXISTING,
            *("CancelRotateSecret", "DeleteResourcePolicy", "DeleteSecret", "DescribeSecret", "GetResourcePolicy"),
            *("ListSecretVersionIds", "PutResourcePolicy", "RestoreSecret"),
        ),
        "CreateSecret": (
            Ask("secretsmanager:CreateSecret", NEW, tags="Tags", context={"secretsmanager:Name": "{Name}"}),
            Ask("secretsmanager:TagResource", NEW, when="Tags", tags="Tags"),
            *NEW_KEY,
        ),
        "UpdateSecret": (Ask("secretsmanager:UpdateSecret", EXISTING), *NEW_KEY),
        "GetSecretValue": (
            Ask("secretsmanager:GetSecretValue", EXISTING),
            *key_uses("secretsmanager", "{secret_key:SecretId}", "Decrypt", encryption=OF_SECRET, source=ENCRYPTION),
        ),
        "PutSecretValue": (
            Ask("secretsmanager:PutSecretValue", EXISTING),
            *key_uses(
                "secretsmanager", "{secret_key:SecretId}", "GenerateDataKey", "Decrypt", encryption=OF_SECRET, source=ENCRYPTION
            ),
        ),
        "RotateSecret": (
            Ask("secretsmanager:RotateSecret", EXISTING),
            Ask("lambda:InvokeFunction", "{RotationLambdaARN}", when="RotationLambdaARN"),
        ),
        "ListSecrets": (Ask("secretsmanager:ListSecrets"),),
        "TagResource": (Ask("secretsmanager:TagResource", EXISTING, tags="Tags"),),
        "UntagResource": (Ask("secretsmanager:UntagResource", EXISTING, tags="TagKeys"),),
    },
}
