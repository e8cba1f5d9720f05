"""Policies spell names out.

`table/orders-*` is also the table that somebody will call so next year, `secret:m*` the secret of another team, and
`${table.arn}*` every table whose name begins alike; a Region or an account that is `*` is any. A `*` is meant below something
that is named: the objects of a bucket, the streams of a log group, the backups of a table. Whoever deploys must reach
what is not there yet, and says so beside the resource.
"""

import re
from collections.abc import Iterator

from dynawright.rules.catalogue.policies_name_resources import PARTS, is_narrowed
from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import Rule
from dynawright.rules.statements import IDENTITY, TRUST, granted

REFERENCE = re.compile(r"\$\{[^}]*\}")
BELOW = re.compile(r"named[:/]")
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
    """Whether a wildcard stands in the name, or in where it is; below a name it may."""
    if BELOW.match(resource):
        return False
    parts = resource.split(":", 5)
    *place, name = parts if parts[0] == "arn" and len(parts) == 6 else ["", "", "", "", "", resource]
    if any("*" in one or "?" in one for one in place):
        return True
    if f":{name}".endswith((*PARTS, *(one.replace("/", ":", 1) for one in PARTS))) or MADE_UP.search(f":{name}"):
        return False
    return "*" in _name(place[2], name) or "?" in _name(place[2], name)


def _name(service: str, resource: str) -> str:
    """The kind and the name, less what is below it; names in IAM and of log groups have slashes of their own."""
    if service == "iam":
        return resource
    if service == "logs":
        return ":".join(resource.split(":")[:2])
    return "/".join(re.split("[:/]", resource)[: 1 if service == "s3" else 2])


RULE = Rule(
    module=__name__,
    number=35,
    severity="medium",
    types=(*IDENTITY, *TRUST),
    check=check,
    standards=("WA SEC03-BP02",),
)
