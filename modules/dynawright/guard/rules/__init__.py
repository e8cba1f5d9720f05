"""All rules of the guard, by topic; a new one is a row in the file of its topic."""

from dynawright.guard.rule import GuardRule
from dynawright.guard.rules import (
    access,
    alarms,
    backups,
    capacity,
    encryption,
    functions,
    indexes,
    network,
    recovery,
    roles,
    services,
    storage,
    streams,
    tables,
    widening,
)

RULES: tuple[GuardRule, ...] = (
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
    *services.RULES,
    *network.RULES,
)
"""Those that judge one resource at a time; `access.findings` looks at the whole plan."""

HARMLESS = {
    "aws_cloudwatch_dashboard": "a page for people; nothing reads it",
    "aws_dax_parameter_group": "AWS refuses its end while a cluster uses it",
    "aws_dax_subnet_group": "AWS refuses its end while a cluster uses it",
    "aws_dynamodb_contributor_insights": "it only counts; it starts anew when it is switched on again",
    "aws_kms_alias": "a name for people: policies and tables name the key itself",
}
"""Types that no rule judges, with the reason."""

JUDGED = {
    *(type for rule in RULES for type in rule.types),
    *access.DOCUMENT_OF,
    *(roles.ROLE, roles.POLICY, roles.INLINE, roles.ATTACHMENT, "aws_lambda_permission"),
}

NAMES: tuple[str, ...] = (*(rule.name for rule in RULES), widening.WIDENED.name, widening.UNKNOWN_ACCESS.name)
