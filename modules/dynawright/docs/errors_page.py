"""docs/errors.md, which `dynawright docs` writes from the catalogue of errors."""

from __future__ import annotations

from dynawright import project
from dynawright.errors.catalogue import GROUPS, ErrorCode

PAGE = project.root() / "docs" / "errors.md"
HEAD = """# Errors

After this page you can fix any error of dynawright: search for its code. `dynawright docs` writes the
page from the catalogue of errors. Do not edit.

A mistake ends a command with status 2 and one line for each problem; nothing is written:

    error[DW211] stacks/orders/model.py:41 pattern PO2: index 'GSI9' does not exist. Use one of: GSI1.

The line has a code, the place (a file and line, a setting, or a part such as `pattern PS2`), the
problem and the fix. A code keeps its meaning. The example of each code is a command's output for such
a mistake.

A line that begins with `warning[DW…]` ends nothing. Where a warning about a model does not apply,
accept it in the model, with the reason; the system's README then says both:

    Put("PO4", "keep a report", entity="REPORT", used_by=[API]).accepting(
        "DW269", because="each report is an item of its own"
    )
"""


def page() -> str:
    """Return the text of the page."""
    return "\n".join([HEAD, *(_group(title, rows) for title, rows in GROUPS.items())])


def _group(title: str, rows: tuple[ErrorCode, ...]) -> str:
    return "\n".join([f"## {title}\n", *map(_section, rows)])


def _section(row: ErrorCode) -> str:
    lines = [f"    {line}".rstrip() for line in row.printed.splitlines()]
    return f"### {row.code}: {row.title}\n\n{row.meaning}\n\n" + "\n".join(lines) + "\n"
