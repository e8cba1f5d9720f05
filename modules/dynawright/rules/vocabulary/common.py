"""Allowed values that rows of several types share."""

from __future__ import annotations

from dynawright.rules.vocabulary.domains import Addresses, Text, arn, either, exactly, refers
from dynawright.rules.vocabulary.row import LASTING, Row

NAME = Text(r"[A-Za-z0-9_+=,.@/#-]{1,512}", "a name")
FREE = Text()
CRON = r"cron\([0-9*/,-]+ [0-9*/,-]+ [0-9*?/,LW-]+ [0-9A-Z*/,-]+ [0-9A-Z*?/,L#-]+ [0-9*/,-]+\)"
SCHEDULE = Text(CRON, "a cron expression of six fields")
KEY = refers("aws_kms_key", attribute="arn")
ROLE = refers("aws_iam_role", attribute="arn", near=True)
TABLE_NAME = refers("aws_dynamodb_table", attribute="name")
TABLE_ARN = refers("aws_dynamodb_table", attribute="arn")
BUCKET = refers("aws_s3_bucket", attribute="bucket", near=True)
QUEUE_ARN = refers("aws_sqs_queue", attribute="arn", near=True)
TOPIC_ARN = either(refers("aws_sns_topic", "data.aws_sns_topic", attribute="arn"), arn("sns", r"[A-Za-z0-9_-]{1,256}(\.fifo)?"))
VAULT_NAME = refers("aws_backup_vault", "data.aws_backup_vault", attribute="name")
VAULT_ARN = refers("aws_backup_vault", "data.aws_backup_vault", attribute="arn")

NAMED = "AWS knows it by this name"
READ_BY_PEOPLE = "it is for people only"
ORDERED = "Terraform builds that first; nothing else follows from it"

KEEPS = Row("lifecycle.prevent_destroy", exactly(True, False), "false lets Terraform delete what the data needs", where=LASTING)
"""Optional here; the rule data-refuses-destruction requires it where it matters."""
ORDER = Row("depends_on", Addresses(), ORDERED)
