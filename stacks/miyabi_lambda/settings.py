"""What only the agent platform has."""

from typing import ClassVar

from pydantic import Field

from dynawright.settings import ChangeCaptureSettings, StreamSettings, SystemSettings


class EntityEvents(StreamSettings):
    """Publishes changes of entities to EventBridge."""

    enabled: bool = Field(default=False, description="Whether the function is built.")


class MiyabiLambdaStreams(StreamSettings):
    """The agent platform's function."""

    entity_events: EntityEvents = Field(default_factory=EntityEvents.unwritten, description="Publishes changes to EventBridge.")


class MiyabiLambdaSettings(SystemSettings):
    """The agent platform's data."""

    builds: ClassVar = ("network", "cache")
    streams: MiyabiLambdaStreams = Field(
        default_factory=MiyabiLambdaStreams.unwritten, description="Functions that read the stream."
    )
    change_capture: ChangeCaptureSettings = Field(
        default_factory=ChangeCaptureSettings.unwritten, description="The table's changes in Kinesis."
    )
