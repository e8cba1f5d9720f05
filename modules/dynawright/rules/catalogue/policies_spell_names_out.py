"""Policies spell names out.

`table/orders-*` also matches a table that is called so next year, `secret:m*` the secret of another team, and
`${table.arn}*` every table whose name begins alike; a Region or an account that is `*` is any. A `*` is meant below something
that is named: the objects of a bucket, the streams of a log group, the backups of a table. Deploy roles must reach
what is not there yet, and says so beside the resource.
"""

from collections.abc import Iterator

from dynawright.iam.arn import is_name_pattern
from dynawright.rules.catalogue.policies_name_resources import is_narrowed
from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import Rule
from dynawright.rules.statements import IDENTITY, TRUST, granted


def check(policy: Resource, _: Document) -> Iterator[str]:
    patterns = [
        resource
        for statement in granted(policy)
        if statement.allows and not is_narrowed(statement)
        for resource in statement.resources
        if is_name_pattern(resource)
    ]
    if patterns:
        others = f" (and {len(patterns) - 1} more)" if len(patterns) > 1 else ""
        yield f"'{patterns[0]}'{others} is a pattern, and means what is not there yet too: spell the name out"


RULE = Rule(
    module=__name__,
    number=35,
    severity="medium",
    types=(*IDENTITY, *TRUST),
    check=check,
    standards=("WA SEC03-BP02",),
)
