"""Policies spell names out.

`table/orders-*` also matches a table that gets such a name next year, `secret:m*` another team's secret, and
`${table.arn}*` every table whose name begins alike; `*` as the Region or account matches any. A `*` is fine below a
named resource: the objects of a bucket, the streams of a log group, the backups of a table. Deploy roles need patterns
for resources that don't exist yet, with a suppression that says so.
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
        yield f"'{patterns[0]}'{others} is a pattern, which also matches future resources: spell the name out"


RULE = Rule(
    module=__name__,
    number=35,
    severity="medium",
    types=(*IDENTITY, *TRUST),
    check=check,
    standards=("WA SEC03-BP02",),
)
