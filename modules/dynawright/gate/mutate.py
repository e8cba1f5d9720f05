"""Weakens the synthesized stacks one by one and sees whether the gate notices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from dynawright.emulator.report import aligned
from dynawright.errors import UserError
from dynawright.gate import scan
from dynawright.gate.gate import Stack, synthesized
from dynawright.gate.mutation import Json, Mutation
from dynawright.gate.mutations import MUTATIONS
from dynawright.rules.catalogue import all_rules
from dynawright.rules.judgement import findings_of, judged
from dynawright.rules.resources import Document, document
from dynawright.rules.rule import Finding
from dynawright.steps import Steps

ENVIRONMENT = "production"


@dataclass(frozen=True)
class Outcome:
    mutation: Mutation
    caught_by: tuple[str, ...]
    """The rules or checks that noticed; empty if it survived."""


def outcomes(mutations: Iterable[Mutation], stacks: Mapping[str, Stack]) -> list[Outcome]:
    """Each mutant before our rules; those that survive them before checkov, all in one process."""
    mutants = [(mutation, _mutant(mutation, stacks)) for mutation in mutations]
    found = {
        mutation.name: _caught(judged_document, findings_of(all_rules(), [judged_document]))
        for mutation, (judged_document, _) in mutants
    }
    survivors = [(mutation, mutant) for mutation, mutant in mutants if not found[mutation.name]]
    if survivors:
        # Each has a name of its own: checkov's answer must not be mixed up.
        named = [(Document(mutation.name, one.resources, one.default_tags), content) for mutation, (one, content) in survivors]
        findings = scan.scanned(named).findings
        for judged_document, _ in named:
            found[judged_document.name] = _caught(
                judged_document, [one for one in findings if one.document == judged_document.name]
            )
    return [Outcome(mutation, found[mutation.name]) for mutation, _ in mutants]


def _mutant(mutation: Mutation, stacks: Mapping[str, Stack]) -> tuple[Document, Json]:
    name = f"{mutation.stack}-{ENVIRONMENT}"
    if name not in stacks:
        raise UserError([f"mutation '{mutation.name}' is about {name}, which is not built"])
    content = mutation.applied_to(stacks[name].content)
    return document(content, name), content


def _caught(weakened: Document, findings: Iterable[Finding]) -> tuple[str, ...]:
    """What is left after suppressions and exemptions: a weakening that they cover has survived."""
    left = judged([weakened], findings, {rule.name for rule in all_rules()}, with_checkov=False).findings
    return tuple(dict.fromkeys(finding.rule for finding in left))


def mutate() -> int:
    """Print which weakenings were noticed; return 1 if one was not."""
    steps = Steps(2)
    with TemporaryDirectory() as outdir, steps.step(f"Synthesize {ENVIRONMENT}"):
        stacks = {stack.document.name: stack for stack in synthesized(Path(outdir), [ENVIRONMENT])}
    with steps.step(f"Weaken it in {len(MUTATIONS)} ways; rules, then checkov") as said:
        results = outcomes(MUTATIONS, stacks)
        caught = [one for one in results if one.caught_by]
        said.append(f"{len(caught)} caught")
    print("\n" + "\n".join(aligned(("stack", "weakening", "caught by"), [_row(one) for one in results])))
    by_checkov = [one for one in caught if all(name.startswith("CKV") for name in one.caught_by)]
    print(
        f"\n{len(caught)} of {len(results)} caught, {len(caught) - len(by_checkov)} by rules of ours and {len(by_checkov)} by checkov alone. {steps.total}"
    )
    tripped = {name for one in caught for name in one.caught_by}
    if idle := [rule.name for rule in all_rules() if rule.name not in tripped]:
        print(f"Rules that no weakening tries: {', '.join(idle)}.")
    if len(caught) < len(results):
        print("Survivors:", *(f"  {one.mutation.stack}: {one.mutation.name}" for one in results if not one.caught_by), sep="\n")
        return 1
    return 0


def _row(outcome: Outcome) -> tuple[str, str, str]:
    return outcome.mutation.stack, outcome.mutation.name, ", ".join(outcome.caught_by[:3]) or "SURVIVED"
