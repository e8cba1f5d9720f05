"""`dynawright emulator`."""

from __future__ import annotations

import contextlib
import tempfile
from pathlib import Path
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
    """Run an AWS emulator until Ctrl-C, for plan, apply and destroy of the environment `local`."""
    from dynawright.emulator.iam.questions import read_recording
    from dynawright.emulator.report import denial_list
    from dynawright.emulator.server import serve
    from dynawright.settings import load_named

    region = None
    if account_id is None:
        local = load_named("local")
        account_id, region = local.account_id, local.region
    with tempfile.TemporaryDirectory(prefix="dynawright-emulator-") as folder:
        record = Path(folder) / "iam.jsonl" if iam == "observe" else None
        with contextlib.suppress(KeyboardInterrupt):
            serve(port, account_id, foreground=True, region=region, iam=iam, record=record)
        if record and record.exists():
            print(denial_list([call for call in read_recording(record) if not call.allowed], iam))
    return 0
