"""What AWS asks for, in US dollars; the same in every Region that we know of."""

ALARM_METRIC_MONTH = 0.10
ANOMALY_ALARM_METRICS = 3
"""An alarm on a band is billed for the metric and for both of its edges."""
SCALING_ALARMS = 4
"""What Application Auto Scaling makes for a policy of DynamoDB, each on one metric: use above and below the target, and capacity that
was changed up or down by others."""
COMPOSITE_ALARM_MONTH = 0.50
DASHBOARD_MONTH = 3.00
KEY_MONTH = 1.00
"""A customer managed KMS key; its calls are billed besides."""
