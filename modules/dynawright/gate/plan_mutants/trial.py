"""Try the guard on generated plan changes: how many harmful and harmless ones it refuses.

For `dynawright mutate`: `tried(plans_of(stacks))` returns a Trial with the counts, the misses and the false alarms; its
`lines` format them. With `per_kind=1` each kind of change is tried on one target, which takes seconds; every case of an
environment takes half a minute.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dynawright.gate.plan_mutants.cases import Case, cases
from dynawright.gate.plan_mutants.stack_plan import StackPlan
from dynawright.gate.stack_mutants.budget import Budget
from dynawright.guard.change import Change
from dynawright.guard.guard import findings
from dynawright.guard.plan import changes


@dataclass(frozen=True)
class Trial:
    """The guard's results on labelled changes."""

    harmful: int = 0
    harmless: int = 0
    missed: Sequence[Case] = ()
    """Harmful changes that it allowed."""
    alarms: Sequence[tuple[Case, Sequence[str]]] = ()
    """Harmless changes that it refused, with its findings."""
    kinds: Mapping[str, int] = field(default_factory=dict)
    """Kind of change → number of targets tried."""

    @property
    def passes(self) -> bool:
        """Whether at least 99 % of the harmful and at most 1 % of the harmless changes are refused."""
        return len(self.missed) * 100 <= self.harmful and len(self.alarms) * 100 <= self.harmless

    @property
    def lines(self) -> Iterator[str]:
        """Yield both figures, then each miss and each false alarm."""
        yield (
            f"plan guard: {self.harmful - len(self.missed)} of {self.harmful} harmful changes refused, "
            f"{len(self.alarms)} of {self.harmless} harmless ones"
        )
        yield from (f"  missed: {case.name} ({case.because})" for case in self.missed)
        yield from (f"  false alarm: {case.name} ({case.because}): {', '.join(names)}" for case, names in self.alarms)


def plans_of(stacks: Iterable[Any]) -> list[StackPlan]:
    """Return plans of the gate's stacks."""
    return [StackPlan(stack.document.name, stack.content) for stack in stacks]


def tried(stacks: Iterable[StackPlan], *, per_kind: int | None = None, seed: int = 17, budget: Budget | None = None) -> Trial:
    """Judge every case, or a random sample of each kind of change."""
    harmful = harmless = 0
    missed: list[Case] = []
    alarms: list[tuple[Case, Sequence[str]]] = []
    kinds: dict[str, int] = {}
    unchanged: dict[str, list[Change]] = {}
    for case in (budget or Budget()).within("changed plans", _sampled(cases(stacks), per_kind, seed)):
        if case.stack.name not in unchanged:
            unchanged[case.stack.name] = _unchanged(case.stack)
        names = found(case, unchanged[case.stack.name])
        kinds[case.kind] = kinds.get(case.kind, 0) + 1
        if case.is_harmful:
            harmful += 1
            missed += [] if names else [case]
        else:
            harmless += 1
            alarms += [(case, names)] if names else []
    return Trial(harmful, harmless, missed, alarms, kinds)


def found(case: Case, unchanged: Sequence[Change]) -> list[str]:
    """Return the names of the guard's findings in a case."""
    plan: dict[str, Any] = {"resource_changes": [] if case.deferred else list(case.entries)}
    if case.deferred:
        plan["deferred_changes"] = [{"reason": "unknown", "resource_change": entry} for entry in case.entries]
    if case.commands:
        provisioners = [{"type": name} for name in case.commands]
        written = [{"address": entry["address"], "provisioners": provisioners} for entry in case.entries]
        plan["configuration"] = {"root_module": {"resources": written}}
    changed = changes(plan)
    addresses = {resource.address for resource in changed}
    return [
        finding.name for finding in findings([*changed, *(change for change in unchanged if change.address not in addresses)])
    ]


def _unchanged(stack: StackPlan) -> list[Change]:
    return changes({"resource_changes": [stack.entry(address, values, "no-op") for address, values in stack.resources.items()]})


def _sampled(every: Iterable[Case], per_kind: int | None, seed: int) -> list[Case]:
    kinds: dict[str, list[Case]] = {}
    for case in every:
        kinds.setdefault(case.kind, []).append(case)
    pick = random.Random(seed)  # noqa: S311
    groups = (pick.sample(group, min(len(group), per_kind or len(group))) for group in kinds.values())
    return sorted((case for group in groups for case in group), key=lambda case: case.name)
