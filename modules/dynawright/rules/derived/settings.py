"""Compare backups, functions, capacity and networks with the settings."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from dynawright.rules.blocks import as_blocks, as_mapping
from dynawright.rules.derived.things import FUNCTION, KEY_OF, SELECTION, TABLE, intent_of
from dynawright.rules.intent import Dials
from dynawright.rules.resources import Document, Resource
from dynawright.rules.values import number

Messages = Iterator[str]
ROOM = 1.5
"""Largest ratio of a value to the setting, where a little more does no harm but much more does."""
MADE = {"daily": "* * ?", "weekly": "? * SUN", "monthly": "1 * ?"}
TESTED = {"weekly": "? * MON", "monthly": "2 * ?"}
"""Frequency → cron days of backups, and of restore tests (the day after)."""
TASKS = {"backup": (0, 0, True), "full_export": (10, 0, True), "incremental_export": (20, 0, False), "check": (0, 6, False)}
"""Task of the export function → its minute, its offset in hours, and whether it is weekly."""
PLAN, TEST_PLAN, MAPPING = "aws_backup_plan", "aws_backup_restore_testing_plan", "aws_lambda_event_source_mapping"
AT_LEAST = {
    "maximum_retry_attempts": "retries",
    "maximum_record_age_in_seconds": "record_age_seconds",
    "timeout": "timeout_seconds",
    "reserved_concurrent_executions": "reserved_concurrency",
}
"""Attribute of a mapping or a function → the setting that is its minimum."""
BOUNDED = {"maximum_record_age_in_seconds"}
"""Of these, attributes for which a much larger value does harm, too."""


def of_plan(plan: Resource, document: Document) -> Messages:
    """Compare a backup plan with the settings of its tables' highest tier."""
    dials, tiers = _dials(document), intent_of(document).tiers
    selections = [selection for selection in document.of_type(SELECTION) if document.referred(selection.get("plan_id")) is plan]
    arns = [arn for selection in selections for arn in selection.listed("resources")]
    tables = [table for arn in arns if (table := document.named(arn, "name", TABLE))]
    if not dials.backup or not tables:
        return
    backup = dials.backup["critical" if any(str(table.get("name")) not in tiers for table in tables) else "standard"]
    for period, days in backup["kept"].items():
        when = f"cron(0 {backup['hour_utc']} {MADE[period]} *)"
        rules = [rule for rule in plan.blocks("rule") if rule.get("schedule") == when]
        if not rules:
            yield f"no rule makes {period} backups at {when}, as the settings say"
        elif not any(_keeps(rule, days, backup["copy_to_vault_arns"]) for rule in rules):
            yield f"its {period} backups are kept less than {days} days, or copied to fewer vaults than the settings name"
        elif not any(_has_time(rule, backup) for rule in rules):
            yield f"its {period} backups have less time to begin or to complete than the settings say"
    if backup["restore_test"] != "never" and not document.of_type(TEST_PLAN):
        yield f"nothing tests restores of its backups; the settings say {backup['restore_test']}"


def _keeps(rule: Mapping[str, Any], days: int, vaults: Sequence[str]) -> bool:
    copies = as_blocks(rule.get("copy_action"))
    copied = {str(copy.get("destination_vault_arn")) for copy in copies if _days(copy) >= days}
    return _days(rule) >= days and {*vaults} <= copied


def _days(block: Mapping[str, Any]) -> float:
    return next((number(lifecycle.get("delete_after")) or 0 for lifecycle in as_blocks(block.get("lifecycle"))), 0)


def _has_time(rule: Mapping[str, Any], backup: Mapping[str, Any]) -> bool:
    return all((number(rule.get(name)) or 0) >= backup[f"{name}_minutes"] for name in ("start_window", "completion_window"))


def of_restore_test(plan: Resource, document: Document) -> Messages:
    """Compare the schedule of restore tests with the settings."""
    for backup in list(_dials(document).backup.values())[:1]:
        if (days := TESTED.get(backup["restore_test"])) is not None:
            yield from _at(plan.get("schedule_expression"), f"cron(0 {backup['hour_utc']} {days} *)")


