"""docs/guard.md: every finding, what happens and the safe way, which `dynawright docs` writes from the rules."""

from __future__ import annotations

from dynawright import project
from dynawright.deploy.review.lifecycle import OFF
from dynawright.guard.guard import STOPPED
from dynawright.guard.rule import Kind
from dynawright.guard.rules import HARMLESS, RULES, widening

FILE = project.root() / "docs" / "guard.md"
KINDS: tuple[Kind, ...] = (*RULES, widening.WIDENED, widening.UNKNOWN_ACCESS, OFF, STOPPED)

HEAD = """# What the plan guard refuses

Written by `dynawright docs` from the guard's rules. Do not edit.

A finding passes only if the environment's file approves it by name, for that resource, until a day:

```yaml
approvals:
  - system: orders
    address: aws_dynamodb_table.Orders_Table_BB56DC99
    finding: index-removed GSI2 # as the guard prints it
    reason: no pattern has asked it since release 12
    expires: 2026-12-01
```

Where one resource can have several findings of a kind, the name ends with what tells them apart: an index, a rule, a right. Conditions of a right are told by a digest:
others need an approval of their own. `destruction-prevented` can't be approved: Terraform itself refuses.
"""


def text() -> str:
    rows = [f"| `{kind.name}` | {kind.happens} | {kind.instead} |" for kind in KINDS]
    harmless = [f"- `{type}`: {reason}" for type, reason in HARMLESS.items()]
    table = ["| finding | what happens | the safe way |", "| --- | --- | --- |", *rows]
    return "\n".join([HEAD, *table, "", "Not judged, since nothing is lost with it:", "", *harmless]) + "\n"
