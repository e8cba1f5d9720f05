"""Settings of Lambda functions that read streams; with the defaults, no record is lost.

They can be set in three places, of which the most specific wins: the environment's `streams`, a system's `streams`, and there
under the function's name.
"""

from typing import Literal

from pydantic import Field

from dynawright.errors import must_be
from dynawright.settings.alarms import SECONDS_TO_RING, AlarmSettings
from dynawright.settings.base import Settings, allowed, laid_over
from dynawright.settings.problem import Conflicts, below

SECONDS_OF_A_DAY = 86_400
"""The time for which a stream keeps its records."""


class StreamSettings(Settings):
    """Batching, retries, memory and concurrency of stream functions."""

    batch_size: int = Field(default=100, ge=1, le=10_000, description="The most records that one invocation gets.")
    batch_window_seconds: int = Field(default=5, ge=0, le=300, description="How long records are gathered for a batch.")
    starting_position: Literal["TRIM_HORIZON", "LATEST"] = Field(
        default="TRIM_HORIZON",
        description="Where a new mapping begins: with the oldest record of the stream, or with those that come once it is polled, "
        "which may be minutes after it was made.",
    )
    parallelization: int = Field(
        default=1, ge=1, le=10, description="Invocations per shard at a time; the items of one partition key stay in order."
    )
    retries: int = Field(default=3, ge=0, le=10_000, description="How often a failed batch is tried again.")
    record_age_seconds: int = Field(
        default=3600,
        ge=60,
        le=SECONDS_OF_A_DAY - 1,
        description="The age at which a record is given up, below the 24 hours after which the stream forgets it.",
    )
    bisect_on_error: bool = Field(default=True, description="A batch that fails is halved, until the bad record is alone.")
    failure_destination: Literal["s3", "sqs", "sns"] = Field(
        default="s3",
        description="Where a record goes that was given up: S3 keeps the whole of it, SQS and SNS only its place in the stream.",
    )
    failure_retention_days: int = Field(
        default=90, ge=1, le=3650, description="Days that S3 keeps records that were given up; SQS keeps them 14."
    )
    memory_mb: int = Field(default=256, ge=128, le=10_240, description="Memory of the function; its share of a CPU follows.")
    timeout_seconds: int = Field(
        default=60,
        ge=10,
        le=900,
        description="How long one invocation may take; it begins no record in its last 3 seconds, which it keeps to answer in.",
    )
    reserved_concurrency: int | None = Field(
        default=10,
        ge=1,
        le=1000,
        description="The most invocations at a time, taken from the account's; null shares what the account has.",
        json_schema_extra=allowed("a whole number from 1 to 1000, or null to reserve none"),
    )

    @property
    def functions(self) -> list[str]:
        """The functions with their own settings; only a system's class has any."""
        return [name for name in type(self).model_fields if isinstance(getattr(self, name), StreamSettings)]

    def of_function(self, name: str) -> "StreamSettings":
        """Return the settings of a function: these, overridden by the function's own."""
        dials = StreamSettings.model_construct(**{name: self.written[name] for name in DIALS if name in self.written})
        return laid_over(dials, getattr(self, name)) if name in self.functions else dials

    def conflicts(self, region: str | None = None) -> Conflicts:
        """Return conflicts of the environment or, if it has none, of single functions."""
        own = self._contradicting_dials()
        for name in type(self).model_fields if not own else ():
            value = getattr(self, name)
            if isinstance(value, StreamSettings):
                own |= below((name,), self.of_function(name)._contradicting_dials())
            elif isinstance(value, Settings):
                own |= below((name,), value.conflicts(region))
        return own

    def silent_losses(self, alarms: AlarmSettings) -> Conflicts:
        """Return functions that give up records before the alarm on their age can fire."""
        needed = alarms.iterator_age_seconds + SECONDS_TO_RING
        ages = {name: self.of_function(name).record_age_seconds for name in self.functions} if alarms.level != "none" else {}
        limit = f"more than {needed}: alarms.iterator_age_seconds and the {SECONDS_TO_RING} seconds that its alarm looks at"
        fix = "raise it, or lower iterator_age_seconds; else records are given up before the alarm sends a message"
        return {
            (name, "record_age_seconds"): must_be("DW152", limit, age, fix=fix) for name, age in ages.items() if age <= needed
        }

    def _contradicting_dials(self) -> Conflicts:
        problems: Conflicts = {}
        longest = self.batch_window_seconds + self.timeout_seconds
        if self.record_age_seconds <= longest:
            limit = f"more than {longest}: batch_window_seconds and timeout_seconds together"
            fix = "raise it; else records are given up before they are tried"
            problems[("record_age_seconds",)] = must_be("DW150", limit, self.record_age_seconds, fix=fix)
        if self.reserved_concurrency is not None and self.parallelization > self.reserved_concurrency:
            limit = f"at most reserved_concurrency, {self.reserved_concurrency}"
            problems[("parallelization",)] = must_be("DW151", limit, self.parallelization, fix="lower it, or reserve more")
        return problems


DIALS = tuple(StreamSettings.model_fields)
