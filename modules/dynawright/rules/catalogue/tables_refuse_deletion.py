"""Tables refuse deletion.

A deleted table takes its indexes, its stream and its point-in-time history with it. With deletion protection, AWS
refuses the deletion for every caller and tool. Disposable environments (dev, test, local) may leave it off: destroying
them must work.
"""

from collections.abc import Iterator

from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import Rule


def check(table: Resource, document: Document) -> Iterator[str]:
    if not document.is_disposable and table.get("deletion_protection_enabled") is not True:
        setting = "set table.deletion_protection to true in the environment's file"
        yield f"deletion protection is off: {document.fix(setting, 'set `deletion_protection_enabled = true`')}"


RULE = Rule(
    module=__name__, number=3, severity="high", types=("aws_dynamodb_table",), check=check, standards=("FSBP DynamoDB.6",)
)
