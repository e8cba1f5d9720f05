"""docs/vocabulary.md, which `dynawright docs` writes from the vocabulary."""

from __future__ import annotations

from dynawright import project
from dynawright.rules.vocabulary import ROWS
from dynawright.rules.vocabulary.row import ALWAYS, Row

PAGE = project.root() / "docs" / "vocabulary.md"
HEAD = """# Vocabulary

Written by `dynawright docs` from the rules. Do not edit. Here is what a stack of this package can hold: each type, its arguments, and
the values that they may have. Anything else is a finding of
[resources-are-known](rules.md#resources-are-known), [arguments-are-known](rules.md#arguments-are-known) or
[values-are-safe](rules.md#values-are-safe), until it is accepted with a reason:

```python
program = cdktf.TerraformResource(self, "Seed", terraform_resource_type="terraform_data")
suppress(program, "resources-are-known", because="fills the table of countries once; nothing waits for it")
suppress(self, "resources-are-known", because="the queue was renamed in release 7: a `moved` block")
```

Terraform that others wrote is not held to it, unless `dynawright rules --ours` asks for that. A value may be written as text where
Terraform reads a number or a boolean.
"""


def page() -> str:
    return HEAD + "".join(_section(type, rows) for type, rows in sorted(ROWS.items()))


def _section(type: str, rows: tuple[Row, ...]) -> str:
    if not rows:
        return f"\n## {type}\n\nIt has no arguments.\n"
    lines = [f"| `{row.path}` | {_cell(row.domain.words)} | {_needed(row)} | {_cell(row.why)} |" for row in rows]
    head = "\n| argument | holds | when | why |\n| --- | --- | --- | --- |\n"
    return f"\n## {type}\n{head}" + "\n".join(lines) + "\n"


def _needed(row: Row) -> str:
    """Return when the row applies, and when the argument is required."""
    parts = [row.where.words, row.given.words if row.given is not ALWAYS else "", f"needed {row.needed.words}"]
    return "; ".join(part for part in parts if part).replace("needed if wanted", "if wanted").replace("needed always", "always")


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
