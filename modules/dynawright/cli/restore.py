"""`dynawright restore`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def restore(
    restored: Annotated[str, typer.Argument(help="The table that a backup was restored into.")],
    table: Annotated[str, typer.Argument(help="The table that was damaged.")],
    put_back: Annotated[bool, typer.Option("--put-back", help="Write what was lost or changed.")] = False,
    read_units: Annotated[float, typer.Option(help="At most so many read units a second.", min=1)] = 100,
    write_units: Annotated[float, typer.Option(help="At most so many write units a second.", min=1)] = 100,
    state: Annotated[
        Path | None, typer.Option(help="The file that remembers how far a run is. Default: one in .cache/restores.")
    ] = None,
) -> int:
    """Show how a table differs from its restored backup, attribute by attribute, and repair it on request.

    Ends with 0 if both have the same items, 1 if not, 2 if they could not be compared. Run a stopped command again to
    continue. docs/restore.md explains when to use it.
    """
    from dynawright.ops import restore as ops

    return ops.restore(restored, table, put_back=put_back, read_units=read_units, write_units=write_units, state=state)
