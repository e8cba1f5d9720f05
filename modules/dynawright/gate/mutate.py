"""Weaken the synthesized stacks one by one and check that the gate notices."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from dynawright.emulator.report import aligned
from dynawright.gate import scan
from dynawright.gate.gate import Stack, synthesized
from dynawright.gate.mutate_generated import Sample, generated
from dynawright.gate.mutation import Json, Mutation, NoTargetError
from dynawright.gate.mutations import MUTATIONS
from dynawright.gate.stack_mutants.judge import Weakened, by_rules
from dynawright.rules.catalogue import all_rules
from dynawright.rules.judgement import judged
from dynawright.rules.resources import Document, document
from dynawright.rules.rule import Finding
from dynawright.steps import Steps

ENVIRONMENT = "production"


@dataclass(frozen=True)
class Outcome:
    mutation: Mutation
    stack: str | None
    """The weakened stack; None if no stack has a target."""
    caught_by: tuple[str, ...] = ()
    """The first rule that noticed, or else checkov's checks; empty if the mutation survived."""

    @property
    def survived(self) -> bool:
        return self.stack is not None and not self.caught_by


@dataclass(frozen=True)
class Mutant:
    mutation: Mutation
    document: Document
    content: Json

    @property
    def weakened(self) -> Weakened:
        return Weakened(self.mutation.name, self.document.name, self.content, self.document.intent)

    @property
    def named(self) -> Document:
        """Return the document under the mutation's name, which identifies it in checkov's output."""
        return replace(self.document, name=self.mutation.name)


def outcomes(mutations: Iterable[Mutation], stacks: Iterable[Stack]) -> list[Outcome]:
    """Judge each mutant by the rules, and survivors by checkov, all in one process."""
    candidates, tried = list(stacks), list(mutations)
    mutants = {mutation.name: mutant for mutation in tried if (mutant := _mutant(mutation, candidates))}
    caught = {name: by_rules(mutant.weakened) for name, mutant in mutants.items()}
    survivors = [mutant for name, mutant in mutants.items() if not caught[name]]
    if survivors:
        findings = scan.scanned((mutant.named, mutant.content) for mutant in survivors).findings
        for mutant in survivors:
            name = mutant.mutation.name
            caught[name] = _caught(mutant.named, [finding for finding in findings if finding.document == name])
    return [
        Outcome(mutation, mutants[mutation.name].document.name, caught[mutation.name])
        if mutation.name in mutants
        else Outcome(mutation, stack=None)
        for mutation in tried
    ]


def untried(mutations: Iterable[Mutation], stacks: Iterable[Stack], tripped: Iterable[str]) -> list[str]:
    """Return the rules that no mutation trips, given some that are known to be tripped."""
    candidates = list(stacks)
    left = {rule.name: rule for rule in all_rules() if rule.name not in {*tripped}}
    for mutation in mutations:
        mutant = _mutant(mutation, candidates) if left else None
        if mutant is None:
            continue
        document = mutant.document
        for name in [name for name, rule in left.items() if _caught(document, rule.findings(document))]:
            del left[name]
    return list(left)


def _mutant(mutation: Mutation, stacks: Iterable[Stack]) -> Mutant | None:
    """Return the first stack with a target, weakened."""
    for stack in stacks:
        try:
            content = mutation.applied_to(stack.content)
        except NoTargetError:
            continue
        weakened = replace(document(content, stack.document.name, ours=True), intent=stack.document.intent)
        return Mutant(mutation, weakened, content)
    return None


def _caught(weakened: Document, findings: Iterable[Finding]) -> tuple[str, ...]:
    """Return findings without suppressed and exempted ones: a weakening that they cover has survived."""
    left = judged([weakened], findings, {rule.name for rule in all_rules()}, with_checkov=False).findings
    return tuple(dict.fromkeys(finding.rule for finding in left))


SAMPLE = Sample(kinds=500, each=5, per_kind=1)


def mutate(sample: Sample = SAMPLE, *, handwritten: bool = True) -> int:
    """Print which weakenings were caught, handwritten and generated; return 1 if too many were not."""
    steps = Steps(2 + handwritten)
    with TemporaryDirectory() as outdir, steps.step(f"Synthesize {ENVIRONMENT}"):
        stacks = synthesized(Path(outdir), [ENVIRONMENT])
    results = _handwritten(stacks, steps) if handwritten else []
    with steps.step(f"Generate weakenings: {', '.join(sample.parts)}"):
        made = generated(stacks, ENVIRONMENT, sample)
    print("\n" + "\n".join(made.lines))
    if survivors := [outcome for outcome in results if outcome.survived]:
        print("Survivors:", *(f"  {outcome.stack}: {outcome.mutation.name}" for outcome in survivors), sep="\n")
        return 1
    return 0 if made.passes else 1


def _handwritten(stacks: Sequence[Stack], steps: Steps) -> list[Outcome]:
    """Try the weakenings that are written by hand, and print what caught each."""
    with steps.step(f"Weaken it in {len(MUTATIONS)} ways; rules, then checkov") as details:
        results = outcomes(MUTATIONS, stacks)
        caught = [outcome for outcome in results if outcome.caught_by]
        details.append(f"{len(caught)} caught")
    print("\n" + "\n".join(aligned(("stack", "weakening", "caught by"), [_row(outcome) for outcome in results])))
    by_checkov = [outcome for outcome in caught if all(name.startswith("CKV") for name in outcome.caught_by)]
    tried = [outcome for outcome in results if outcome.stack is not None]
    print(
        f"\n{len(caught)} of {len(tried)} caught, {len(caught) - len(by_checkov)} by our rules and "
        f"{len(by_checkov)} by checkov alone. {steps.total}"
    )
    if len(tried) < len(results):
        print(f"{len(results) - len(tried)} have no target: no stack has anything of the kind.")
    if idle := untried(MUTATIONS, stacks, {name for outcome in caught for name in outcome.caught_by}):
        print(f"Rules that no weakening tries: {', '.join(idle)}.")
    return results


def _row(outcome: Outcome) -> tuple[str, str, str]:
    if outcome.stack is None:
        return "", outcome.mutation.name, "no target"
    return outcome.stack, outcome.mutation.name, ", ".join(outcome.caught_by[:3]) or "SURVIVED"
