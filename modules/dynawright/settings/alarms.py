"""Settings of alarms: which exist, their thresholds, and their receivers."""

import re
from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from dynawright.errors import Problem, must_be, unknown
from dynawright.settings.base import Settings, allowed, laid_over
from dynawright.settings.problem import Conflicts

MOST = 1_000_000_000
"""The highest threshold: an alarm above it would never fire."""


THROTTLE_CAUSES = ("KeyRangeThroughput", "ProvisionedThroughput", "MaxOnDemandThroughput", "AccountLimit")
SECONDS_TO_RING = 300
"""How long a stream's reader must be late before its alarm fires: five minutes in a row."""


Message = Literal["page", "ticket", "none"]
"""The receiver of an alarm: a person at once (page), a work list (ticket), or no one (none)."""
NAMES = (
    *("Failing", "Losing", "Slow", "Busy", "Unusual", "LogLines"),
    *("ReadThrottles", "WriteThrottles", "SystemErrors", "ReadErrorRate", "WriteErrorRate", "Latency"),
    *(f"{kind}{cause}Throttles" for kind in ("Read", "Write") for cause in THROTTLE_CAUSES),
    *("ReadUtilization", "WriteUtilization", "ConditionalCheckFailures", "ExpiryStalled", "ReplicationLatency"),
    *("UnusualReads", "UnusualWrites", "CaptureFailed", "CaptureLag", "UserErrors"),
    *(f"{what}{kind}CapacityUtilization" for what in ("AccountProvisioned", "MaxProvisionedTable") for kind in ("Read", "Write")),
    *("IteratorAge", "Errors", "Throttles", "DestinationFailures", "Duration", "DroppedEvents", "FailedRecords"),
    *("PollingStopped", "NotEmpty", "NotEncrypted", "BackupFailed", "BackupExpired", "BackupMissing", "CopyFailed"),
    "FailedInvocations",
    *("CacheFaults", "CacheThrottles", "CacheCpu"),
)
"""Incidents, then alarms, whose receiver can be chosen; named as in docs/alarms.md."""


