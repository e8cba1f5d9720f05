"""Data refuses destruction by Terraform.

Renaming a construct, or changing a key attribute, makes Terraform replace a table, and the deletion hides among fifty
lines of plan that don't matter. `prevent_destroy` makes Terraform reject such a plan. The same goes for keys (whatever
they encrypt is lost with them), buckets and backup vaults; and a bucket must not be emptied by `force_destroy`.
`ignore_changes` must not name an attribute that protects the data, nor `all`: a protection switched off by hand would
never show. Disposable environments may do without.
"""

import re
from collections.abc import Iterator

from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import Rule

PROTECTIONS = {
    *("deletion_protection_enabled", "point_in_time_recovery", "server_side_encryption", "kms_key_arn"),
    *("deletion_window_in_days", "enable_key_rotation", "is_enabled", "policy", "force_destroy", "object_lock_enabled"),
}
"""Type → the attributes that protect its data."""


def check(resource: Resource, document: Document) -> Iterator[str]:
    if document.is_disposable:
        return
    if resource.get("force_destroy") is True:
        yield "force_destroy deletes whatever it holds along with it: remove it"
    # a plan has no lifecycle blocks
    if document.is_configuration and resource.block("lifecycle").get("prevent_destroy") is not True:
        yield "Terraform may delete or replace it: set prevent_destroy to true"
    for name in _ignored(resource):
        if name == "all" or name in PROTECTIONS:
            yield f"ignore_changes names '{name}', so no plan shows that a protection is off: remove it"


def _ignored(resource: Resource) -> Iterator[str]:
    """Yield the names of the top-level attributes that Terraform ignores."""
    ignored = resource.block("lifecycle").get("ignore_changes") or []
    for path in [ignored] if isinstance(ignored, str) else ignored:
        yield re.split(r"[.\[]", str(path).removeprefix("${").removesuffix("}"), maxsplit=1)[0]


RULE = Rule(
    module=__name__,
    number=4,
    severity="high",
    types=("aws_dynamodb_table", "aws_dynamodb_table_replica", "aws_kms_key", "aws_s3_bucket", "aws_backup_vault"),
    check=check,
    standards=("FSBP KMS.3",),
)
