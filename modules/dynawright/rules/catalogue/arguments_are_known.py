"""Arguments are known.

No rule checks an argument that no construct writes: a second key, a foreign layer, a provider for another account, a
`count` of 0 on what protects the data. In stacks of this package each is a finding until it is accepted beside the
resource.
"""

from collections.abc import Iterator

from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import NONE_APPLIES, Rule
from dynawright.rules.vocabulary import ROWS
from dynawright.rules.vocabulary.judge import differences


def check(resource: Resource, document: Document) -> Iterator[str]:
    if document.is_ours and document.is_configuration:
        for difference in differences(resource, document):
            if difference.kind == "unknown":
                yield f"{difference.message}; remove it, or accept it with a reason"


RULE = Rule(module=__name__, number=39, severity="high", types=tuple(ROWS), check=check, standards=NONE_APPLIES)