class TableAlarmSettings(Settings):
    """Alarm thresholds of a table.

    CloudWatch bills each metric of each alarm.
    """

    level: Literal["none", "essential", "full"] = Field(
        default="full",
        description="Nothing; what users notice; or also causes, latency and early signs.",
    )
    messages: dict[str, Message] = Field(
        default_factory=dict,
        description="Who hears of an incident or an alarm, by its name in docs/alarms.md, where that is not the default.",
        json_schema_extra={
            **allowed("names of docs/alarms.md, each with page, ticket or none"),
            "propertyNames": {"enum": list(NAMES)},
        },
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
    anomaly_detection: bool = Field(
        default=False,
        description="Also watch for consumption outside of what was usual; each such alarm is billed as three metrics.",
    )

    def conflicts(self, region: str | None = None) -> Conflicts:
        stranger = next((name for name in self.messages if name not in NAMES), None)
        return {("messages",): unknown("DW164", "alarm", stranger, NAMES)} if stranger else {}


class AlarmSettings(TableAlarmSettings):
    """Which alarms exist, their thresholds and receivers."""

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
        default=5, ge=0, le=MOST, description="More error lines in a log than this in 5 minutes."
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

    def of_table(self, own: TableAlarmSettings) -> "AlarmSettings":
        """Return these settings with a table's own thresholds."""
        return laid_over(self, AlarmSettings.model_construct(**own.written))


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
"""Protocol → form of its endpoints in SNS, as a pattern and in words."""


class Subscription(Settings):
    """One receiver of a topic's messages."""

    protocol: Literal["email", "https", "sqs", "lambda", "sms"] = Field(description="How the message travels.")
    endpoint: str = Field(
        min_length=1,
        description="An address, a number or an ARN, as the protocol needs it. A function is not the deploy role's: apply the foundation by hand.",
    )

    def problem(self, account_id: str | None) -> Problem | None:
        """Return the problem of an endpoint that SNS would refuse or never reach; None if there is none."""
        pattern, allowed_form = ENDPOINTS[self.protocol]
        if not re.fullmatch(pattern, self.endpoint):
            return must_be("DW162", f"{allowed_form}, for {self.protocol}", self.endpoint)
        if self.protocol == "lambda" and account_id and self.endpoint.split(":")[4] != account_id:
            fix = f"give a function of account {account_id}, or a queue that the function reads"
            return must_be(
                "DW162", "a function of the environment's account: the topic's stack admits SNS to it", self.endpoint, fix=fix
            )
        return None


class NotificationSettings(Settings):
    """Receivers of alarms: an existing topic, or one that the foundation creates with these subscriptions."""

    topic_arn: str | None = Field(
        default=None,
        pattern="^arn:aws:sns:[a-z0-9-]+:[0-9]{12}:[A-Za-z0-9_-]{1,256}$",
        description="An existing topic in the environment's Region; without it, the foundation makes one.",
        json_schema_extra=allowed("a topic's ARN, such as 'arn:aws:sns:ap-northeast-1:111111111111:alarms'"),
    )
    subscriptions: tuple[Subscription, ...] = Field(
        default=(),
        strict=False,  # YAML has lists, no tuples
        description="Who receives alarms, from the topics that the foundation makes.",
    )
    ticket_topic_arn: str | None = Field(
        default=None,
        pattern="^arn:aws:sns:[a-z0-9-]+:[0-9]{12}:[A-Za-z0-9_-]{1,256}$",
        description="An existing topic for what can wait for the morning; without it and ticket_subscriptions, it goes where pages go.",
        json_schema_extra=allowed("a topic's ARN, such as 'arn:aws:sns:ap-northeast-1:111111111111:tickets'"),
    )
    ticket_subscriptions: tuple[Subscription, ...] = Field(
        default=(),
        strict=False,
        description="Who receives what can wait for the morning, from a second topic that the foundation makes.",
    )

    def conflicts(self, region: str | None = None) -> Conflicts:
        limit = f"a topic in {region}: CloudWatch notifies only topics of its own Region"
        return {
            (f"{kind}topic_arn",): must_be("DW160", limit, arn)
            for kind, arn, _ in self._topics
            if arn and region and arn.split(":")[3] != region
        }

    def unreachable(self, account_id: str | None) -> Conflicts:
        """Return subscriptions that would get no messages, or all of them twice."""
        problems: Conflicts = {}
        for kind, number, subscription, earlier in self._receivers:
            if problem := subscription.problem(account_id):
                problems[(f"{kind}subscriptions", number, "endpoint")] = problem
            elif subscription in earlier:
                problems[(f"{kind}subscriptions", number)] = must_be(
                    "DW116", "in the list once", subscription.endpoint, fix="remove one"
                )
        return problems

    def unused(self, regions: Sequence[str]) -> Conflicts:
        """Return subscriptions without a foundation topic, and those that it can't admit in each Region."""
        text = "has no effect: an existing topic has subscriptions of its own"
        without_effect: Conflicts = {
            (f"{kind}subscriptions",): Problem("DW161", text, value=len(given), fix=f"remove them, or {kind}topic_arn")
            for kind, arn, given in self._topics
            if arn and given and len(regions) == 1
        }
        return without_effect or {
            (f"{kind}subscriptions", number, "endpoint"): must_be(
                "DW163",
                f"a queue, an address or a number: the topics in {', '.join(regions)} can't call one function",
                subscription.endpoint,
                fix="subscribe a queue that the function reads",
            )
            for kind, number, subscription, _ in self._receivers
            if subscription.protocol == "lambda" and len(regions) > 1
        }

    @property
    def _topics(self) -> list[tuple[str, str | None, tuple[Subscription, ...]]]:
        """Prefix of the settings' names, existing topic, and subscriptions of each topic."""
        return [("", self.topic_arn, self.subscriptions), ("ticket_", self.ticket_topic_arn, self.ticket_subscriptions)]

    @property
    def _receivers(self) -> list[tuple[str, int, Subscription, tuple[Subscription, ...]]]:
        """Each subscription with its topic, its position, and the subscriptions before it."""
        return [
            (kind, number, subscription, given[:number])
            for kind, _, given in self._topics
            for number, subscription in enumerate(given)
        ]
