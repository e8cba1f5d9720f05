"""Every table is in a backup plan.

In production, and wherever a stack has AWS Backup, each of its tables must be selected: the table that was added later and
forgotten is the one that will be needed. A selection with conditions says nothing of which tables they leave. Point-in-time
recovery does not replace it: it ends after 35 days, and with the table. In production a backup is made every day.
"""

from collections.abc import Iterator
from fnmatch import fnmatch
from typing import Any

from dynawright.rules.resources import REFERENCE, Document, Resource
from dynawright.rules.rule import Rule
from dynawright.rules.schedule import days_between

BACKUP = ("aws_backup_plan", "aws_backup_vault", "aws_backup_selection")


def check(table: Resource, document: Document) -> Iterator[str]:
    covering = [one for one in document.of_type("aws_backup_selection") if _covers(one, table, document)]
    if not covering and (document.is_production or document.of_type(*BACKUP)):
        yield "no backup selection has this table: add it to the tables of the stack's Backup"
    elif covering and document.is_production and not any(_is_daily(one, document) for one in covering):
        yield "it is backed up less than once a day: give its backup plan a rule that runs daily"


def _is_daily(selection: Resource, document: Document) -> bool:
    """A plan that stands elsewhere is judged there; a rule without a schedule runs daily."""
    plan = document.named(selection.get("plan_id"), "id", "aws_backup_plan")
    return plan is None or any(
        "${" in str(rule.get("schedule")) or days_between(rule.get("schedule")) <= 1 for rule in plan.blocks("rule")
    )


def _covers(selection: Resource, table: Resource, document: Document) -> bool:
    if selection.blocks("condition") or _means(selection.listed("not_resources"), table, document):
        return False
    if _means(selection.listed("resources"), table, document):
        return True
    tags = document.tags_of(table)
    return any(tags.get(str(one.get("key"))) == one.get("value") for one in selection.blocks("selection_tag"))


def _means(arns: list[Any], table: Resource, document: Document) -> bool:
    for arn in map(str, arns):
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
