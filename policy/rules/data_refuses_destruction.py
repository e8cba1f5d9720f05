"""Data refuses destruction by Terraform.

Renaming a construct, or changing a key attribute, makes Terraform replace a table: a plan that deletes it stands among fifty
lines that don't matter. `prevent_destroy` makes Terraform refuse such a plan. The same goes for keys (what they encrypt is lost
with them), buckets and backup vaults; and a bucket must not be emptied by `force_destroy`. Disposable environments may do
without.
"""

from collections.abc import Iterator

from policy.resources import Document, Resource
from policy.rule import Rule


def check(resource: Resource, document: Document) -> Iterator[str]:
    if document.is_disposable:
        return
    if resource.get("force_destroy") is True:
        yield "force_destroy deletes whatever it holds along with it: remove it"
    # A plan does not tell of lifecycle rules.
    if document.is_configuration and resource.block("lifecycle").get("prevent_destroy") is not True:
        yield "Terraform may delete or replace it: set prevent_destroy to true"


RULE = Rule(
    module=__name__,
    number=4,
    severity="high",
    types=("aws_dynamodb_table", "aws_dynamodb_table_replica", "aws_kms_key", "aws_s3_bucket", "aws_backup_vault"),
    check=check,
    standards=("FSBP KMS.3",),
)
