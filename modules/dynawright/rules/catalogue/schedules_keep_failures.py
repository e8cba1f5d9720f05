"""Schedules keep failed calls.

A schedule whose target rejects the call tries again for a day and then drops it: that day's backup or export is never
made, and nothing reports it. With a dead-letter queue, an alarm can see it.
"""

from collections.abc import Iterator

from dynawright.rules.resources import Document, Resource, as_blocks
from dynawright.rules.rule import NONE_APPLIES, Rule


def check(schedule: Resource, _: Document) -> Iterator[str]:
    target = schedule.block("target")
    if not any(block.get("arn") for block in as_blocks(target.get("dead_letter_config"))):
        yield "failed calls leave no trace: add a dead_letter_config to its target"


RULE = Rule(module=__name__, number=18, severity="medium", types=("aws_scheduler_schedule",), check=check, standards=NONE_APPLIES)
