"""What is built runs.

A mapping, rule or schedule that is switched off, or a function with a concurrency of zero, looks like all others in
every list and does nothing: records are lost after a day, and that night's export is missing. To turn one off for an
hour, do it by hand; a change that leaves it off is forgotten.
"""

from collections.abc import Iterator

from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import NONE_APPLIES, Rule

SWITCHES = {
    "aws_lambda_event_source_mapping": ("enabled", False),
    "aws_lambda_function": ("reserved_concurrent_executions", 0),
    "aws_scheduler_schedule": ("state", "DISABLED"),
    "aws_cloudwatch_event_rule": ("state", "DISABLED"),
}
"""Type → the attribute that switches it off, and its value."""


def check(resource: Resource, _: Document) -> Iterator[str]:
    attribute, off = SWITCHES[resource.type]
    value = resource.get(attribute)
    if value == off and type(value) is type(off):
        yield f"{attribute} is {str(off).lower() if off is False else off}: it never runs: remove the line"


RULE = Rule(module=__name__, number=36, severity="high", types=tuple(SWITCHES), check=check, standards=NONE_APPLIES)
