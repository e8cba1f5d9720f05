"""All rules of the guard, by topic; a new one is a row in the file of its topic."""

from policy.guard.rule import Rule
from policy.guard.rules import (
    access,
    alarms,
    backups,
    capacity,
    encryption,
    functions,
    indexes,
    recovery,
    storage,
    streams,
    tables,
)

RULES: tuple[Rule, ...] = (
    *tables.RULES,
    *indexes.RULES,
    *streams.RULES,
    *recovery.RULES,
    *capacity.RULES,
    *encryption.RULES,
    *backups.RULES,
    *alarms.RULES,
    *functions.RULES,
    *storage.RULES,
)
"""Those that judge one resource at a time; `access.findings` looks at the whole plan."""

NAMES: tuple[str, ...] = (*(rule.name for rule in RULES), access.WIDENED.name, access.UNKNOWN_ACCESS.name)
