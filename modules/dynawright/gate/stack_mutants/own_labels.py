"""Labels for edits whose harm the built resources don't show: of models, and small ones of settings."""

from __future__ import annotations

import re

from dynawright.gate.stack_mutants.difference import Difference
from dynawright.gate.stack_mutants.settings_edits import SettingsEdit
from dynawright.gate.stack_mutants.source_edits import SourceEdit

Meaning = tuple[bool, str]
LITTLE = "slightly more"
MODEL: dict[str, Meaning] = {
    "without tenant_key": (True, "a tenant reads what others own"),
    "without because": (True, "nobody says why all items are read"),
    "without ttl": (True, "items outlive their term"),
    "without description": (False, "people read it"),
    "without question": (False, "people read it"),
}
"""End of an edit of a model → its meaning.

Any other edit declares something else, and its consequences are right.
"""


OF_TEAM = None
CHOICE: Meaning = (False, "what the schema allows and no protection hangs on")
SETTINGS: tuple[tuple[str, str, Meaning | None], ...] = (
    ("backup.hour_utc", "", (False, "another hour of the night")),
    ("export.hour_utc", "", (False, "another hour of the night")),
    ("export.weekday", "", (False, "another day of the week")),
    ("cache.maintenance_window", "", (False, "another hour of the week")),
    ("backup.copy_to_vault_arns", "", OF_TEAM),  # none is the default: copies elsewhere are optional
    ("backup.restore_test", "", OF_TEAM),
    ("backup.weekly_retention_days", "least", OF_TEAM),  # daily and monthly backups are kept
    ("backup.monthly_retention_days", "least", OF_TEAM),
    ("backup.completion_window_minutes", "", (False, "two hours are the least that the schema takes")),
    ("audit.data_events", "", OF_TEAM),  # which systems have a trail
    ("deployment", "", OF_TEAM),  # the team decides who deploys
    ("alarms.messages", "", OF_TEAM),
    ("table.tier", "as critical", (False, "more is kept and watched")),
    ("table.tier", "as standard", OF_TEAM),  # the team decides what tables are worth
    ("table.tier", "as disposable", (True, "a line that is about all tables ends all their backups")),
    ("encryption.rotation_period_days", "slightly more", (True, "standards ask for a new key each year")),
    ("export.backup_retention_days", "least", (False, "a week, the least that the schema takes; the newest one always stays")),
    ("outputs.parameters", "", (False, "outputs are published, too")),
    ("record_age_seconds", "most", (False, "retries end it long before")),
    ("table.capacity_mode", "", (False, "AWS counts requests, or capacity follows them")),
    ("read_capacity_units", "least", (False, "capacity follows the load from there")),
    ("write_capacity_units", "least", (False, "capacity follows the load from there")),
    ("vault.lock", "as compliance", OF_TEAM),  # stronger, and final
    ("export.enabled", "", OF_TEAM),  # in addition to backups
    ("export.incremental", "", OF_TEAM),  # weekly exports are still made
    ("entity_events.enabled", "", OF_TEAM),  # whether an environment has the function
    ("export.reserve_concurrency", "", CHOICE),
    ("cache.enabled", "", OF_TEAM),
    ("agents.names", "", OF_TEAM),  # which agents exist
    ("network.vpc_id", "", OF_TEAM),
    ("stock_alerts.fifo", "", OF_TEAM),  # another topic: the guard reports the deletion of the old one
    ("reserved_concurrency", "", CHOICE),
    ("timeout_seconds", "", (False, "10 to 900 seconds, and the alarm on the duration follows")),
    ("failure_destination", "as sns", (True, "a topic keeps nothing, and has no receiver in the same line")),
    ("failure_destination", "", (False, "queues and buckets keep what was given up")),
)
"""Part of a setting's path, and the kind of change (empty: any) → label; None: the team decides."""


DATED = "EARLIEST ="
"""The beginning of the line with the date of packaged files: another date changes bytes, not code."""
STACK = re.compile(
    r"without (Audit|ResourcePolicy|Topic|Network|Cache)\(…\)|(\w+ )?without (fifo|projections)|"
    r"(True|False) turned|without \"\w+\"|without [a-z_]+"
)
"""What only a stack can ask for: trails, a table's own policy, order, attribute limits, tags.

Without it a stack is simply another stack; if it was built before, the guard reports its deletion.
"""


def override(edit: SettingsEdit | SourceEdit, label: Meaning | Difference) -> Meaning | Difference | None:
    """Return the label of an edit, given those of its differences; None if it depends."""
    if isinstance(edit, SettingsEdit):
        for name, how, meaning in SETTINGS:
            if how in ("", edit.how) and _is_about(".".join(edit.path), name):
                return meaning
        return (False, "a little more of what the schema allows") if edit.how == LITTLE else label
    if edit.file.name == "package.py" and edit.file.read_text().splitlines()[edit.line - 1].startswith(DATED):
        return None
    if edit.file.name == "model.py" and edit.file.parent.parent.name == "stacks":
        return next((meaning for end, meaning in MODEL.items() if edit.how.endswith(end)), None)
    if edit.file.name == "stack.py" and edit.file.parent.parent.name == "stacks" and STACK.fullmatch(edit.how):
        return None
    return label


def _is_about(path: str, name: str) -> bool:
    return path == name or path.startswith(f"{name}.") or path.endswith(f".{name}")
