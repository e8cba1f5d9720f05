"""Runs Terraform in a stack's folder."""

import json
import os
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from dynawright import process
from dynawright.bindings import PROVIDER_SOURCE
from dynawright.deploy import half_made, provider_mirror, provider_process, provider_version
from dynawright.deploy.plan import Plan
from dynawright.deploy.provider_process import ProviderProcess
from dynawright.deploy.terraform_program import find_terraform
from dynawright.environ import neutral, proxied
from dynawright.errors import Place, Problem, UserError

PIN = "provider_override.tf.json"
NEED_THE_PROVIDER = {"validate", "plan", "show", "apply", "destroy", "providers schema"}
RARE_GARBAGE_COLLECTION = {"GOGC": "700"}
"""Each command parses the provider's whole schema; a quarter of that work is Go's garbage collection.

A GOGC of the user overrides it.
"""

AT_ONCE = "-parallelism=40"
"""Shortens the provider's pauses on the emulator, such as a minute for a bucket's lifecycle."""

EXPECTED_WARNINGS = (
    "Incomplete lock file information for providers",  # a filesystem mirror can't know the checksums of other platforms
    "Use key_schema instead",  # from provider 6.29; 5.100 has only hash_key and range_key of an index
)
"""Parts of warnings that every run shows and that stacks can't avoid."""


class TerraformError(UserError):
    """Terraform failed; the message contains its error blocks, `output` its whole output."""

    def __init__(self, command: str, folder: Path, *, errors: str, output: str, causes: Sequence[Problem] = ()) -> None:
        failed = Problem("DW402", f"`{command}` failed", Place(path=f"stack {folder.name}"), details=errors)
        super().__init__([*causes, failed])
        self.output = output


