"""The alarms, one row each.

Shapes follow what the teams ask for and AWS publishes; `docs/alarms.md` is written from here.
"""

from dynawright.monitoring.alarm_rules import account, backups, caches, functions, logs, tables

RULES = (*tables.RULES, *account.RULES, *functions.RULES, *backups.RULES, *caches.RULES, *logs.RULES)
"""All of them, in the order of docs/alarms.md."""
