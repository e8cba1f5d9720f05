"""Versions of Terraform's AWS provider as data: the oldest, tested and faulty ones."""

import re
from dataclasses import dataclass

OLDEST = "5.100.0"
"""The version of the bindings: older providers lack attributes of the stacks."""
TOO_NEW = "7.0.0"
"""A new major version may drop attributes."""
TESTED = ("5.100.0", "6.61.0")
"""Versions with which demo and emulator tests pass, newest last; see docs/compatibility.md."""
DEFAULT = TESTED[-1]

NEWER = {
    "aws_dynamodb_table.global_secondary_index.warm_throughput": "6.39.0",
    "aws_dynamodb_table.global_table_witness": "6.39.0",
    "aws_dynamodb_table.replica.consistency_mode": "6.39.0",
    "aws_dynamodb_table.replica.deletion_protection_enabled": "6.61.0",
    "aws_dynamodb_table.restore_backup_arn": "6.39.0",
    "aws_dynamodb_table.warm_throughput": "6.39.0",
}
"""Attribute that the oldest provider lacks → a version without known faults that has it."""

VERSION = re.compile(r"[0-9]+\.[0-9]+\.[0-9]+")
Version = tuple[int, ...]


@dataclass(frozen=True)
class KnownFault:
    """A fault from `first` until before `fixed_in`; `source` is in the provider's repository."""

    first: str
    fixed_in: str
    reason: str
    source: str

    def is_in(self, low: str, end: str) -> bool:
        """Return whether versions from `low` on, before `end`, include one with the fault."""
        return parsed(low) < parsed(self.fixed_in) and parsed(self.first) < parsed(end)


KNOWN_FAULTS = (
    KnownFault("6.13.0", "6.29.0", "every plan replaces the indexes again because of warm throughput", "issues 44692, 46281"),
    KnownFault("6.28.0", "6.39.0", 'creating a table can fail with "couldn\'t find resource"', "pull request 47143"),
    KnownFault("6.29.0", "6.32.1", "every plan changes indexes with `key_schema` again", "pull request 46442"),
    KnownFault("6.29.0", "6.37.0", "removing one index with `key_schema` deletes all of the table", "pull request 46602"),
)


def parsed(version: str) -> Version:
    """Return the numbers of `6.61.0`, for comparisons."""
    return tuple(int(number) for number in version.split("."))


def is_range(constraint: str) -> bool:
    """Return whether it is a range, such as `>= 6.39.0, < 7.0.0`."""
    return constraint.startswith(">=")


def bounds(constraint: str) -> tuple[str, str]:
    """Return the first version that the setting admits, and the first one beyond."""
    if is_range(constraint):
        low, _, end = constraint.removeprefix(">= ").partition(", < ")
        return low, end
    *begin, patch = parsed(constraint)
    return constraint, ".".join(map(str, (*begin, patch + 1)))


def admits(constraint: str, version: str) -> bool:
    """Return whether the setting, a version or a range, admits the version."""
    low, end = bounds(constraint)
    return parsed(low) <= parsed(version) < parsed(end)


def faults(constraint: str) -> list[KnownFault]:
    """Return the known faults of versions that the setting admits."""
    return [fault for fault in KNOWN_FAULTS if fault.is_in(*bounds(constraint))]


def lacks(constraint: str, attribute: str) -> bool:
    """Return whether a provider that the setting admits does not have the attribute of `NEWER`."""
    return parsed(bounds(constraint)[0]) < parsed(NEWER[attribute])


def first_healthy() -> str:
    """Return the first version after all known faults."""
    return max((fault.fixed_in for fault in KNOWN_FAULTS), key=parsed)


def is_supported(version: str) -> bool:
    """Return whether the version is supported and without known faults."""
    return parsed(OLDEST) <= parsed(version) < parsed(TOO_NEW) and not faults(version)
