"""`dynawright pages`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dynawright.cli.options import SystemOption, environments


def pages(
    system: SystemOption = None,
    environment: Annotated[
        str | None, typer.Option("--environment", "-e", help="One environment instead of all.", autocompletion=environments)
    ] = None,
    out: Annotated[Path, typer.Option(help="The folder to write.")] = Path("site"),
) -> int:
    """Write an HTML page per system and environment: data, access, functions, alarms, backups, cost.

    Each page is one file that opens from disk; index.html links to all of them. Makes no calls to AWS.
    """
    from dynawright.generated import write
    from dynawright.pages.site import site

    write({out / path: text for path, text in site(environment, system).items()}, check=False)
    print(f"written to {out / 'systems' / 'index.html'}")
    return 0
