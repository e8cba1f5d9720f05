"""Why a role keeps an action that no recorded request needed, with the source for it."""

from __future__ import annotations

import re
from collections.abc import Mapping

LOGGING = "Lambda, or the container's log driver, calls it; no code in this package does"
FAILURES = "Lambda looks for the bucket, and writes batches that it gave up, of which a demo has none (tests/applied/test_deliveries.py has)"
BACKUP = "AWS Backup asks it in a service that the emulator does not run: managed policy AWSBackupServiceRolePolicyForBackup"
RESTORES = "AWS Backup asks it in a service that the emulator does not run: managed policy AWSBackupServiceRolePolicyForRestores"
GRANTS = "DynamoDB makes a grant for a table's key when it makes one: guide, 'DynamoDB encryption at rest: usage notes'"
BUCKET_TAGS = "AWS provider 6 asks it where 5.100 asks for the bucket's tagging (docs/aws-reality.md, row 53; tests/emulator/test_s3_control.py)"
INSIGHTS = "the provider asks it of a trail whose insights were switched on by hand (internal/service/cloudtrail/trail.go)"
RETIRED = "for a vault's key as earlier versions made it; today's names the role itself (docs/aws-reality.md, rows 17 and 19)"
ALIKE = "both roles read the same, in one list; it shows what only a person changes, and no data"

KEPT: tuple[tuple[str, Mapping[str, str]], ...] = (
    (
        r".*-backup-[a-z-]+",
        {
            **dict.fromkeys(
                ("backup:CopyFromBackupVault", "backup:CopyIntoBackupVault", "backup:DescribeBackupVault", "backup:TagResource"),
                BACKUP,
            ),
            **dict.fromkeys(("dynamodb:StartAwsBackupJob", "kms:CreateGrant", "kms:Decrypt", "kms:DescribeKey"), BACKUP),
        },
    ),
    (
        r".*-restore-test-[a-z-]+",
        {
            "dynamodb:RestoreTableFromAwsBackup": RESTORES,
            **dict.fromkeys(("kms:CreateGrant", "kms:Decrypt", "kms:DescribeKey", "kms:Encrypt"), RESTORES),
            **dict.fromkeys(("kms:GenerateDataKeyWithoutPlaintext", "kms:ReEncryptFrom", "kms:ReEncryptTo"), RESTORES),
        },
    ),
    (
        r".*-export-[a-z-]+",
        {
            "dynamodb:DescribeExport": "asked of exports that have not ended, or have failed; the emulator's end at once",
            "sqs:SendMessage": "Lambda sends what the function could not do, after its retries",
            **dict.fromkeys(("kms:CreateGrant", "kms:DescribeKey"), GRANTS),
        },
    ),
    (r"person-.*", {**dict.fromkeys(("kms:CreateGrant", "kms:DescribeKey", "kms:Encrypt"), GRANTS)}),
    (
        r"plan role",
        {"cloudtrail:GetInsightSelectors": INSIGHTS, "s3:ListTagsForResource": BUCKET_TAGS},
    ),
    (
        r"deploy role",
        {
            "cloudtrail:GetInsightSelectors": INSIGHTS,
            **dict.fromkeys(("backup:DescribeRegionSettings", "backup:GetBackupVaultAccessPolicy"), ALIKE),
            "kms:RetireGrant": RETIRED,
            "kms:UpdateAlias": "a key that was deleted by hand is made again, and its alias leads to the new one",
            **dict.fromkeys(("s3:ListTagsForResource", "s3:TagResource", "s3:UntagResource"), BUCKET_TAGS),
        },
    ),
    (
        r"(?!(plan|deploy) role).*",
        {
            **dict.fromkeys(
                ("logs:CreateLogStream", "logs:PutLogEvents", "xray:PutTelemetryRecords", "xray:PutTraceSegments"), LOGGING
            ),
            **dict.fromkeys(("s3:ListBucket", "s3:PutObject", "kms:GenerateDataKey"), FAILURES),
            "logs:CreateLogGroup": "Lambda makes the log group of an application's function, which no stack declares, at its first line",
            **dict.fromkeys(
                ("secretsmanager:CreateSecret", "secretsmanager:GetSecretValue", "secretsmanager:PutSecretValue"),
                "the application asks it outside of its access patterns; stories do (tests/stacks/miyabi_lambda/test_journeys.py)",
            ),
            **dict.fromkeys(
                ("sts:AssumeRole", "sts:TagSession"),
                "the trust policy names the role, which is enough within an account; AWS advises to have both",
            ),
        },
    ),
)
"""Pattern of a role's name → action → reason."""


def reason(role: str, action: str) -> str | None:
    """Return why a role keeps an action that no request needed."""
    return next((reasons[action] for pattern, reasons in KEPT if re.fullmatch(pattern, role) and action in reasons), None)
