"""Deploy roles that cover more or fewer systems: what they must allow follows from the list of systems, and is no finding.

The guard compares in three steps. What a role allowed with what it must allow for the systems that it covered, by today's code:
a difference is judged. That with what it must allow for the systems of today: this is growth, told in a line. That with what it
will allow: a difference is judged again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from dynawright.constructs.deploy_names import DEPLOY_ROLE, PLAN_ROLE, SystemNames
from dynawright.constructs.deploy_statements import DeployStatements, covered_stems
from dynawright.guard.document import Grant, grants
from dynawright.iam.policy import document
from dynawright.settings import Environment
from dynawright.systems import FOUNDATION, systems


@dataclass(frozen=True)
class Growth:
    """What one role must allow for the systems that it covered before, and for those of today."""

    old: set[Grant]
    new: set[Grant]
    notes: tuple[str, ...]


@dataclass(frozen=True)
class DeployCoverage:
    """The systems of today, which an environment's deploy roles must cover."""

    environment: Environment
    systems: Sequence[SystemNames]

    def growth(self, role_name: object, before: Collection[Grant]) -> Growth | None:
        """Return how a role that allowed `before` grows; None if it is no deploy role, or covers the same systems as before."""
        kind = {self.environment.shared_name(name): name for name in (PLAN_ROLE, DEPLOY_ROLE)}.get(str(role_name))
        known = {system.stem: system for system in self.systems}
        stems = covered_stems((grant.resource for grant in before), self.environment)
        if kind is None or stems == set(known):
            return None
        # Of a system that is gone, the stem is all that is known; it tells what was denied, and only that matters.
        old = [known.get(stem) or SystemNames(stem.replace("-", "_"), stem) for stem in sorted(stems)]
        return Growth(self._expected(kind, old), self._expected(kind, self.systems), tuple(self._notes(kind, old)))

    def _expected(self, kind: str, systems: Sequence[SystemNames]) -> set[Grant]:
        repository = self.environment.deployment.repository or ""
        statements = DeployStatements(environment=self.environment, repository=repository, systems=systems)
        return grants(document(statements.plan() if kind == PLAN_ROLE else statements.deploy()))

    def _notes(self, kind: str, old: Sequence[SystemNames]) -> Iterator[str]:
        role = "plan role" if kind == PLAN_ROLE else "deploy role"
        before, now = ({names.system for names in group} for group in (old, self.systems))
        yield from (f"{role} now covers system {name}" for name in sorted(now - before))
        yield from (f"{role} no longer covers system {name}" for name in sorted(before - now))


def coverage_of(stack: str, environment: Environment) -> DeployCoverage | None:
    """Return what the stack's deploy roles must cover; only the foundation has them, where a repository deploys."""
    if stack != FOUNDATION or not environment.deployment.repository:
        return None
    return DeployCoverage(environment, [SystemNames.of(system, environment) for system in systems()])