def of_event_rule(rule: Resource, document: Document) -> Messages:
    """Compare when a rule counts a day with due backups with the schedule of backups."""
    for backup in list(_dials(document).backup.values())[:1] if rule.get("schedule_expression") else ():
        minutes = backup["hour_utc"] * 60 + backup["start_window_minutes"] + backup["completion_window_minutes"]
        hour, minute = divmod(minutes % (24 * 60), 60)
        yield from _at(rule.get("schedule_expression"), f"cron({minute} {hour} * * ? *)")


def of_schedule(schedule: Resource, document: Document) -> Messages:
    """Compare the schedule of the export function with the settings."""
    export = _dials(document).export
    task = str(as_mapping(_json(schedule.block("target").get("input"))).get("task"))
    if not export or task not in TASKS:
        return
    minute, later, is_weekly = TASKS[task]
    days = f"? * {export['weekday']}" if is_weekly else "* * ?"
    yield from _at(schedule.get("schedule_expression"), f"cron({minute} {(export['hour_utc'] + later) % 24} {days} *)")


def of_lock(lock: Resource, document: Document) -> Messages:
    """Compare a vault's lock with the settings, and with the retention of backups."""
    vault = _dials(document).vault
    if not vault:
        return
    least, most = number(lock.get("min_retention_days")) or 0, number(lock.get("max_retention_days")) or 0
    if least < vault["lock_min_retention_days"]:
        yield f"min_retention_days is {least}; vault.lock_min_retention_days says {vault['lock_min_retention_days']}"
    if vault["shortest_days"] is not None and least > max(vault["shortest_days"], vault["lock_min_retention_days"]):
        yield f"min_retention_days is {least}: backups that are kept {vault['shortest_days']} days are rejected"
    if most < vault["lock_max_retention_days"]:
        yield f"max_retention_days is {most}; vault.lock_max_retention_days says {vault['lock_max_retention_days']}"


def of_mapping(mapping: Resource, document: Document) -> Messages:
    """Compare a mapping with its function's settings."""
    function = document.named(mapping.get("function_name"), "function_name", FUNCTION)
    yield from _not_less(mapping, _dials(document).functions.get(str(function.get("function_name") if function else "")))


def of_function(function: Resource, document: Document) -> Messages:
    """Compare a function with its settings, and its variables with the values passed on to it."""
    dials, name = _dials(document), str(function.get("function_name"))
    variables = as_mapping(function.block("environment").get("variables"))
    yield from _not_less(function, dials.functions.get(name))
    for variable in dials.variables.get(name, ()):
        values = dials.own.get(variable.lower())
        if values and str(variables.get(variable)) not in values:
            yield f"variable {variable} is {variables.get(variable)}; the system's settings say {' or '.join(values)}"
    if dials.export and "TABLE_ARNS" in variables:
        yield from _exporting(function, variables, document)


def _exporting(function: Resource, variables: Mapping[str, Any], document: Document) -> Messages:
    intent, export = intent_of(document), _dials(document).export
    key = function.get(KEY_OF[FUNCTION])
    wanted = {
        "BACKUP_NAME_PREFIX": f"{intent.project}-weekly-",
        "BUCKET_OWNER": intent.account_id,
        **({"KEY_ARN": key} if key else {}),
    }
    for variable, value in wanted.items():
        if variables.get(variable) != value:
            yield f"variable {variable} must be {value}: the function identifies its backups and its bucket by it"
    if (number(variables.get("BACKUP_RETENTION_DAYS")) or 0) < export["backup_retention_days"]:
        yield f"variable BACKUP_RETENTION_DAYS is less than export.backup_retention_days, {export['backup_retention_days']}"
    if export["reserve_concurrency"] and function.get("reserved_concurrent_executions") != 1:
        yield "export.reserve_concurrency reserves one execution: two runs at once would each make a backup"


