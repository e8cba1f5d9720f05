"""References lead somewhere.

A reference to a resource that the stack doesn't have stops Terraform before the first resource. If the resource was
renamed, or exists in another environment only, this shows on the day of the deployment.
"""

import re
from collections.abc import Iterator

from dynawright.rules.resources import Document, Resource, texts
from dynawright.rules.rule import EVERY_TYPE, NONE_APPLIES, Rule

EXPRESSION = re.compile(r"(?<!\$)\$\{([^}]*)\}")
ADDRESS = re.compile(r"(?<![\w.])(?:data\.)?aws_[a-z0-9_]+\.[A-Za-z_][\w-]*")


def check(resource: Resource, document: Document) -> Iterator[str]:
    if not (document.is_ours and document.is_configuration):
        return
    written = (text for text in texts(resource.values) if "${" in text)
    named = (address for text in written for inner in EXPRESSION.findall(text) for address in ADDRESS.findall(inner))
    for address in dict.fromkeys(named):
        if document.at(address) is None:
            yield f"it refers to {address}, which is not in this stack"


RULE = Rule(module=__name__, number=53, severity="high", types=EVERY_TYPE, check=check, standards=NONE_APPLIES)
