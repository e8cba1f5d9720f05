"""Every table is in a backup plan.

Where a stack has AWS Backup, each of its tables must be selected: the table that was added later and forgotten is the one that
will be needed. Point-in-time recovery does not replace it: it ends after 35 days, and with the table.
"""

from collections.abc import Iterator
from fnmatch import fnmatch

from policy.resources import REFERENCE, Document, Resource
from policy.rule import Rule

BACKUP = ("aws_backup_plan", "aws_backup_vault", "aws_backup_selection")


def check(table: Resource, document: Document) -> Iterator[str]:
    if document.of_type(*BACKUP) and not any(_covers(one, table, document) for one in document.of_type("aws_backup_selection")):
        yield "no backup selection has this table: add it to the tables of the stack's Backup"


def _covers(selection: Resource, table: Resource, document: Document) -> bool:
    if _means(selection.get("not_resources", []), table, document):
        return False
    if _means(selection.get("resources", []), table, document):
        return True
    tags = document.tags_of(table)
    return any(tags.get(str(one.get("key"))) == one.get("value") for one in selection.blocks("selection_tag"))


def _means(arns: list[str], table: Resource, document: Document) -> bool:
    for arn in arns:
        if document.referred(arn) is table:
            return True
        if not REFERENCE.search(arn) and fnmatch(f"arn:aws:dynamodb:region:account:table/{table.get('name')}", arn):
            return True
        if arn.rsplit("/", 1)[-1] == table.get("name"):
            return True
    return False


RULE = Rule(
    module=__name__,
    number=8,
    severity="high",
    types=("aws_dynamodb_table",),
    check=check,
    standards=("Security Hub DynamoDB.4", "WA REL09-BP01"),
)
