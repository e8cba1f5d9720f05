"""What an environment can set for the Lambda functions that read streams; the defaults lose nothing.

The same dials stand at three places, the nearer one wins: the environment's `streams`, a system's `streams`, and below that the function's own
name, where its own settings stand too.
"""

from typing import Literal
from urllib.parse import urlsplit

from pydantic import Field

from dynawright.settings.alarms import SECONDS_TO_RING, AlarmSettings
from dynawright.settings.base import Settings, allowed, laid_over
from dynawright.settings.errors import SettingsError
from dynawright.settings.problem import SettingPath

SECONDS_OF_A_DAY = 86_400
"""How long a stream keeps its records."""


class StreamSettings(Settings):
    """The dials of every function that reads a stream."""

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
        """The functions that have dials of their own; only a system's class has any."""
        return [name for name in type(self).model_fields if isinstance(getattr(self, name), StreamSettings)]

    def of_function(self, name: str) -> "StreamSettings":
        """The dials of one function: these, with the function's own laid over."""
        if name not in self.functions:
            there = f"there is {', '.join(self.functions)}" if self.functions else "there is none"
            raise SettingsError([f"the stream function '{name}' has no settings: {there}; add it to environments/streams.py"])
        written = {dial: value for dial, value in self.written.items() if dial in StreamSettings.model_fields}
        dials = StreamSettings.model_construct(**written)
        own: StreamSettings = getattr(self, name)
        return laid_over(dials, own)

    def conflicts(self, own_region: str | None = None) -> dict[SettingPath, str]:
        """Dials that are each allowed, but not together: these or else, where they are sound, those of single functions."""
        return self._own_conflicts() or {
            (function, *path): text
            for function in self.functions
            for path, text in self.of_function(function)._own_conflicts().items()
        }

    def mute_alarms(self, alarms: AlarmSettings) -> dict[SettingPath, str]:
        """Functions that give records up before the alarm on their age could ring."""
        needed = alarms.iterator_age_seconds + SECONDS_TO_RING
        ages = {name: self.of_function(name).record_age_seconds for name in self.functions} if alarms.level != "none" else {}
        return {
            (name, "record_age_seconds"): (
                f"{age} is not allowed: more than alarms.iterator_age_seconds and the {SECONDS_TO_RING} seconds that its alarm looks at, "
                f"together {needed}; else records are given up before anybody is told: raise it, or lower iterator_age_seconds"
            )
            for name, age in ages.items()
            if age <= needed
        }

    def _own_conflicts(self) -> dict[SettingPath, str]:
        found: dict[SettingPath, str] = {}
        longest = self.batch_window_seconds + self.timeout_seconds
        if self.record_age_seconds <= longest:
            found[("record_age_seconds",)] = (
                f"{self.record_age_seconds} is not allowed: more than batch_window_seconds and timeout_seconds together, "
                f"{longest}; else records are given up before they are tried"
            )
        if self.reserved_concurrency is not None and self.parallelization > self.reserved_concurrency:
            found[("parallelization",)] = (
                f"{self.parallelization} is not allowed: at most reserved_concurrency, {self.reserved_concurrency}; "
                "lower it or reserve more"
            )
        return found


class InventoryAlerts(Settings):
    """A job of the shop's stream_jobs: tells of stock that runs low, or out."""

    low_stock_threshold: int = Field(
        default=10, ge=1, le=1_000_000, description="A product whose stock falls to this number, or below, is low."
    )


class SearchSync(Settings):
    """A job of the shop's stream_jobs: keeps a search index current."""

    endpoint: str | None = Field(
        default=None,
        pattern="^https://[A-Za-z0-9.-]+(:[0-9]{1,5})?(/[A-Za-z0-9._~/-]*)?$",
        description="The search service, which takes OpenSearch's _bulk requests; null turns the function off.",
        json_schema_extra=allowed("an https URL, such as 'https://search.example.com', or null to turn it off"),
    )
    arn: str | None = Field(
        default=None,
        pattern="^arn:aws[a-z-]*:(es:[a-z0-9-]+:[0-9]{12}:domain/[a-z][a-z0-9-]{2,27}|aoss:[a-z0-9-]+:[0-9]{12}:collection/[a-z0-9]+)$",
        description="The domain or collection behind an endpoint of AWS's, which the function's role may then write to; a collection's "
        "data access policy must admit the role, too.",
        json_schema_extra=allowed(
            "the ARN of an OpenSearch domain or collection, such as 'arn:aws:es:eu-west-1:111111111111:domain/products', "
            "or null where the endpoint is not AWS's"
        ),
    )

    @property
    def service(self) -> Literal["es", "aoss"] | None:
        """The service of AWS's that the endpoint belongs to, as runtime/search.py signs requests for it."""
        host = urlsplit(self.endpoint or "").hostname or ""
        if not host.endswith(".amazonaws.com"):
            return None
        return "aoss" if ".aoss." in host else "es"

    def conflicts(self, own_region: str | None = None) -> dict[SettingPath, str]:
        named = self.arn.split(":")[2] if self.arn else None
        if named == self.service:
            return {}
        if named is None:
            need = f"the ARN of the {'collection' if self.service == 'aoss' else 'domain'} behind {self.endpoint}"
            return {("arn",): f"null is not allowed: {need}; else the function's role may not write to it"}
        whose = f"an endpoint of {self.service}" if self.service else "an endpoint that is not AWS's"
        return {("arn",): f"'{self.arn}' is not allowed: it does not belong to {whose}; give that one's ARN, or null"}


class EntityEvents(StreamSettings):
    """Publishes changes of entities to EventBridge."""

    enabled: bool = Field(default=False, description="Whether the function is built.")


class ShopStreams(StreamSettings):
    """The shop's two functions, and the settings of those jobs that the first one runs."""

    stream_jobs: StreamSettings = Field(
        default_factory=StreamSettings.unwritten, description="One reader for inventory alerts, daily sales and search sync."
    )
    audit_log: StreamSettings = Field(
        default_factory=StreamSettings.unwritten, description="Keeps every change, before and after."
    )
    inventory_alerts: InventoryAlerts = Field(
        default_factory=InventoryAlerts.unwritten, description="Tells of low and of no stock."
    )
    search_sync: SearchSync = Field(default_factory=SearchSync.unwritten, description="Keeps a search index current.")

    def conflicts(self, own_region: str | None = None) -> dict[SettingPath, str]:
        search = {("search_sync", *path): text for path, text in self.search_sync.conflicts(own_region).items()}
        return super().conflicts(own_region) | search


class MiyabiLambdaStreams(StreamSettings):
    """The agent platform's function."""

    entity_events: EntityEvents = Field(default_factory=EntityEvents.unwritten, description="Publishes changes to EventBridge.")


class MiyabiProgressStreams(StreamSettings):
    """The function of progress tracking."""

    project_metrics: StreamSettings = Field(
        default_factory=StreamSettings.unwritten, description="Keeps each project's figures current."
    )


class FeatureFlagsStreams(StreamSettings):
    """The function of the feature flags."""

    flag_audit: StreamSettings = Field(default_factory=StreamSettings.unwritten, description="Keeps who changed which flag.")
