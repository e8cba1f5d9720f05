"""Arguments are known.

An argument that no construct writes is one that no rule looks at: a second key, a layer of foreign code, a provider that
works in another account, a `count` of 0 on what protects the data. In stacks of this package each is a finding until it is
accepted beside the resource.
"""

from collections.abc import Iterator

from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import NONE_APPLIES, Rule
from dynawright.rules.vocabulary import ROWS
from dynawright.rules.vocabulary.judge import differences


def check(resource: Resource, document: Document) -> Iterator[str]:
    if document.is_ours and document.is_configuration:
        for found in differences(resource, document):
            if found.kind == "unknown":
                yield f"{found.message}; take it out, or accept it with the reason"


RULE = Rule(module=__name__, number=39, severity="high", types=tuple(ROWS), check=check, standards=NONE_APPLIES)
