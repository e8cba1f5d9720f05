"""What is watched: the metric catalogue, alarm rules, alarms and dashboards."""
