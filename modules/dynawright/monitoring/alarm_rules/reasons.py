"""Reasons for the treatment of periods without data; most rules share one of these."""

IDLE = "no data means no requests"
SILENT = "the metric is published only when it happens"
