"""docs/outputs.md: what stacks put out, from the tables of names in the code."""

from __future__ import annotations

from dynawright import project
from dynawright.docs.markdown import rows
from dynawright.foundation import OUTPUTS
from dynawright.stack import ALARMS_OUTPUT, TABLE_OUTPUTS

PAGE = project.root() / "docs" / "outputs.md"
HEAD = """# Outputs

After this page you know what `terraform output` prints of each stack. Written by `dynawright docs` from the code. Do not edit.

    terraform -chdir=cdktf.out/stacks/orders-production output OrdersTableName

Names are a contract: a release that changes one says so in the CHANGELOG. [Add an output](how-to/add-an-output.md) of your own.
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
