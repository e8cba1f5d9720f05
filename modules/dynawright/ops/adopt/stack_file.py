"""Write stack.py for a system of existing tables."""

from __future__ import annotations

from collections.abc import Sequence

from dynawright.discovery import pascal_case
from dynawright.ops.adopt.names import TableNames


def stack_text(system: str, tables: Sequence[TableNames]) -> str:
    """Return the text of stack.py: the tables, and what a later plan should add."""
    lines = "\n".join(f'        {names.variable} = self.adopted("{names.construct}", model.{names.constant})' for names in tables)
    every = ", ".join(f"*{names.variable}" for names in tables)
    return f'''"""Tables that were there before; each has the key that the settings name."""

from __future__ import annotations

from constructs import Construct

from dynawright.settings import Environment
from dynawright.stack import SystemStack

from . import model


class {pascal_case(system)}Stack(SystemStack):
    """The tables, as they are."""

    system = model.SYSTEM

    def __init__(self, scope: Construct, environment: Environment) -> None:
        super().__init__(scope, environment)
{lines}
        # Once they are imported, in a plan of its own: alarms and a dashboard, then backups and roles (docs/how-to/adopt-a-table.md).
        # self.watch({every})
'''