class Terraform:
    """`environ` overrides this process's variables, of which AWS's and Terraform's are dropped.

    A CLI configuration in `environ` (TF_CLI_CONFIG_FILE) is kept; otherwise one is written for the provider's source.
    """

    def __init__(self, folder: Path, environ: Mapping[str, str] = {}) -> None:
        self.folder = folder
        self.warnings: list[str] = []
        self.program = find_terraform()
        self._wanted = provider_version.asked_for(folder)
        self._provider = provider_mirror.find(self._wanted, self.program.registry)
        self._keeps_provider = False
        self._running_provider: ProviderProcess | None = None
        configuration = Path(environ.get("TF_CLI_CONFIG_FILE") or "-")
        if not configuration.exists():
            configuration = provider_mirror.cli_configuration(self._provider, folder / ".terraform")
        self._environ = {
            **(RARE_GARBAGE_COLLECTION if proxied(environ) else {}),
            **neutral(),
            **environ,
            **proxied(environ),
            "CHECKPOINT_DISABLE": "1",
            "TF_IN_AUTOMATION": "1",
            "TF_INPUT": "0",
            "TF_CLI_CONFIG_FILE": str(configuration.resolve()),
        }

    @property
    def is_on_emulator(self) -> bool:
        return bool(proxied(self._environ))

    def use_emulator(self) -> None:
        """Keep the state in the stack's folder; fail at once on operations that the emulator lacks.

        The provider would retry their status 500 for minutes.
        """
        override = {
            "provider": {"aws": [{"max_retries": 3}]},
            "terraform": {"backend": {"local": {"path": "terraform.tfstate"}}},
        }
        (self.folder / "harness_override.tf.json").write_text(json.dumps(override))
        self._environ = {f"TF_CLI_ARGS_{command}": AT_ONCE for command in ("apply", "destroy")} | self._environ
        self.pin_provider()

    def pin_provider(self) -> None:
        """Pin the stack's provider version if available, else the newest supported one (emulator only).

        From then on the stack's commands share one provider process.
        """
        version = provider_version.on_emulator(self._wanted, self._provider).version
        (self.folder / PIN).write_text(json.dumps(pin_of(version)))
        self._keeps_provider = provider_process.is_wanted()

    def init(self, *, backend: bool = True) -> None:
        """Run `init`; without `backend` it needs no state and no credentials, which suffices to validate."""
        with provider_mirror.installing(self._provider):
            self._run("init", "-input=false", f"-backend={str(backend).lower()}")

    def validate(self) -> None:
        self._run("validate")

    def plan(self, out: Path | None = None, *, lock: bool = True) -> Plan:
        """Plan; without `lock` a read-only role suffices, since S3's lock is a file that Terraform writes."""
        file = (out or self.folder / ".terraform" / "harness.tfplan").resolve()
        flags = ("-input=false", "-detailed-exitcode", f"-lock={str(lock).lower()}", f"-out={file}")
        status, _ = self._run("plan", *flags, good=(0, 2))
        return Plan(is_empty=True, raw={}) if status == 0 else Plan(is_empty=False, raw=self.show(file))

    def save_plan(self, out: Path) -> None:
        """Plan for `apply` with a read-only role, without reading the plan, which would restart the provider."""
        self._run("plan", "-input=false", "-lock=false", f"-out={out.resolve()}")

    def show(self, saved: Path) -> dict[str, Any]:
        """Return a saved plan as Terraform's JSON."""
        shown: dict[str, Any] = json.loads(self._run("show", "-json", str(saved.resolve()))[1])
        return shown

    def apply(self, saved: Path | None = None) -> None:
        """Apply a saved plan; Terraform refuses it if the state has changed since."""
        self._run("apply", "-input=false", *([str(saved.resolve())] if saved else ["-auto-approve"]))

    def destroy(self, *, refresh: bool = True) -> None:
        """Destroy everything; without `refresh`, the state is trusted."""
        self._run("destroy", "-input=false", "-auto-approve", f"-refresh={str(refresh).lower()}")

    def addresses(self) -> list[str]:
        """Return the addresses of everything in the state."""
        return self._run("state list")[1].splitlines()

    def outputs(self) -> dict[str, Any]:
        return {name: output["value"] for name, output in json.loads(self._run("output", "-json")[1]).items()}

    def provider_schemas(self) -> dict[str, Any]:
        schemas: dict[str, Any] = json.loads(self._run("providers schema", "-json")[1])
        return schemas

    def interactive(self, *arguments: str) -> int:
        """Let Terraform show its plan and ask the user; return its exit status."""
        plain = [] if sys.stdout.isatty() and not os.environ.get("NO_COLOR") else ["-no-color"]
        line = [*self.program.command, arguments[0], *plain, *arguments[1:]]
        environ = {**self._environ, **self._provider_environ(arguments[0])}
        return process.attach(line, folder=self.folder, environ={**environ, "TF_INPUT": "1"})

    def _run(self, command: str, *arguments: str, good: tuple[int, ...] = (0,)) -> tuple[int, str]:
        line = [*self.program.command, *command.split(), "-no-color", *arguments]
        done = process.run(line, folder=self.folder, environ={**self._environ, **self._provider_environ(command)})
        output = done.stdout + done.stderr
        blocks = [block for block in _blocks("Warning", output) if not any(part in block for part in EXPECTED_WARNINGS)]
        self.warnings += [block.splitlines()[0].removeprefix("Warning: ") for block in blocks]
        if done.returncode not in good:
            errors = "\n\n".join(_blocks("Error", done.stderr)) or output.strip() or f"exit status {done.returncode}"
            name = self.program.core.command
            causes = (
                half_made.problems(self._state(), self.folder, name) if command == "plan" and half_made.REFUSED in errors else ()
            )
            raise TerraformError(f"{name} {command}", self.folder, errors=errors, output=output, causes=causes)
        return done.returncode, done.stdout

    def _state(self) -> str:
        """Return the state; empty if it can't be read."""
        try:
            return self._run("state pull")[1]
        except TerraformError:
            return ""

    def _provider_environ(self, command: str) -> dict[str, str]:
        """Return the variables that lead Terraform to the provider process of its earlier commands.

        This also speeds up commands that need no provider: Terraform would compute the installed one's checksum. A provider that the
        user runs and names in Terraform's own variable has priority.
        """
        if not self._keeps_provider or command == "init" or not self._has_one_provider():
            return {}
        if given := os.environ.get(provider_process.REATTACH):
            return {provider_process.REATTACH: given}
        program = provider_process.installed(self.folder) if command in NEED_THE_PROVIDER else None
        if self._running_provider is None and program:
            self._running_provider = ProviderProcess(program, self._environ, self.folder)
        return self._running_provider.environ if self._running_provider else {}

    def _has_one_provider(self) -> bool:
        """Return whether the stack has one provider block: a shared provider process supports only one."""
        files = [file for file in self.folder.glob("*.tf.json") if not file.name.endswith("_override.tf.json")]
        return sum(len(json.loads(file.read_text()).get("provider", {}).get("aws", ())) for file in files) == 1


def pin_of(version: str) -> dict[str, Any]:
    """Return the configuration that pins a stack's provider to this version."""
    return {"terraform": {"required_providers": {"aws": {"source": PROVIDER_SOURCE, "version": version}}}}


def _blocks(kind: Literal["Error", "Warning"], output: str) -> list[str]:
    """Return Terraform's output blocks of that kind; a block ends at the next one of any kind."""
    blocks = re.split(r"^(?=(?:Error|Warning): )", output, flags=re.MULTILINE)
    return [block.strip() for block in blocks if block.startswith(f"{kind}: ")]
