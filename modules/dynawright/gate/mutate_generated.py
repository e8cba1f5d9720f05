"""Generated weakenings and plan changes in numbers: catch rate and false alarms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dynawright.gate.gate import Stack
from dynawright.gate.plan_mutants import trial as plan_trial
from dynawright.gate.stack_mutants.application import Application
from dynawright.gate.stack_mutants.source_trial import SourceTrial, tried_in_sources
from dynawright.gate.stack_mutants.trial import Trial, tried_on_json

SEED = 17


@dataclass(frozen=True)
class Generated:
    """What became of a sample: weakened JSON, weakened sources, and changed plans."""

    in_json: Trial
    in_sources: SourceTrial
    plans: plan_trial.Trial

    @property
    def gate(self) -> Trial:
        """Both kinds of weakenings together."""
        parts = (self.in_json, self.in_sources.trial)
        return Trial(
            [verdict for part in parts for verdict in part.verdicts],
            [difference for part in parts for difference in part.unlabelled],
        )

    @property
    def lines(self) -> list[str]:
        """Catch rate and false alarms of both, what was missed, and where the weakenings were made."""
        places = ", ".join(f"{count} in {place}" for place, count in self.in_sources.places.items())
        made = (
            f"{len(self.in_json.verdicts)} in the JSON, {places}; {len(self.in_sources.refused)} more were refused at synthesis"
        )
        return [f"gate, generated weakenings ({made}): {_rates(self.gate)}", *self.gate.lines, *self.plans.lines]


def _rates(trial: Trial) -> str:
    caught = len(trial.harmful) - len(trial.missed)
    return (
        f"catch rate {100 * caught / max(1, len(trial.harmful)):.1f} %, "
        f"false alarms {100 * len(trial.alarms) / max(1, len(trial.harmless)):.1f} %"
    )


def generated(stacks: Sequence[Stack], environment: str, *, kinds: int | None, each: int, per_kind: int | None) -> Generated:
    """How many kinds of JSON edits, edits per kind of source, and targets per plan change to try."""
    with Application.copied(environment) as application:
        in_sources = tried_in_sources(application, each=each, seed=SEED)
    in_json = tried_on_json(stacks, kinds=kinds, seed=SEED)
    return Generated(in_json, in_sources, plan_trial.tried(plan_trial.plans_of(stacks), per_kind=per_kind, seed=SEED))
