"""What only progress tracking has."""

from typing import Annotated, ClassVar

from pydantic import Field

from dynawright.errors import must_be
from dynawright.settings import Settings, SystemSettings, allowed
from dynawright.settings.problem import Conflicts

AgentName = Annotated[
    str,
    Field(pattern="^[a-z][a-z0-9-]{0,30}$", json_schema_extra=allowed("lower-case letters, digits and hyphens, such as 'mugen'")),
]


class AgentSettings(Settings):
    """The agents that write logs. Each has a log group; removing an agent deletes its log."""

    names: tuple[AgentName, ...] = Field(
        default=("orchestrator", "mugen", "majin"),
        strict=False,  # YAML has lists, no tuples
        description="What the agents are called, in the names of their log groups too.",
    )

    def conflicts(self, region: str | None = None) -> Conflicts:
        return {
            ("names", number): must_be("DW116", "in the list once", name, fix="remove one")
            for number, name in enumerate(self.names)
            if name in self.names[:number]
        }


class MiyabiProgressSettings(SystemSettings):
    """Progress of tasks and projects."""

    builds: ClassVar = ("export",)
    agents: AgentSettings = Field(default_factory=AgentSettings.unwritten, description="The agents that write logs.")
