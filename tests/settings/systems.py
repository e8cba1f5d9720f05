"""Three small systems to set something for."""

from typing import Any, ClassVar

from pydantic import Field

from dynawright.errors import must_be
from dynawright.settings import Environment, Settings, StreamSettings, SystemSettings, environment_class, validated
from dynawright.settings.discovered import with_functions
from dynawright.settings.problem import Conflicts

MINIMAL = """\
name: test
project: acme
account_id: "123456789012"
region: eu-west-1
state: {bucket: test-state}
"""
REQUIRED: dict[str, Any] = {
    "name": "test",
    "project": "acme",
    "account_id": "123456789012",
    "region": "eu-west-1",
    "state": {"bucket": "test-state"},
}


class Report(Settings):
    """A group that only one system has."""

    pages: int = Field(default=1, ge=1, le=9, description="How many pages.")
    words: int = Field(default=100, ge=1, le=999, description="How many words.")

    def conflicts(self, region: str | None = None) -> Conflicts:
        fits = self.words <= self.pages * 100
        return {} if fits else {("words",): must_be("DW199", f"at most {self.pages * 100}", self.words)}


class OrdersStreams(StreamSettings):
    """A job of a function has settings, but no dials."""

    report: Report = Field(default_factory=Report.unwritten, description="A job.")


class Orders(SystemSettings):
    """Has functions, a job with settings, and a group of its own."""

    streams: OrdersStreams = Field(default_factory=OrdersStreams.unwritten, description="Functions.")
    report: Report = Field(default_factory=Report.unwritten, description="A group of its own.")


class Flags(SystemSettings):
    """Builds everything that is optional."""

    builds: ClassVar = ("audit", "network", "cache", "export")


class Agents(SystemSettings):
    """Builds a network."""

    builds: ClassVar = ("network",)


CLASSES: dict[str, type[SystemSettings]] = {
    "agents": Agents,
    "flags": Flags,
    "orders": with_functions(Orders, "orders", ("audit_log", "stream_jobs")),
}
SETTINGS: type[Environment] = environment_class(CLASSES)


def environment(**settings: Any) -> Environment:
    """Return an environment of these systems with these settings."""
    return validated(REQUIRED | settings, SETTINGS)
