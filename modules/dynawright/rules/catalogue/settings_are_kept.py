"""Settings are kept.

An environment's file says when backups are made and how long they are kept, how often a record is retried, how far
capacity may rise and which subnets a cache uses. The built resources must do at least that: a backup plan without the
monthly rule, a restore test that runs in a year's time, or a lock that rejects the longest backups looks fine until it
is needed.
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
