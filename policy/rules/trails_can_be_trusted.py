"""Trails can be trusted.

A trail is what is left to read after an incident. It must be running, and its log files signed, so that a file that was changed
or deleted shows.
"""

from collections.abc import Iterator

from policy.resources import Document, Resource
from policy.rule import Rule


def check(trail: Resource, _: Document) -> Iterator[str]:
    if trail.get("enable_logging") is False:
        yield "it is switched off: remove enable_logging"
    if trail.get("enable_log_file_validation") is not True:
        yield "a changed log file would not show: set enable_log_file_validation to true"


RULE = Rule(
    module=__name__,
    number=30,
    severity="high",
    types=("aws_cloudtrail",),
    check=check,
    standards=("FSBP CloudTrail.4", "CIS 3.2"),
)
