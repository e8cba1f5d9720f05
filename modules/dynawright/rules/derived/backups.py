"""Rights of AWS Backup's roles: one backs up and copies, the other restores into test tables."""

from __future__ import annotations

from collections.abc import Iterator

from dynawright.rules.derived.functions import BACKING_UP, lasting_use
from dynawright.rules.derived.grant import ConditionElement, Grant, allow
from dynawright.rules.derived.need import Need, needs
from dynawright.rules.derived.things import (
    RESTORE_SELECTION,
    SELECTION,
    TABLE,
    VAULT,
    arn_of,
    at,
    endpoint,
    intent_of,
    key_of,
    names_of,
    used_by,
)
from dynawright.rules.resources import Document, Resource

OF_TABLE = ("dynamodb:CreateBackup", "dynamodb:DescribeTable", "dynamodb:ListTagsOfResource", "dynamodb:StartAwsBackupJob")
OF_BACKUP = ("dynamodb:DeleteBackup", "dynamodb:DescribeBackup")
RESTORED = (
    *("dynamodb:BatchWriteItem", "dynamodb:DeleteItem", "dynamodb:DescribeTable", "dynamodb:GetItem", "dynamodb:PutItem"),
    *("dynamodb:Query", "dynamodb:RestoreTableFromAwsBackup", "dynamodb:RestoreTableFromBackup", "dynamodb:Scan"),
    "dynamodb:UpdateItem",
)
RESTORING = (
    *("kms:Decrypt", "kms:Encrypt", "kms:GenerateDataKey", "kms:GenerateDataKeyWithoutPlaintext"),
    *("kms:ReEncryptFrom", "kms:ReEncryptTo"),
)


def of_backup(role: Resource, document: Document) -> Iterator[Need]:
    """Yield the grants of a backup selection's role."""
    for selection in used_by(document, SELECTION, ("iam_role_arn",), role):
        tables = _tables(document, at(selection.values, ("resources",)))
        arns = [names_of(document).arn(table) for table in tables]
        if not arns:
            continue
        plan = document.referred(selection.get("plan_id"))
        yield from needs("it backs the tables up", allow(OF_TABLE, *arns), allow(OF_BACKUP, *(f"{arn}/backup/*" for arn in arns)))
        yield from needs("it keeps backups in the vault", _of_vaults(plan, document))
        yield from needs("it tags backups", allow(("backup:TagResource",), _points(document)))
        for table in tables:
            yield from needs("DynamoDB decrypts the table", of_key(document, key_of(table, document), BACKING_UP, "dynamodb"))
        for key, required in vault_keys(document):
            used = of_key(document, key, BACKING_UP, "backup", "dynamodb")
            yield from needs("the vault encrypts backups", used, required=required)


def of_restore(role: Resource, document: Document) -> Iterator[Need]:
    """Yield the grants of the role of restore tests."""
    for selection in used_by(document, RESTORE_SELECTION, ("iam_role_arn",), role):
        restored = arn_of(document, "dynamodb", "table/awsbackup-restore-test-*")
        yield from needs("it restores into test tables", allow(RESTORED, restored))
        for table in _tables(document, at(selection.values, ("protected_resource_arns",))):
            backups = f"{names_of(document).arn(table)}/backup/*"
            yield from needs("it restores backups of the table", allow(("dynamodb:RestoreTableFromBackup",), backups))
            yield from needs(
                "DynamoDB encrypts what is restored", of_key(document, key_of(table, document), RESTORING, "dynamodb")
            )
        for key, required in vault_keys(document):
            used = of_key(document, key, RESTORING, "backup", "dynamodb")
            yield from needs("the vault encrypts backups", used, required=required)


def of_key(
    document: Document, key: str | None, uses: tuple[str, ...], *services: str, resource: str | None = None
) -> list[Grant]:
    """Return the use of a key through services, also after a request has ended; nothing without a key."""
    if key is None:
        return []
    through = {"kms:ViaService": [endpoint(document, service) for service in services]}
    return [*allow(uses, resource or key, when={"StringEquals": through}), *lasting_use(resource or key)]


def vault_keys(document: Document) -> Iterator[tuple[str, bool]]:
    """Yield the vault keys in use, and whether each surely exists: a looked-up vault may use AWS's key."""
    for vault in document.of_type(VAULT):
        if key := key_of(vault, document):
            yield key, True
    for vault in document.of_type(f"data.{VAULT}"):
        if key := names_of(document).attribute(vault, "kms_key_arn"):
            yield key, intent_of(document).vault_has_key


def _of_vaults(plan: Resource | None, document: Document) -> list[Grant]:
    """Return the rights to keep and copy backups, by the rules of the plan."""
    values = plan.values if plan else {}
    names = names_of(document)
    targets = [document.referred(str(key)) for key in at(values, ("rule", "target_vault_name"))]
    vaults = [names.arn(vault) for vault in targets if vault is not None]
    copies = [names.written_out(str(key)) for key in at(values, ("rule", "copy_action", "destination_vault_arn"))]
    grants = allow(("backup:CopyIntoBackupVault", "backup:DescribeBackupVault"), *dict.fromkeys((*vaults, *copies)))
    if copies:
        only: ConditionElement = {
            "ForAllValues:ArnEquals": {"backup:CopyTargets": copies},
            "Null": {"backup:CopyTargets": "false"},
        }
        grants += allow(("backup:CopyFromBackupVault",), _points(document), when=only)
    return grants if vaults or copies else []


def _points(document: Document) -> str:
    return arn_of(document, "backup", "recovery-point:*")


def _tables(document: Document, values: list[object]) -> list[Resource]:
    tables = [document.named(value, "name", TABLE) for value in values]
    return [table for table in tables if table is not None]
