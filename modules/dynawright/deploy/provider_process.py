"""One AWS provider process for all Terraform commands of a stack.

Starting it takes each command longer than its work on the emulator.

Terraform starts the provider for each command unless TF_REATTACH_PROVIDERS names a running one. The provider reads its
credentials when it starts, so one process serves one set of credentials. `DYNAWRIGHT_PROVIDER_PROCESS=0` switches this off.

As a program: `python -m dynawright.deploy.provider_process <provider>` starts a provider, prints how to reach it, and
stops it when standard input closes, which also happens if the parent is killed.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import weakref
from collections.abc import Mapping
from pathlib import Path

VARIABLE = "DYNAWRIGHT_PROVIDER_PROCESS"
REATTACH = "TF_REATTACH_PROVIDERS"
QUIET = dict.fromkeys(("TF_LOG", "TF_LOG_SDK", "TF_LOG_SDK_PROTO", "TF_LOG_SDK_MUX", "TF_LOG_PROVIDER"), "OFF")
"""Turns logging off: by default, a provider that Terraform does not start logs each request's steps."""


class ProviderProcess:
    """A provider process, which ends with this object or with this process."""

    def __init__(self, program: Path, environ: Mapping[str, str], folder: Path) -> None:
        """Start the provider in the stack's folder, to which paths of packages are relative."""
        command = [sys.executable, "-m", __name__, str(program)]
        own_modules = str(Path(__file__).parents[2])
        self._process = subprocess.Popen(
            command,
            cwd=folder,
            env={**environ, "PYTHONPATH": own_modules},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,  # Ctrl-C is for Terraform only, which needs its provider to stop cleanly
        )
        self._addresses = self._process.stdout.readline().strip() if self._process.stdout else ""
        self._finalizer = weakref.finalize(self, _end, self._process)

    @property
    def environ(self) -> dict[str, str]:
        """Return Terraform's variable for the provider; empty if it did not start or has ended."""
        return {REATTACH: self._addresses} if self._addresses and self._process.poll() is None else {}

    def stop(self) -> None:
        self._finalizer()


def installed(folder: Path) -> Path | None:
    """Return the provider that `terraform init` installed for a stack's folder."""
    programs = (folder / ".terraform" / "providers").glob("*/hashicorp/aws/*/*/terraform-provider-aws*")
    return next((program.absolute() for program in programs), None)


def is_wanted() -> bool:
    return os.environ.get(VARIABLE) != "0"


def _end(process: subprocess.Popen[str]) -> None:
    if process.stdin:
        process.stdin.close()
    process.wait()


def main(program: Path) -> int:
    """Start the provider, print TF_REATTACH_PROVIDERS, and wait until standard input closes."""
    source = "/".join(program.parts[-6:-3])  # <host>/hashicorp/aws/<version>/<platform>/<program>; OpenTofu has another host
    provider = subprocess.Popen(
        [program, "-debug"],
        env={**os.environ, **QUIET},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        said = next((match[1] for line in provider.stdout or () if (match := re.search(rf"{REATTACH}='(.+)'", line))), None)
        if said is None:
            return 1
        print(json.dumps({source: next(iter(json.loads(said).values()))}), flush=True)
        sys.stdin.read()
    finally:
        provider.kill()
        provider.wait()
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
