"""docs/guard.md, generated from the rules: each finding, its effect and the safe way."""

from __future__ import annotations

from collections.abc import Iterator

from dynawright import project
from dynawright.deploy.review.lifecycle import OFF
from dynawright.guard import rules
from dynawright.guard.directions import Direction
from dynawright.guard.guard import STOPPED
from dynawright.guard.known import KNOWN, OF_ALL
from dynawright.guard.rule import Kind

FILE = project.root() / "docs" / "guard.md"
KINDS: tuple[Kind, ...] = (*rules.KINDS, OFF, STOPPED)

HEAD = """# What the plan guard refuses

After this page you know which changes the plan guard refuses, and the safe way for each. `dynawright docs` writes it from the guard's
rules. Do not edit.

The guard allows changes that are known to be harmless, or that a rule has judged, and refuses all others. To allow a refused change,
approve its finding by name in the environment's file, for one resource, until a date:

```yaml
approvals:
  - system: orders
    address: aws_dynamodb_table.Orders_Table_BB56DC99
    finding: index-removed GSI2 # as the guard prints it
    reason: no pattern has asked it since release 12
    expires: 2026-12-01
```

Where one resource can have several findings of a kind, the name ends with what tells them apart: an index, a rule, a right, an attribute. Conditions of a right are
told by a digest: others need an approval of their own. `destruction-prevented` can't be approved: Terraform itself refuses.

## Findings
"""

HARMLESS = """
## What may change

What is new is harmless, unless it gives existing principals access. Of what exists, these attributes may change without a finding: in any
direction, or in the one that is named. Of every type: {all}.

Rules judge further attributes: what they don't find is harmless, too.
"""


def text() -> str:
    rows = [f"| `{kind.name}` | {kind.happens} | {kind.instead} |" for kind in KINDS]
    table = ["| finding | what happens | the safe way |", "| --- | --- | --- |", *rows]
    harmless = HARMLESS.format(all=", ".join(f"`{name}`" for name in OF_ALL))
    return "\n".join([HEAD, *table, harmless, *_known()]) + "\n"


def _known() -> Iterator[str]:
    """Return a row for each resource type of the guard."""
    yield "| type | may change | may end, or be replaced |"
    yield "| --- | --- | --- |"
    for type, row in sorted(KNOWN.items()):
        attributes = ", ".join(f"`{name}`{_way(direction)}" for name, direction in row.harmless.items()) or "-"
        ends = [f"end: {row.end}" if row.end else "", f"replacement: {row.replacement}" if row.replacement else ""]
        yield f"| `{type}` | {attributes} | {'; '.join(filter(None, ends)) or '-'} |"


def _way(direction: Direction) -> str:
    """Return ` (higher)`, or nothing for an attribute whose value does not matter."""
    return f" ({direction.words})" if direction.words else ""