def _not_less(resource: Resource, dials: Mapping[str, Any] | None) -> Messages:
    for attribute, setting in AT_LEAST.items() if dials else ():
        value, wanted = number(resource.get(attribute)), dials[setting] if dials else None
        if value is None or wanted is None or (attribute == "maximum_retry_attempts" and value == -1):
            continue
        if value < wanted or (attribute in BOUNDED and value > ROOM * wanted):
            yield f"{attribute} is {value}; {setting} of the function's settings is {wanted}"


def of_target(target: Resource, document: Document) -> Messages:
    """Compare a maximum capacity with the settings of the table or index."""
    parts = str(target.get("resource_id", "")).removeprefix("table/").split("/")
    table = document.named(parts[0], "name", TABLE)
    index = parts[2] if len(parts) == 3 else ""
    scaling = _dials(document).capacity.get(str(table.get("name")) if table else "", {}).get(index)
    for kind in ("read", "write") if scaling else ():
        most, wanted = number(target.get("max_capacity")) or 0, scaling[f"{kind}_max_units"] if scaling else 0
        if kind.capitalize() in str(target.get("scalable_dimension")) and most < wanted:
            yield f"max_capacity is {most}; autoscaling.{kind}_max_units is {wanted}"


def of_role(role: Resource, document: Document) -> Messages:
    """Check that deployments may create a role of this name, and require its OIDC provider."""
    deployment, ending = intent_of(document).deployment, f"-{intent_of(document).environment}"
    if not str(role.get("name")).endswith(("}", ending)):
        yield f"its name is {role.get('name')}: it must end with '{ending}', otherwise the deploy role can't create it"
    is_meant = deployment is not None and deployment.makes_provider and role.get("name") == deployment.deploy_role
    if is_meant and not document.of_type("aws_iam_openid_connect_provider"):
        yield "its workflows can't sign in: deployment.create_github_provider requires a provider"


def of_topic(topic: Resource, document: Document) -> Messages:
    """Compare the subscriptions of a topic with the settings."""
    receivers = _dials(document).receivers
    subscriptions = document.of_type("aws_sns_topic_subscription")
    if wanted := receivers.get(str(topic.get("name"))):
        endpoints = [
            subscription.get("endpoint")
            for subscription in subscriptions
            if document.referred(subscription.get("topic_arn")) is topic
        ]
    else:
        wanted, endpoints = receivers.get("", ()), [subscription.get("endpoint") for subscription in subscriptions]
    if missing := [endpoint for endpoint in wanted if endpoint not in endpoints]:
        yield f"{', '.join(missing)} is not subscribed, but the settings name it"


def of_subnets(group: Resource, document: Document) -> Messages:
    """Compare the subnets of a cache's nodes with the settings."""
    yield from _all(group, "subnet_ids", _dials(document).network)


def of_endpoint(endpoint: Resource, document: Document) -> Messages:
    """Compare the network of an endpoint with the settings."""
    yield from _all(endpoint, "route_table_ids", _dials(document).network)


def _all(resource: Resource, name: str, network: Mapping[str, Any]) -> Messages:
    if missing := [id for id in network.get(name, ()) if id not in resource.listed(name)]:
        yield f"{name} lacks {', '.join(missing)}, which network.{name} names"


def _at(schedule: object, wanted: str) -> Messages:
    if schedule != wanted:
        yield f"it runs at {schedule}; by the settings it is {wanted}"


def _json(text: object) -> object:
    try:
        return json.loads(str(text))
    except (ValueError, RecursionError):
        return None


def _dials(document: Document) -> Dials:
    return intent_of(document).dials


ROWS: dict[str, Callable[[Resource, Document], Messages]] = {
    "aws_appautoscaling_target": of_target,
    "aws_cloudwatch_event_rule": of_event_rule,
    "aws_dax_subnet_group": of_subnets,
    "aws_backup_vault_lock_configuration": of_lock,
    "aws_scheduler_schedule": of_schedule,
    "aws_vpc_endpoint": of_endpoint,
    "aws_iam_role": of_role,
    "aws_sns_topic": of_topic,
    FUNCTION: of_function,
    MAPPING: of_mapping,
    PLAN: of_plan,
    TEST_PLAN: of_restore_test,
}
