"""`make plan`, `make apply`, `make destroy`: synthesize, then Terraform in each stack's folder, talking to the user itself."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path
from urllib.parse import urlsplit

from errors import UserError, run
from harness import environment
from harness.emulator import PROJECT
from harness.server import FOREGROUND_PORT, HOST
from harness.terraform import Terraform
from harness.workspace import Workspace


def main(command: str) -> int:
    name = os.environ.get("TABLESTAKES_ENV") or "local"
    workspace = Workspace(name, PROJECT / "cdktf.out", os.environ.get("TABLESTAKES_SYSTEM"))
    print(workspace.warnings, end="", file=sys.stderr)
    for system, folder in workspace.stacks.items():
        print(f"• {system} in {name}: terraform {command}", flush=True)
        terraform = Terraform(folder, _emulator() if workspace.environment.state.local else _user())
        terraform.init()
        status = terraform.interactive(command)
        if status != 0:
            return status
    return 0


def _user() -> dict[str, str]:
    """The user's own AWS and Terraform variables, and their ~/.terraformrc: a company's mirror or credentials may stand there."""
    configuration = Path("~/.terraformrc").expanduser()
    return {**({"TF_CLI_CONFIG_FILE": str(configuration)} if configuration.exists() else {}), **os.environ}


def _emulator() -> dict[str, str]:
    """The emulator that `make emulator` runs, or the one that AWS_ENDPOINT_URL names."""
    endpoint = os.environ.get("AWS_ENDPOINT_URL") or f"http://{HOST}:{FOREGROUND_PORT}"
    address = urlsplit(endpoint)
    try:
        socket.create_connection((address.hostname or HOST, address.port or 80), timeout=2).close()
    except OSError:
        raise UserError([f"no emulator answers at {endpoint}: start one in another terminal with `make emulator`"]) from None
    return environment.emulator_settings(endpoint)


if __name__ == "__main__":
    run(lambda: main(sys.argv[1]))
