"""Every weakening of the real stacks is noticed."""

from __future__ import annotations

import pytest

from dynawright.errors import UserError
from dynawright.gate.gate import Stack
from dynawright.gate.mutate import outcomes
from dynawright.gate.mutation import Mutation, sets
from dynawright.gate.mutations import MUTATIONS
from dynawright.rules.catalogue import all_rules
from dynawright.rules.judgement import findings_of, judged


def test_production_itself_has_no_finding(production: dict[str, Stack]) -> None:
    documents = [stack.document for stack in production.values()]
    judgement = judged(documents, findings_of(all_rules(), documents), {rule.name for rule in all_rules()}, with_checkov=False)
    assert [str(finding) for finding in judgement.findings] == []
    assert judgement.problems == ()


@pytest.mark.usefixtures("needs_checkov")
def test_no_weakening_survives_and_only_what_is_none_does(production: dict[str, Stack]) -> None:
    harmless = Mutation("another description", "shop", sets("aws_kms_key", description="x"))
    results = outcomes([*MUTATIONS, harmless], production)  # together: starting checkov takes longer than all the rest
    assert len(MUTATIONS) >= 60
    assert [one.mutation.name for one in results if not one.caught_by] == [harmless.name]


def test_every_rule_is_tried_by_a_weakening(production: dict[str, Stack]) -> None:
    ours = [mutation for mutation in MUTATIONS if mutation.name not in ONLY_CHECKOV]
    tripped = {name for one in outcomes(ours, production) for name in one.caught_by}
    assert {rule.name for rule in all_rules()} - tripped == set()


ONLY_CHECKOV = {"an instance that anyone reaches"}


def test_weakenings_have_names_of_their_own() -> None:
    assert len({mutation.name for mutation in MUTATIONS}) == len(MUTATIONS)


def test_a_weakening_of_nothing_is_an_error(production: dict[str, Stack]) -> None:
    with pytest.raises(UserError) as caught:
        outcomes([Mutation("nothing", "shop", sets("aws_kms_key", enable_key_rotation=True))], production)
    assert caught.value.problems == ("mutation 'nothing' changes nothing in shop",)


def test_a_weakening_of_what_is_not_there_is_an_error(production: dict[str, Stack]) -> None:
    with pytest.raises(UserError) as caught:
        outcomes([Mutation("queue", "shop", sets("aws_dax_cluster", name="x"))], production)
    assert caught.value.problems == ("there is no aws_dax_cluster with '' to weaken",)
