"""Applications whose access is proven: this repository's and a small one with everything once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from dynawright.model import Consumer, System
from dynawright.settings import Environment, environment_names, load_named, validated
from dynawright.synthesis import synthesize
from dynawright.systems import stacks_in, systems
from tests import applications
from tests.access.expected import expected_of
from tests.access.synthesized import Stack, loaded

ROOT = applications.ROOT


@dataclass(frozen=True)
class Application:
    name: str

    @property
    def folder(self) -> Path:
        return ROOT if self == REFERENCE else applications.complete()

    def _entered(self) -> AbstractContextManager[None]:
        return nullcontext() if self == REFERENCE else applications.inside(self.folder)

    @property
    def systems(self) -> tuple[System, ...]:
        with self._entered():
            return systems()

    @property
    def environments(self) -> list[str]:
        """Return those whose functions keep failed records in buckets, as these tests expect."""
        with self._entered():
            return [name for name in environment_names() if self == REFERENCE or name != "full"]

    def environment(self, name: str, **changed: Any) -> Environment:
        """Return an environment of the application, with other settings where `changed` has some."""
        with self._entered():
            written = load_named(name).model_dump(exclude_unset=True)
            return validated(merged(written, changed))

    def synthesize(self, environment: Environment, outdir: Path, system: str | None = None) -> None:
        """Write the stacks of an environment, or one of them."""
        with self._entered():
            synthesize(environment, system=system, outdir=outdir)

    def built(self, environment: Environment, system: str | None = None) -> dict[str, Stack]:
        """Return the stacks of an environment, or one of them, by name."""
        with self._entered(), TemporaryDirectory() as outdir:
            self.synthesize(environment, Path(outdir), system)
            names = stacks_in(environment) if system is None else (system,)
            return {name: loaded(environment, name, Path(outdir), self.folder / "stacks") for name in names}


REFERENCE, COMPLETE = Application("reference"), Application("complete")
BOTH = (REFERENCE, COMPLETE)
PLACES = [(application, name) for application in BOTH for name in application.environments]
"""Every environment of both."""


@cache
def stacks(application: Application, environment: str) -> dict[str, Stack]:
    """Return an environment's stacks by name, parsed once."""
    return application.built(application.environment(environment))


def consumers() -> Iterator[tuple[Application, System, Consumer]]:
    """Yield every consumer that has a role, tenants' sessions excepted."""
    for application in BOTH:
        for system in application.systems:
            for consumer in system.consumers:
                if consumer.tenant_key is None and consumer.name not in expected_of(system.name).without_role:
                    yield application, system, consumer


def merged(settings: Mapping[str, Any], changed: Mapping[str, Any]) -> dict[str, Any]:
    """Lay settings over others, group by group."""
    both = {**settings, **changed}
    nested = {
        name: merged(settings[name], value)
        for name, value in changed.items()
        if isinstance(value, Mapping) and isinstance(settings.get(name), Mapping)
    }
    return {**both, **nested}
