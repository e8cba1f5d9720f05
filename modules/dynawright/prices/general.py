"""AWS's prices in US dollars that are equal in all known Regions."""

ALARM_METRIC_MONTH = 0.10
ANOMALY_ALARM_METRICS = 3
"""An alarm on a band is billed for the metric and both edges of the band."""
SCALING_ALARMS = 4
"""Alarms that Application Auto Scaling creates per policy: use above and below target, and capacity."""
COMPOSITE_ALARM_MONTH = 0.50
DASHBOARD_MONTH = 3.00
