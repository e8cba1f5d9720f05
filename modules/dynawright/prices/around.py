"""AWS's prices in US dollars of resources around tables, by Region.

Figures without a source are missing, and shown as unknown.

Collected in November 2026. us-east-1: AWS's price list as quoted for Lambda, CloudWatch, KMS, SQS and DynamoDB's exports
(https://aws.amazon.com/<service>/pricing/), and usage.ai (April 2026) for the smallest DAX node; Glue's
as awsnegotiations.com/glue-job-cost-optimization.html (May 2026) and the examples of https://aws.amazon.com/glue/pricing/ have it. ap-northeast-1: AWS's Price List API of
July and September 2026, as two public cost models quote it by its usage types (`APN1-CW:AlarmMonitorUsage`, `APN1-AWSSecretsManager-Secrets`,
`ap-northeast-1-KMS-Keys`, `APN1-Request`, `APN1-Requests-Tier1`); composite alarms and dashboards cost the same in all Regions.
"""

from __future__ import annotations

from collections.abc import Mapping

ITEMS = {
    "alarm_metric_month": "a metric of an alarm, a month",
    "composite_alarm_month": "a composite alarm, a month",
    "dashboard_month": "a dashboard, a month",
    "key_month": "a customer managed key, a month",
    "secret_month": "a secret, a month",
    "function_requests_million": "a million invocations of functions",
    "function_gb_second": "a second of a function with a gigabyte, on arm64",
    "export_gb": "a gigabyte exported to S3",
    "import_gb": "a gigabyte of lines that import-table reads, before compression",
    "bulk_put_gb": "a gigabyte that a bulk put reads",
    "glue_dpu_hour": "a data processing unit of a Glue job, an hour",
    "trail_events_100k": "100,000 data events of a trail",
    "stream_hour": "a Kinesis stream on demand, an hour",
}
"""Prices with their units; `dax_node_hour` has a figure per node type."""
NODE_HOUR = "dax_node_hour"

AROUND: Mapping[str, Mapping[str, float]] = {
    "us-east-1": {
        "alarm_metric_month": 0.10,
        "composite_alarm_month": 0.50,
        "dashboard_month": 3.00,
        "key_month": 1.00,
        "function_requests_million": 0.20,
        "function_gb_second": 0.0000133334,
        "export_gb": 0.10,
        "glue_dpu_hour": 0.44,
        f"{NODE_HOUR}.dax.t3.small": 0.04,
    },
    "ap-northeast-1": {
        "alarm_metric_month": 0.10,
        "composite_alarm_month": 0.50,
        "dashboard_month": 3.00,
        "key_month": 1.00,
        "secret_month": 0.40,
        "function_requests_million": 0.20,
    },
}
