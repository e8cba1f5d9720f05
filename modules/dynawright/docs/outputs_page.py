"""docs/outputs.md: the outputs of stacks."""

from __future__ import annotations

from dynawright import project
from dynawright.docs.markdown import rows
from dynawright.foundation import OUTPUTS
from dynawright.stack import ALARMS_OUTPUT, TABLE_OUTPUTS

PAGE = project.root() / "docs" / "outputs.md"
HEAD = """# Outputs

After this page you know the outputs of each stack. `dynawright docs` writes it from the code. Do not edit.

    terraform -chdir=cdktf.out/stacks/orders-production output OrdersTableName

A release that changes a name says so in the CHANGELOG. [Add an output](how-to/add-an-output.md) of your own.
"""


def page() -> str:
    """Return the page."""
    tables = [(f"`<table>{name}`", meaning) for name, (_, meaning) in TABLE_OUTPUTS.items()]
    name, meaning = ALARMS_OUTPUT
    parts = [
        HEAD.strip(),
        "## Each system",
        '`<table>` is the table\'s construct id in `stack.py`, such as `Orders` of `self.table("Orders", ...)`.',
        rows(("output", "what it is"), [*tables, (f"`{name}`", meaning)]),
        "## The foundation",
        rows(("output", "what it is"), [(f"`{name}`", meaning) for name, meaning in OUTPUTS.items()]),
    ]
    return "\n\n".join(parts) + "\n"
