"""What is watched, when it is worth a message, and who gets it."""

import re
from typing import Literal

from pydantic import Field

from dynawright.settings.base import Settings, allowed
from dynawright.settings.problem import SettingPath, shown

MOST = 1_000_000_000
"""A threshold above which an alarm would mean nothing."""


SECONDS_TO_RING = 300
"""How long a stream's reader must be behind before somebody is told: five minutes in a row."""


class AlarmSettings(Settings):
    """How much is watched, and from which value on a message is sent. CloudWatch bills each metric of each alarm."""

    level: Literal["none", "essential", "full"] = Field(
        default="full",
        description="Nothing; what users notice; or also causes, latency and early signs.",
    )
    throttle_events_in_5_minutes: int = Field(
        default=5,
        ge=0,
        le=MOST,
        description="More throttled reads, or writes, of a table or an index, or requests of a cache, than this in 5 minutes.",
    )
    system_errors_in_5_minutes: int = Field(
        default=5, ge=0, le=MOST, description="More errors inside DynamoDB, or a cache, than this in 5 minutes, per table."
    )
    system_error_percent: int = Field(
        default=1, ge=1, le=99, description="More than this share of a table's reads, or writes, failing inside DynamoDB."
    )
    latency_p99_milliseconds: int = Field(
        default=50,
        ge=1,
        le=60_000,
        description="The slowest 1 % of the requests for one item or one query take longer than this.",
    )
    bulk_latency_p99_milliseconds: int = Field(
        default=250, ge=1, le=60_000, description="The same for scans, batches and transactions, which move more items at once."
    )
    utilization_percent: int = Field(
        default=80,
        ge=1,
        le=100,
        description="More than this share of a provisioned capacity, of a cache's processors, or of an account's quota, is used.",
    )
    conditional_check_failures_in_5_minutes: int | None = Field(
        default=None,
        ge=0,
        le=MOST,
        description="More refused conditional writes than this in 5 minutes; not watched unless set.",
        json_schema_extra=allowed("a whole number of 0 or more, or null to watch nothing"),
    )
    replication_latency_seconds: int = Field(
        default=180, ge=1, le=86_400, description="A replica, or a data stream of a table's changes, is this far behind."
    )
    user_errors_per_minute: int = Field(
        default=10, ge=0, le=MOST, description="More malformed requests than this a minute, in the whole account."
    )
    iterator_age_seconds: int = Field(
        default=300, ge=1, le=86_399, description="A stream's reader is this far behind; records are gone after 24 hours."
    )
    duration_percent_of_timeout: int = Field(
        default=80, ge=1, le=99, description="A stream function takes more than this share of the time it has."
    )
    log_errors_in_5_minutes: int = Field(
        default=0, ge=0, le=MOST, description="More error lines in a log than this in 5 minutes."
    )
    anomaly_detection: bool = Field(
        default=False,
        description="Also watch for consumption outside of what was usual; each such alarm is billed as three metrics.",
    )
    dashboard: bool = Field(
        default=True, description="A dashboard per system, 3 USD a month each after the account's first three."
    )
    runbook_url: str | None = Field(
        default=None,
        pattern="^https://[^ ]+$",
        description="Where the alarms' page (docs/alarms.md) can be read; each alarm links to its section.",
        json_schema_extra=allowed("an address beginning with https://"),
    )


ENDPOINTS = {
    "email": (r"[^@\s]+@[^@\s]+\.[^@\s]+", "an address, such as 'oncall@example.com'"),
    "https": (r"https://[^\s/]+\S*", "an address beginning with https://"),
    "sqs": (
        r"arn:aws:sqs:[a-z0-9-]+:[0-9]{12}:[A-Za-z0-9_-]{1,80}",
        "a queue's ARN, such as 'arn:aws:sqs:ap-northeast-1:111111111111:alarms'",
    ),
    "lambda": (
        r"arn:aws:lambda:[a-z0-9-]+:[0-9]{12}:function:[A-Za-z0-9_-]{1,64}",
        "a function's ARN, such as 'arn:aws:lambda:ap-northeast-1:111111111111:function:alarms'",
    ),
    "sms": (r"\+[1-9][0-9]{6,14}", "a number with its country code, such as '+819012345678'"),
}
"""Protocol → what SNS takes for an endpoint, and in words."""


class Subscription(Settings):
    """One receiver of a topic's messages."""

    protocol: Literal["email", "https", "sqs", "lambda", "sms"] = Field(description="How the message travels.")
    endpoint: str = Field(
        min_length=1,
        description="An address, a number or an ARN, as the protocol needs it. A function is not the deploy role's: apply the foundation by hand.",
    )

    def problem(self, account_id: str | None) -> str | None:
        """Why SNS would refuse the endpoint, or never reach it."""
        pattern, allowed_form = ENDPOINTS[self.protocol]
        if not re.fullmatch(pattern, self.endpoint):
            return f"{shown(self.endpoint)} is not allowed for {self.protocol}: {allowed_form}"
        if self.protocol == "lambda" and account_id and self.endpoint.split(":")[4] != account_id:
            reason = "the foundation lets SNS call a function, and can do so in its own account only"
            return f"{shown(self.endpoint)} is not allowed: {reason}; give a function of account {account_id}, or a queue that it reads"
        return None


class NotificationSettings(Settings):
    """Where alarms are sent: a topic that exists, or one of our own with these subscriptions."""

    topic_arn: str | None = Field(
        default=None,
        pattern="^arn:aws:sns:[a-z0-9-]+:[0-9]{12}:[A-Za-z0-9_-]{1,256}$",
        description="A topic that exists; without it, the foundation stack makes one.",
        json_schema_extra=allowed("a topic's ARN, such as 'arn:aws:sns:ap-northeast-1:111111111111:alarms'"),
    )
    subscriptions: tuple[Subscription, ...] = Field(
        default=(),
        strict=False,  # YAML has lists, no tuples
        description="Who hears of alarms; for a topic of our own only.",
    )

    def conflicts(self, own_region: str | None = None) -> dict[SettingPath, str]:
        found: dict[SettingPath, str] = {}
        if self.topic_arn and own_region and self.topic_arn.split(":")[3] != own_region:
            reason = f"CloudWatch tells only topics of its own Region; give one of {own_region}"
            found[("topic_arn",)] = f"{shown(self.topic_arn)} is not allowed: {reason}"
        if self.topic_arn and self.subscriptions:
            reason = "a topic that exists has subscriptions of its own; remove them or topic_arn"
            found[("subscriptions",)] = f"{len(self.subscriptions)} subscriptions are not allowed: {reason}"
        return found

    def unreachable(self, account_id: str | None) -> dict[SettingPath, str]:
        """Subscriptions that would hear nothing, or everything twice."""
        found: dict[SettingPath, str] = {}
        for number, one in enumerate(self.subscriptions):
            if problem := one.problem(account_id):
                found[("subscriptions", number, "endpoint")] = problem
            elif one in self.subscriptions[:number]:
                found[("subscriptions", number)] = (
                    f"{one.protocol} {shown(one.endpoint)} is not allowed: it is there already; remove one"
                )
        return found
