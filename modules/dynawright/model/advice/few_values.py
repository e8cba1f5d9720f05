"""Attributes with few values: as a partition key they put most items into one partition."""

FEW_VALUES = {
    "active",
    "enabled",
    "environment",
    "kind",
    "level",
    "log_level",
    "priority",
    "state",
    "status",
    "task_type",
    "type",
}
