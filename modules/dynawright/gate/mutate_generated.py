"""Catch rate and false alarms on generated weakenings and plan changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dynawright.gate.gate import Stack
from dynawright.gate.plan_mutants import trial as plan_trial
from dynawright.gate.stack_mutants.application import Application
from dynawright.gate.stack_mutants.budget import Budget
from dynawright.gate.stack_mutants.source_trial import PLACES, SourceTrial, tried_in_sources
from dynawright.gate.stack_mutants.trial import Trial, together, tried_on_json

SEED = 17
JSON, PLANS = "json", "plans"
PARTS = (JSON, *PLACES, PLANS)
"""Where weakenings are generated."""


@dataclass(frozen=True)
class Sample:
    """How much of what can be generated is tried; None is everything."""

    kinds: int | None = None
    """Kinds of JSON edits, each in one place."""
    each: int = 10_000
    """Labelled edits of each kind of source."""
    per_kind: int | None = None
    """Targets of each kind of plan change."""
    parts: Sequence[str] = PARTS
    seed: int = SEED
    minutes: float | None = None


@dataclass(frozen=True)
class Generated:
    """Results of a sample: weakened JSON, weakened sources, and changed plans."""

    in_json: Trial
    in_sources: SourceTrial
    plans: plan_trial.Trial
    left_out: int = 0
    """How many mutants there was no time for."""

    @property
    def gate(self) -> Trial:
        """Weakened JSON and sources together."""
        return together((self.in_json, *self.in_sources.places.values()))

    @property
    def passes(self) -> bool:
        """Whether 99 % of the harmful changes of plans are refused, and at most 1 % of the harmless ones."""
        return self.plans.passes

    @property
    def lines(self) -> Iterator[str]:
        """Catch rate and false alarms, together and by place, then what was missed."""
        if self.gate.verdicts or self.gate.unlabelled:
            yield f"gate, generated weakenings: {_rates(self.gate)}"
            for place, trial in ((JSON, self.in_json), *self.in_sources.places.items()):
                if trial.verdicts:
                    yield f"  {place}: {trial.figures}"
            yield (
                f"  of edited sources, synthesis refused {len(self.in_sources.refused)}, {self.in_sources.broken} don't run, and "
                f"{self.in_sources.without_effect} change nothing that counts"
            )
            yield from list(self.gate.lines)[1:]
        yield from self.plans.lines if self.plans.harmful else ()
        if self.left_out:
            yield f"There was no time for {self.left_out} more."


def _rates(trial: Trial) -> str:
    caught = len(trial.harmful) - len(trial.missed)
    return (
        f"catch rate {100 * caught / max(1, len(trial.harmful)):.1f} %, "
        f"false alarms {100 * len(trial.alarms) / max(1, len(trial.harmless)):.1f} %"
    )


def generated(stacks: Sequence[Stack], environment: str, sample: Sample) -> Generated:
    """Try a sample: weakened JSON and plans of the stacks, and weakened sources of the application."""
    budget = Budget(sample.minutes)
    in_json, in_sources, plans = Trial(), SourceTrial(), plan_trial.Trial()
    if PLANS in sample.parts:
        changed = plan_trial.plans_of(stacks)
        plans = plan_trial.tried(changed, per_kind=sample.per_kind, seed=sample.seed, budget=budget)
    if JSON in sample.parts:
        in_json = tried_on_json(stacks, kinds=sample.kinds, seed=sample.seed, budget=budget)
    if places := [place for place in sample.parts if place in PLACES]:
        with Application.copied(environment) as application:
            in_sources = tried_in_sources(application, each=sample.each, seed=sample.seed, places=places, budget=budget)
    return Generated(in_json, in_sources, plans, budget.left_out)
