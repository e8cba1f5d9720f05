"""Keys are attributes.

A table declares the attributes of its own keys and its indexes' keys, each with its type, and no others. A key without
an attribute, or an attribute without a key, fails an apply half-way.
"""

from collections.abc import Iterator

from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import NONE_APPLIES, Rule

INDEXES = ("global_secondary_index", "local_secondary_index")


def check(table: Resource, _: Document) -> Iterator[str]:
    blocks = [table.values, *(index for kind in INDEXES for index in table.blocks(kind))]
    keys = {str(block[name]) for block in blocks for name in ("hash_key", "range_key") if block.get(name)}
    typed = {str(block.get("name")) for block in table.blocks("attribute")}
    if any("${" in key for key in keys | typed) or not keys or any(index.get("key_schema") for index in blocks):
        return  # an expression, or the block form of provider 6
    if missing := sorted(keys - typed):
        yield f"{', '.join(missing)} is a key without a type: add an attribute block"
    if idle := sorted(typed - keys):
        yield f"{', '.join(idle)} is not a key of the table or an index: remove its attribute block"


RULE = Rule(module=__name__, number=52, severity="high", types=("aws_dynamodb_table",), check=check, standards=NONE_APPLIES)
