"""`dynawright restore`."""

from __future__ import annotations

from typing import Annotated

import typer


def restore(
    restored: Annotated[str, typer.Argument(help="The table that a backup was restored into.")],
    table: Annotated[str, typer.Argument(help="The table that was damaged.")],
    put_back: Annotated[bool, typer.Option("--put-back", help="Write what was lost or changed.")] = False,
) -> int:
    """Show what a table lacks of its restored backup, item by item, and put it back if asked.

    Ends with 0 if both have the same items, 1 if not, 2 if they could not be compared. docs/restore.md says when to use it.
    """
    from dynawright.ops import restore as ops

    return ops.restore(restored, table, put_back_lost=put_back)
