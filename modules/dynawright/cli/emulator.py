"""`dynawright emulator`."""

from __future__ import annotations

import contextlib
from typing import Annotated

import typer

from dynawright.cli.options import IamOption
from dynawright.environ import EMULATOR_PORT

LAST_PORT = 65535


def emulator(
    port: Annotated[int, typer.Option(min=0, max=LAST_PORT, help="0 is any free port.")] = EMULATOR_PORT,
    account_id: Annotated[str | None, typer.Option(help="Default: the account of the environment `local`.")] = None,
    iam: IamOption = "off",
) -> int:
    """Run an AWS emulator on this machine until Ctrl-C, for plan, apply and destroy of the environment `local`."""
    from dynawright.emulator.server import serve
    from dynawright.settings import load_named

    with contextlib.suppress(KeyboardInterrupt):
        serve(port, account_id or load_named("local").account_id, foreground=True, iam=iam)
    return 0
