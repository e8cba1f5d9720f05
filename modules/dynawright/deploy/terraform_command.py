"""Parses the parts of a Terraform command line that decide what is planned and applied."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

TAKE_A_VALUE = {
    *("var", "var-file", "target", "replace", "exclude", "parallelism", "lock-timeout"),
    *("out", "generate-config-out", "state", "state-out", "backup"),
}
"""Options whose value can be the next argument."""
ONLY_APPLY = {"auto-approve", "backup", "state-out"}
ALSO_SAVED = {"no-color", "compact-warnings", "json", "lock", "lock-timeout", "parallelism", "state", *ONLY_APPLY} - {
    "auto-approve"
}
"""Options that `apply` accepts with a saved plan, which contains all others."""
ARGUMENTS = "TF_CLI_ARGS_"
"""Prefix of the variables with further options of a command."""


@dataclass(frozen=True)
class TerraformCommand:
    """The parts of `terraform -chdir=stacks/a apply -auto-approve plan`."""

    name: str
    """The command; may be empty."""
    folder: str
    """The folder of `-chdir`; may be empty."""
    options: tuple[tuple[str, str | None], ...]
    """Names without hyphens, and values."""
    positional: tuple[str, ...]

    @classmethod
    def parsed(cls, arguments: Sequence[str], environ: Mapping[str, str] = {}) -> TerraformCommand:
        """Parse a command line as Terraform does, including the options in the command's variable."""
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
        """Return an option's value, the last one as in Terraform; None without the option."""
        return next((value for name, value in reversed(self.options) if name == option), None)

    def is_on(self, option: str, default: bool = False) -> bool:
        """Return whether a switch is on; Go accepts 1, t and true in any case."""
        given = [value for name, value in self.options if name == option]
        return (given[-1] is None or given[-1].lower() in ("1", "t", "true")) if given else default

    def for_plan(self) -> list[str]:
        """Return options for a `plan` of what this command applies or shows."""
        return _written([option for option in self.options if option[0] not in {*ONLY_APPLY, "out", "detailed-exitcode"}])

    def for_saved_plan(self) -> list[str]:
        """Return the options for applying a saved plan."""
        return _written([option for option in self.options if option[0] in ALSO_SAVED])


def _split(argument: str) -> tuple[str, str | None]:
    name, equals, value = argument.removeprefix("-").removeprefix("-").partition("=")
    return name, value if equals else None


def _written(options: Sequence[tuple[str, str | None]]) -> list[str]:
    return [f"-{name}" if value is None else f"-{name}={value}" for name, value in options]
