"""The deploy role learns before an apply that a person must apply its own changes."""

from __future__ import annotations

from typing import Any

import pytest

from dynawright.deploy.own_roles import note, own_role_changes, refuse_deploy_role
from dynawright.errors import UserError
from dynawright.guard.change import Change
from tests.environments import environment
from tests.problems import told

ROLE = Change("aws_iam_role.Deploy", "aws_iam_role", ("update",), {"tags": {}}, {"tags": {"CostCenter": "1"}})
SAME = Change("aws_iam_policy.Write", "aws_iam_policy", ("no-op",), {}, {})
TOPIC = Change("aws_sns_topic.Alarms", "aws_sns_topic", ("update",), {}, {})
DEPLOYED = environment(
    roles={"permissions_boundary_arn": "arn:aws:iam::111111111111:policy/boundary"}, deployment={"repository": "acme/orders"}
)


class Sts:
    def __init__(self, arn: str) -> None:
        self._arn = arn

    def get_caller_identity(self) -> dict[str, Any]:
        return {"Arn": self._arn}


def session(role: str) -> Sts:
    return Sts(f"arn:aws:sts::111111111111:assumed-role/{role}/apply")


def test_the_deploy_role_is_refused_with_what_it_may_not_change() -> None:
    with pytest.raises(UserError) as refusal:
        refuse_deploy_role("foundation", [TOPIC, ROLE, SAME], DEPLOYED, lambda: session("acme-deploy-test"))
    assert told(refusal.value.problems) == [("DW410", "foundation in test", "aws_iam_role.Deploy")]


@pytest.mark.parametrize("type", ["aws_backup_region_settings", "aws_backup_vault", "aws_backup_vault_policy"])
def test_it_makes_nothing_around_the_vault_of_which_it_may_change_the_tags(type: str) -> None:
    made = Change(f"{type}.Made", type, ("create",), {}, {})
    tagged = Change("aws_backup_vault.Vault", "aws_backup_vault", ("update",), {}, {})
    assert own_role_changes("foundation", [made, tagged]) == [made.address]


@pytest.mark.parametrize("caller", [session("administrator"), Sts("arn:aws:iam::111111111111:user/acme-deploy-test")])
def test_a_person_is_not_refused(caller: Sts) -> None:
    refuse_deploy_role("foundation", [ROLE], DEPLOYED, lambda: caller)


@pytest.mark.parametrize(("stack", "changes"), [("foundation", [TOPIC, SAME]), ("orders", [ROLE])])
def test_other_changes_are_applied_without_asking_who_applies_them(stack: str, changes: list[Change]) -> None:
    def nobody_asks() -> Sts:
        raise AssertionError

    refuse_deploy_role(stack, changes, DEPLOYED, nobody_asks)
    assert own_role_changes(stack, changes) == []


def test_a_review_says_that_a_person_applies_it_where_a_repository_deploys() -> None:
    (line,) = note("foundation", [ROLE], DEPLOYED)
    assert "aws_iam_role.Deploy" in line
    assert note("foundation", [TOPIC], DEPLOYED) == []
    assert note("foundation", [ROLE], environment()) == []
