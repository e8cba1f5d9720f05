"""Schedules keep what failed.

A schedule whose target refuses the call tries again for a day and then forgets it: the backup or export of that day never
happened, and nothing says so. A queue for what was given up makes it something that an alarm can see.
"""

from collections.abc import Iterator

from dynawright.rules.resources import Document, Resource, as_blocks
from dynawright.rules.rule import NONE_APPLIES, Rule


def check(schedule: Resource, _: Document) -> Iterator[str]:
    target = schedule.block("target")
    if not any(block.get("arn") for block in as_blocks(target.get("dead_letter_config"))):
        yield "calls that it gives up leave no trace: give its target a dead_letter_config"


RULE = Rule(module=__name__, number=18, severity="medium", types=("aws_scheduler_schedule",), check=check, standards=NONE_APPLIES)
