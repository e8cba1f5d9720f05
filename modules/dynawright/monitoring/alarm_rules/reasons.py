"""Why a period without data says what it says; most rules share one of these."""

IDLE = "no data means no requests"
SILENT = "the metric is published only when it happens"
