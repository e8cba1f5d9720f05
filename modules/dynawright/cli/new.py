"""`dynawright new`."""

from __future__ import annotations

import typer

new = typer.Typer(no_args_is_help=True, help="Begin a repository of your own, or add to one.")
