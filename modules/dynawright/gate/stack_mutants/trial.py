"""Try the gate on generated weakenings: how many harmful ones it finds, and how many harmless ones."""

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
    """One mutant: what it means, and what the gate says of it."""

    name: str
    is_harmful: bool
    because: str
    caught_by: tuple[str, ...] = ()


@dataclass(frozen=True)
class Trial:
    """What the gate said of labelled weakenings."""

    verdicts: Sequence[Verdict] = ()
    unlabelled: Sequence[str] = field(default=())
    """Differences of which nothing is said."""

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
        """Harmless ones that the gate refuses."""
        return [verdict for verdict in self.harmless if verdict.caught_by]

    @property
    def passes(self) -> bool:
        """At least 99 % of the harmful ones are found, at most 1 % of the harmless ones."""
        return len(self.missed) * 100 <= len(self.harmful) and len(self.alarms) * 100 <= len(self.harmless)

    @property
    def figures(self) -> str:
        """Catch rate and false alarms."""
        caught = len(self.harmful) - len(self.missed)
        return f"{caught} of {len(self.harmful)} harmful ones caught, {len(self.alarms)} of {len(self.harmless)} harmless ones refused"

    @property
    def lines(self) -> Iterator[str]:
        """Both figures, then each miss and each false alarm."""
        yield self.figures
        yield from (f"  missed: {verdict.name} ({verdict.because})" for verdict in self.missed)
        yield from (f"  false alarm: {alarm.name} ({alarm.because}): {', '.join(alarm.caught_by)}" for alarm in self.alarms)
        yield from (f"  without a label: {one}" for one in self.unlabelled)


def together(trials: Iterable[Trial]) -> Trial:
    """Return several trials as one."""
    every = list(trials)
    return Trial([one for trial in every for one in trial.verdicts], [one for trial in every for one in trial.unlabelled])


def meaning(found: Sequence[Difference]) -> tuple[bool, str] | Difference | None:
    """Return whether differences are harmful and why.

    The first unlabelled difference comes first; None if there are none, or it depends.
    """
    labels = [(difference, label_of(difference)) for difference in found]
    if missing := next((difference for difference, label in labels if label is None), None):
        return missing
    known = [label for _, label in labels if label is not None]
    if harmful := next((label for label in known if label.is_harmful), None):
        return True, harmful.because
    if (
        not known
        or any(label.is_harmful is None for label in known)
        or any(difference.kind == "gone" and difference.path for difference in found)
    ):
        return (
            None  # what constructs always write must be there, whatever AWS makes of nothing: there is no reason to leave it out
        )
    return False, known[0].because


def tried_on_json(
    stacks: Iterable[Any], *, kinds: int | None = None, each: int = 1, seed: int = 17, budget: Budget | None = None
) -> Trial:
    """Try so many edits of each kind, or of so many kinds, each on a resource that is chosen by chance."""
    verdicts: list[Verdict] = []
    unlabelled: list[str] = []
    survivors: list[Weakened] = []
    for stack, edit in (budget or Budget()).within("weakened JSON", _sampled(stacks, kinds, each, seed)):
        content = edit.applied_to(stack.content)
        name = f"{edit.kind}, at {stack.document.name} {edit.name}"
        said = meaning(list(differences(stack.content, content)))
        if isinstance(said, Difference):
            unlabelled.append(str(said))
            continue
        said = override(edit, stack.content["resource"][edit.type][edit.name], said)
        if said is not None and (said[0] or edit.may_be_harmless):
            weakened = Weakened(name, stack.document.name, content, stack.document.intent)
            verdicts.append(Verdict(name, *said, by_rules(weakened)))
            survivors += [] if verdicts[-1].caught_by else [weakened]
    return Trial(with_checkov(verdicts, survivors), unlabelled)


def with_checkov(verdicts: Sequence[Verdict], survivors: Sequence[Weakened]) -> list[Verdict]:
    """Ask checkov about what the rules passed."""
    found = by_checkov(survivors)
    return [
        Verdict(verdict.name, verdict.is_harmful, verdict.because, verdict.caught_by or found.get(verdict.name, ()))
        for verdict in verdicts
    ]


def _sampled(stacks: Iterable[Any], kinds: int | None, each: int, seed: int) -> list[tuple[Any, JsonEdit]]:
    pick = random.Random(seed)  # noqa: S311
    every: dict[str, list[tuple[Any, JsonEdit]]] = {}
    for stack in stacks:
        for edit in json_edits(stack.content):
            every.setdefault(edit.kind, []).append((stack, edit))
    chosen = sorted(every) if kinds is None else sorted(pick.sample(sorted(every), min(kinds, len(every))))
    return [one for kind in chosen for one in pick.sample(every[kind], min(each, len(every[kind])))]
