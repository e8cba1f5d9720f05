"""Policies spell names out.

`table/ai-chef-*` is also the table that somebody will call so next year, `secret:m*` the secret of another team, and
`${table.arn}*` every table whose name begins alike; a Region or an account that is `*` is any. A `*` is meant at the end, below
something that is named: the objects of a bucket, the streams of a log group, the backups of a table. Whoever deploys must reach
what is not there yet, and says so beside the resource.
"""

import re
from collections.abc import Iterator

from policy.resources import Document, Resource
from policy.rule import Rule
from policy.rules.policies_name_resources import PARTS, is_narrowed
from policy.statements import IDENTITY, TRUST, granted

REFERENCE = re.compile(r"\$\{[^}]*\}")
BELOW = re.compile(r"[:/]\*$")
MADE_UP = re.compile(r":table/awsbackup-restore-test-\*$|:secret:[^*?]+-\?{6}$")
"""Names whose end AWS makes up: of restore tests, and of secrets."""


def check(policy: Resource, _: Document) -> Iterator[str]:
    patterns = [
        resource
        for statement in granted(policy)
        if statement.allows and not is_narrowed(statement)
        for resource in statement.resources
        if resource != "*" and _is_pattern(REFERENCE.sub("named", resource))
    ]
    if patterns:
        others = f" (and {len(patterns) - 1} more)" if len(patterns) > 1 else ""
        yield f"'{patterns[0]}'{others} is a pattern, and means what is not there yet too: spell the name out"


def _is_pattern(resource: str) -> bool:
    parts = resource.split(":", 5)
    if parts[0] == "arn" and len(parts) == 6:
        *place, resource = parts
        if any("*" in one or "?" in one for one in place):
            return True
        if place[2] == "logs" and resource.endswith("/*"):  # a log group's name has slashes of its own
            return True
    if f":{resource}".endswith((*PARTS, *(one.replace("/", ":", 1) for one in PARTS))):
        return False
    bare = resource if MADE_UP.search(f":{resource}") is None else ""
    return "*" in BELOW.sub("", bare) or "?" in bare


RULE = Rule(
    module=__name__,
    number=35,
    severity="medium",
    types=(*IDENTITY, *TRUST),
    check=check,
    standards=("WA SEC03-BP02",),
)
