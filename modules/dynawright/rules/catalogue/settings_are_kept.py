"""Settings are kept.

An environment's file says how long backups are kept and when they are made, how often a record is tried, how far capacity may rise
and which subnets a cache is in. What is built does at least that: a backup plan without the monthly rule, a restore test that
runs in a year's time or a lock that refuses the longest backups looks like any other until it is needed.
"""

from collections.abc import Iterator

from dynawright.rules.derived.settings import ROWS
from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import Rule


def check(resource: Resource, document: Document) -> Iterator[str]:
    if document.is_ours and document.is_configuration:
        yield from ROWS[resource.type](resource, document)


RULE = Rule(
    module=__name__,
    number=55,
    severity="high",
    types=tuple(ROWS),
    check=check,
    standards=("WA REL09-BP03",),
    needs_intent=True,
)
