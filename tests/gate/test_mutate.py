"""Every weakening of a stack is noticed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dynawright.gate.gate import Stack
from dynawright.gate.mutate import Outcome, outcomes, untried
from dynawright.gate.mutation import Mutation, removes, sets
from dynawright.gate.mutations import MUTATIONS
from dynawright.rules.catalogue import all_rules
from dynawright.rules.judgement import findings_of, judged
from tests.applications import complete_stacks

HARMLESS = Mutation("another description", sets("aws_kms_key", description="x"))


def test_production_itself_has_no_finding(production: dict[str, Stack]) -> None:
    documents = [stack.document for stack in production.values()]
    judgement = judged(documents, findings_of(all_rules(), documents), {rule.name for rule in all_rules()}, with_checkov=False)
    assert [str(finding) for finding in judgement.findings] == []
    assert judgement.problems == ()


@pytest.mark.usefixtures("needs_checkov")
def test_no_weakening_of_the_application_survives(production: dict[str, Stack]) -> None:
    results = outcomes([*MUTATIONS, HARMLESS], production.values())  # together: starting checkov takes longer than all the rest
    assert [outcome.mutation.name for outcome in results if outcome.survived] == [HARMLESS.name]


@pytest.mark.usefixtures("needs_checkov")
def test_every_weakening_finds_a_target_and_is_caught_where_there_is_each_kind_of_thing() -> None:
    stacks = sorted(complete_stacks().values(), key=lambda stack: "library" not in stack.document.name)
    results = outcomes(MUTATIONS, stacks)
    assert [outcome.mutation.name for outcome in results if not outcome.caught_by] == []
    tripped = {name for outcome in results for name in outcome.caught_by}
    assert untried(MUTATIONS, stacks, tripped) == []


@pytest.mark.soak
@pytest.mark.usefixtures("needs_checkov")
def test_no_weakening_survives_in_any_stack(production: dict[str, Stack]) -> None:
    """All stacks are weakened, not only the first with a target."""
    survivors = [
        (name, outcome.mutation.name)
        for name, stack in {**production, **complete_stacks()}.items()
        for outcome in outcomes(MUTATIONS, [stack])
        if outcome.survived
    ]
    assert survivors == []


def test_there_are_many_weakenings_and_each_has_a_name_of_its_own() -> None:
    assert len({mutation.name for mutation in MUTATIONS}) == len(MUTATIONS) >= 180


@pytest.mark.parametrize(
    "mutation",
    [
        Mutation("what is so already", sets("aws_kms_key", enable_key_rotation=True)),
        Mutation("what is not there", removes("aws_instance")),
        Mutation("what it does not have", sets("aws_kms_key", lock=None)),
    ],
    ids=lambda mutation: mutation.name,
)
def test_a_weakening_of_nothing_has_no_target(mutation: Mutation) -> None:
    assert outcomes([mutation], complete_stacks().values()) == [Outcome(mutation, stack=None)]


def test_what_has_no_target_in_one_stack_is_tried_in_the_next() -> None:
    off = sets("aws_kms_key", enable_key_rotation=False)
    with_key = next(stack for stack in complete_stacks().values() if "aws_kms_key" in stack.content["resource"])
    empty = replace(with_key, content={"resource": {}})
    (outcome,) = outcomes([Mutation("rotation off", off)], [empty, with_key])
    assert (outcome.stack, outcome.caught_by) == (with_key.document.name, ("keys-rotate",))
