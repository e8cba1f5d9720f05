"""The alarms, one row each.

`docs/alarms.md` is generated from them.
"""

from dynawright.monitoring.alarm_rules import account, backups, caches, functions, logs, tables

RULES = (*tables.RULES, *account.RULES, *functions.RULES, *backups.RULES, *caches.RULES, *logs.RULES)
"""All rules, in the order of docs/alarms.md."""
