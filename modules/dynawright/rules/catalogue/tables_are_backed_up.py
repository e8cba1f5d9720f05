"""Every table is in a backup plan.

In production, and wherever a stack uses AWS Backup, each of its tables must be selected: a table that was added later
and forgotten is the one that will be needed. A selection by conditions doesn't show which tables it leaves out.
Point-in-time recovery is no replacement: it ends after 35 days, and with the table. In production a backup is made
every day. Restore tests cover every table. Settings may give a table the tier `standard`, backed up every week, or
`disposable`, not backed up; in production each disposable table must be named, because a setting for all tables would
end all backups.
"""

from collections.abc import Iterator
from fnmatch import fnmatch
from typing import Any

from dynawright.rules.resources import REFERENCE, Document, Resource
from dynawright.rules.rule import Rule
from dynawright.rules.schedule import days_between

BACKUP = ("aws_backup_plan", "aws_backup_vault", "aws_backup_selection")

TEST = "aws_backup_restore_testing_selection"


def check(table: Resource, document: Document) -> Iterator[str]:
    tier = document.intent.tiers.get(str(table.get("name")), "") if document.intent else ""
    if tier == "disposable":
        if document.is_production and document.intent and document.intent.dials.groups.get("table", {}).get("tier") == tier:
            yield "the tier of all tables is 'disposable', and nothing is backed up: set it for each such table, below `tables`"
        return
    longest = 7 if tier == "standard" else 1
    covering = [selection for selection in document.of_type("aws_backup_selection") if _covers(selection, table, document)]
    if not covering and (document.is_production or document.of_type(*BACKUP)):
        setting, terraform = (
            "add it to the tables of the stack's Backup",
            "name its ARN in `resources` of an aws_backup_selection",
        )
        yield f"no backup selection has this table: {document.fix(setting, terraform)}"
    elif covering and document.is_production and not any(_runs_every(longest, selection, document) for selection in covering):
        often = "daily" if longest == 1 else "weekly"
        yield f"it is backed up less than once {'a day' if longest == 1 else 'a week'}: give its backup plan a rule that runs {often}"

    if document.is_ours and document.of_type("aws_backup_restore_testing_plan"):
        tested = [arn for test in document.of_type(TEST) for arn in test.listed("protected_resource_arns")]
        if not _means(tested, table, document):
            yield "no restore test has this table: give it an aws_backup_restore_testing_selection"


def _runs_every(days: int, selection: Resource, document: Document) -> bool:
    """A plan that is elsewhere is judged there; a rule without a schedule runs daily."""
    plan = document.named(selection.get("plan_id"), "id", "aws_backup_plan")
    return plan is None or any(
        "${" in str(rule.get("schedule")) or days_between(rule.get("schedule")) <= days for rule in plan.blocks("rule")
    )


def _covers(selection: Resource, table: Resource, document: Document) -> bool:
    if selection.blocks("condition") or _means(selection.listed("not_resources"), table, document):
        return False
    if _means(selection.listed("resources"), table, document):
        return True
    tags = document.tags_of(table)
    return any(tags.get(str(tag.get("key"))) == tag.get("value") for tag in selection.blocks("selection_tag"))


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
