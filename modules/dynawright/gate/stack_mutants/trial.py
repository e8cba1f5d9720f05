"""Try the gate on generated weakenings: how many harmful and harmless ones it finds."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from dynawright.gate.stack_mutants.budget import Budget
from dynawright.gate.stack_mutants.difference import Difference, differences
from dynawright.gate.stack_mutants.json_edits import JsonEdit, json_edits
from dynawright.gate.stack_mutants.judge import Weakened, by_checkov, by_rules
from dynawright.gate.stack_mutants.labels import label_of
from dynawright.gate.stack_mutants.own_json_labels import override


@dataclass(frozen=True)
class Verdict:
    """A mutant, its meaning, and the gate's findings."""

    name: str
    is_harmful: bool
    because: str
    caught_by: tuple[str, ...] = ()


@dataclass(frozen=True)
class Trial:
    """The gate's results on labelled weakenings."""

    verdicts: Sequence[Verdict] = ()
    unlabelled: Sequence[str] = field(default=())
    """Differences without a label."""

    @property
    def harmful(self) -> list[Verdict]:
        return [verdict for verdict in self.verdicts if verdict.is_harmful]

    @property
    def harmless(self) -> list[Verdict]:
        return [verdict for verdict in self.verdicts if not verdict.is_harmful]

    @property
    def missed(self) -> list[Verdict]:
        return [verdict for verdict in self.harmful if not verdict.caught_by]

    @property
    def alarms(self) -> list[Verdict]:
        """Return the harmless ones that the gate refuses."""
        return [verdict for verdict in self.harmless if verdict.caught_by]

    @property
    def passes(self) -> bool:
        """Whether at least 99 % of the harmful and at most 1 % of the harmless ones are found."""
        return len(self.missed) * 100 <= len(self.harmful) and len(self.alarms) * 100 <= len(self.harmless)

    @property
    def figures(self) -> str:
        """Catch rate and false alarms."""
        caught = len(self.harmful) - len(self.missed)
        return f"{caught} of {len(self.harmful)} harmful ones caught, {len(self.alarms)} of {len(self.harmless)} harmless ones refused"

    @property
    def lines(self) -> Iterator[str]:
        """Yield both figures, then each miss and each false alarm."""
        yield self.figures
        yield from (f"  missed: {verdict.name} ({verdict.because})" for verdict in self.missed)
        yield from (f"  false alarm: {alarm.name} ({alarm.because}): {', '.join(alarm.caught_by)}" for alarm in self.alarms)
        yield from (f"  without a label: {difference}" for difference in self.unlabelled)


def together(trials: Iterable[Trial]) -> Trial:
    """Return several trials as one."""
    every = list(trials)
    return Trial([item for trial in every for item in trial.verdicts], [item for trial in every for item in trial.unlabelled])


def meaning(changes: Sequence[Difference]) -> tuple[bool, str] | Difference | None:
    """Return whether differences are harmful and why.

    An unlabelled difference takes precedence; None if there are no differences, or it depends.
    """
    labels = [(difference, label_of(difference)) for difference in changes]
    if missing := next((difference for difference, label in labels if label is None), None):
        return missing
    known = [label for _, label in labels if label is not None]
    if harmful := next((label for label in known if label.is_harmful), None):
        return True, harmful.because
    if (
        not known
        or any(label.is_harmful is None for label in known)
        or any(difference.kind == "gone" and difference.path for difference in changes)
    ):
        return None  # what constructs always write must be there, even if AWS has a default
    return False, known[0].because


def tried_on_json(
    stacks: Iterable[Any], *, kinds: int | None = None, each: int = 1, seed: int = 17, budget: Budget | None = None
) -> Trial:
    """Try a random sample of edits: `each` per kind, of all or `kinds` kinds."""
    verdicts: list[Verdict] = []
    unlabelled: list[str] = []
    survivors: list[Weakened] = []
    for stack, edit in (budget or Budget()).within("weakened JSON", _sampled(stacks, kinds, each, seed)):
        content = edit.applied_to(stack.content)
        name = f"{edit.kind}, at {stack.document.name} {edit.name}"
        label = meaning(list(differences(stack.content, content)))
        if isinstance(label, Difference):
            unlabelled.append(str(label))
            continue
        label = override(edit, stack.content["resource"][edit.type][edit.name], label)
        if label is not None and (label[0] or edit.may_be_harmless):
            weakened = Weakened(name, stack.document.name, content, stack.document.intent)
            verdicts.append(Verdict(name, *label, by_rules(weakened)))
            survivors += [] if verdicts[-1].caught_by else [weakened]
    return Trial(with_checkov(verdicts, survivors), unlabelled)


def with_checkov(verdicts: Sequence[Verdict], survivors: Sequence[Weakened]) -> list[Verdict]:
    """Let checkov judge what the rules passed."""
    by_name = by_checkov(survivors)
    return [
        Verdict(verdict.name, verdict.is_harmful, verdict.because, verdict.caught_by or by_name.get(verdict.name, ()))
        for verdict in verdicts
    ]


def _sampled(stacks: Iterable[Any], kinds: int | None, each: int, seed: int) -> list[tuple[Any, JsonEdit]]:
    pick = random.Random(seed)  # noqa: S311
    every: dict[str, list[tuple[Any, JsonEdit]]] = {}
    for stack in stacks:
        for edit in json_edits(stack.content):
            every.setdefault(edit.kind, []).append((stack, edit))
    chosen = sorted(every) if kinds is None else sorted(pick.sample(sorted(every), min(kinds, len(every))))
    return [case for kind in chosen for case in pick.sample(every[kind], min(each, len(every[kind])))]
