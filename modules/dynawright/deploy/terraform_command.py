"""A command line of Terraform, as far as it decides what is planned and applied."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

TAKE_A_VALUE = {
    *("var", "var-file", "target", "replace", "exclude", "parallelism", "lock-timeout"),
    *("out", "generate-config-out", "state", "state-out", "backup"),
}
"""Options whose value may be the next argument."""
ONLY_APPLY = {"auto-approve", "backup", "state-out"}
ALSO_SAVED = {"no-color", "compact-warnings", "json", "lock", "lock-timeout", "parallelism", "state", *ONLY_APPLY} - {
    "auto-approve"
}
"""Options that `apply` takes beside a saved plan, which holds all else."""
ARGUMENTS = "TF_CLI_ARGS_"
"""Begins the variables that hold more options of one command."""


@dataclass(frozen=True)
class TerraformCommand:
    """`terraform -chdir=stacks/a apply -auto-approve plan`, taken apart."""

    name: str
    """The command; empty if there is none."""
    folder: str
    """What `-chdir` names; empty without it."""
    options: tuple[tuple[str, str | None], ...]
    """Names without their hyphens, and values."""
    positional: tuple[str, ...]

    @classmethod
    def parsed(cls, arguments: Sequence[str], environ: Mapping[str, str] = {}) -> TerraformCommand:
        """Read a command line as Terraform does, with the options in the variable of the command."""
        before = [one for one in arguments if not one.startswith("-")][:1]
        start = arguments.index(before[0]) if before else len(arguments)
        given = dict(_split(one) for one in arguments[:start])
        name = before[0] if before else ""
        rest = [*shlex.split(environ.get(f"{ARGUMENTS}{name}", "")), *arguments[start + 1 :]]
        options: list[tuple[str, str | None]] = []
        positional: list[str] = []
        while rest:
            argument = rest.pop(0)
            if not argument.startswith("-") or argument == "-":
                positional.append(argument)
                continue
            option, value = _split(argument)
            if value is None and option in TAKE_A_VALUE and rest:
                value = rest.pop(0)
            options.append((option, value))
        return cls(name, given.get("chdir") or "", tuple(options), tuple(positional))

    def value(self, option: str) -> str | None:
        """Return the value of an option, the last one as Terraform does; None if it is not given."""
        return next((value for name, value in reversed(self.options) if name == option), None)

    def is_on(self, option: str, default: bool = False) -> bool:
        """Return whether a switch is on; Go reads 1, t and true in any case."""
        given = [value for name, value in self.options if name == option]
        return (given[-1] is None or given[-1].lower() in ("1", "t", "true")) if given else default

    def for_plan(self) -> list[str]:
        """Return the options with which `plan` plans what this command applies or shows."""
        return _written([option for option in self.options if option[0] not in {*ONLY_APPLY, "out", "detailed-exitcode"}])

    def for_saved_plan(self) -> list[str]:
        """Return the options with which `apply` applies a plan that is saved."""
        return _written([option for option in self.options if option[0] in ALSO_SAVED])


def _split(argument: str) -> tuple[str, str | None]:
    name, equals, value = argument.removeprefix("-").removeprefix("-").partition("=")
    return name, value if equals else None


def _written(options: Sequence[tuple[str, str | None]]) -> list[str]:
    return [f"-{name}" if value is None else f"-{name}={value}" for name, value in options]
