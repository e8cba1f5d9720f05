"""Deploy roles that cover more or fewer systems or Regions: a consequence, not a finding.

The guard compares in three steps: the rights that a role had with those today's code gives for the systems and Regions
it covered (a difference is judged); those with today's systems and Regions (this is growth, reported in a line); and
those with the rights it will have (a difference is judged again).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from dynawright.constructs.deploy_names import DEPLOY_ROLE, PLAN_ROLE, SystemNames, covered_regions, covered_stems
from dynawright.constructs.deploy_statements import DeployStatements
from dynawright.guard.document import Grant, grants
from dynawright.iam.policy import document
from dynawright.settings import Environment
from dynawright.systems import FOUNDATION, systems


@dataclass(frozen=True)
class Growth:
    """The rights one role needs for the systems and Regions it covered before, and for those of today."""

    old: set[Grant]
    new: set[Grant]
    notes: tuple[str, ...]


@dataclass(frozen=True)
class DeployCoverage:
    """The current systems, which an environment's deploy roles must cover."""

    environment: Environment
    systems: Sequence[SystemNames]

    def growth(self, role_name: object, before: Collection[Grant]) -> Growth | None:
        """Return how a role grew since `before`; None if it deploys nothing or covers the same."""
        kind = {self.environment.shared_name(name): name for name in (PLAN_ROLE, DEPLOY_ROLE)}.get(str(role_name))
        if kind is None:
            return None
        known = {system.stem: system for system in self.systems}
        stems = covered_stems((grant.resource for grant in before), self.environment)
        now_in = set(self.environment.regions)
        was_in = covered_regions((grant.resource for grant in before), self.environment) or now_in
        if (stems, was_in) == (set(known), now_in):
            return None
        # of a removed system only the stem is known, which is enough to compare what was denied
        old = [known.get(stem) or SystemNames(stem.replace("-", "_"), stem) for stem in sorted(stems)]
        before_and_now = [{names.system for names in group} for group in (old, self.systems)]
        notes = (*_notes(kind, "system", *before_and_now), *_notes(kind, "Region", was_in, now_in))
        return Growth(self._expected(kind, old, was_in), self._expected(kind, self.systems, now_in), notes)

    def _expected(self, kind: str, systems: Sequence[SystemNames], regions: Iterable[str]) -> set[Grant]:
        statements = DeployStatements(
            environment=self.environment,
            repository=self.environment.deployment.repository or "",
            systems=systems,
            regions=sorted(regions),
        )
        return grants(document(statements.plan() if kind == PLAN_ROLE else statements.deploy()))


def _notes(kind: str, what: str, before: set[str], now: set[str]) -> Iterator[str]:
    role = "plan role" if kind == PLAN_ROLE else "deploy role"
    yield from (f"{role} now covers {what} {name}" for name in sorted(now - before))
    yield from (f"{role} no longer covers {what} {name}" for name in sorted(before - now))


def coverage_of(stack: str, environment: Environment) -> DeployCoverage | None:
    """Return what the deploy roles must cover; only a foundation with deployment has them."""
    if stack != FOUNDATION or not environment.deployment.repository:
        return None
    return DeployCoverage(environment, [SystemNames.of(system, environment) for system in systems()])
