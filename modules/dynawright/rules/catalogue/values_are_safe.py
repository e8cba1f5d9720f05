"""Values are safe.

Each argument that constructs write holds one of a few values, a number within limits, or a reference to a resource of
the same stack. A value that is missing, empty or outside defeats its purpose: an alarm that rings a day late, a lock of
one day, logs without errors. docs/vocabulary.md lists all arguments and their values; anything else is a finding in
stacks of this package until it is accepted beside the resource. `None` as part of a name or an ARN is a missing Python
value.
"""

import re
from collections.abc import Iterator

from dynawright.rules.resources import Document, Resource, texts
from dynawright.rules.rule import NONE_APPLIES, Rule
from dynawright.rules.vocabulary import ROWS
from dynawright.rules.vocabulary.judge import differences

NOTHING = re.compile(r"(?:^|[:/-])None(?:$|[:/\"-])")
"""A missing Python value that was formatted into a text."""


def check(resource: Resource, document: Document) -> Iterator[str]:
    if document.is_ours and document.is_configuration:
        yield from (difference.message for difference in differences(resource, document) if difference.kind != "unknown")
        if missing := next((match for text in texts(resource.values) if (match := NOTHING.search(text))), None):
            yield f"'{missing.string[max(0, missing.start() - 40) : missing.end()]}' contains a missing value"


RULE = Rule(module=__name__, number=40, severity="high", types=tuple(ROWS), check=check, standards=NONE_APPLIES)
