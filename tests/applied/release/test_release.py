"""A release with every allowed change, by the workflows' roles, with IAM enforced."""

from __future__ import annotations

import pytest

from tests.applied.release import states
from tests.applied.release.rows import CHANGES
from tests.applied.release.scenario import ACCOUNT, REGION, Scenario
from tests.emulator.iam.recorded import case_of, distinct
from tests.iam.evaluator.oracle import differences

TABLES = ("archive", "history", "loans", "notices")
RESTORE_TEST = "library_production"
REPLACED = {"aws_backup_selection", "aws_sns_topic_subscription"}
"""Types that a release replaces or deletes; none holds data."""


def test_every_second_plan_is_empty(release: Scenario) -> None:
    plans = {name: [plan.changes for plan in stack.second_plans] for name, stack in release.stacks.items()}
    assert plans == {"library": [[]], "foundation": [[]]}
    assert [plan.is_empty for stack in release.stacks.values() for plan in stack.second_plans] == [True] * 2


def test_nothing_was_denied(release: Scenario) -> None:
    assert [call.message for call in release.emulator.denials()] == []


@pytest.mark.usefixtures("needs_node_packages")
def test_the_simulator_agrees(release: Scenario) -> None:
    assert differences([case_of(question) for question in distinct(release.emulator.questions())]) == []


def test_terraform_warned_of_nothing(release: Scenario) -> None:
    assert [warning for stack in release.stacks.values() for warning in (*stack.planner.warnings, *stack.applier.warnings)] == []


def test_the_release_changed_every_type_of_resource_in_place(release: Scenario) -> None:
    """Of each type with a row, something was updated; nothing was replaced that holds data."""
    changes = [change for stack in release.stacks.values() for change in stack.changes()]
    updated = {change["type"] for change in changes if change["change"]["actions"] == ["update"]}
    there = {change["type"] for change in changes if change["change"]["before"]}
    assert {type for type in CHANGES if type in there} - updated == {*REPLACED, *states.BY_HAND} & CHANGES.keys()
    assert {change["type"] for change in changes if "delete" in change["change"]["actions"]} == REPLACED


def test_an_index_was_added_and_one_removed(release: Scenario) -> None:
    table = release.emulator.client("dynamodb", REGION).describe_table(TableName="library-loans-production")["Table"]
    assert sorted(index["IndexName"] for index in table["GlobalSecondaryIndexes"]) == [states.NEW_INDEX, "by-reader", "by-title"]


def test_a_table_that_was_added_is_backed_up_and_its_restores_are_tested(release: Scenario) -> None:
    """The provider ignores changes of a restore test's tables, so each table has its own selection."""
    backup = release.emulator.client("backup", REGION)
    tables = {f"arn:aws:dynamodb:{REGION}:{ACCOUNT}:table/library-{name}-production" for name in TABLES}
    [plan] = [one["BackupPlanId"] for one in backup.list_backup_plans()["BackupPlansList"]]
    [listed] = backup.list_backup_selections(BackupPlanId=plan)["BackupSelectionsList"]
    selection = backup.get_backup_selection(BackupPlanId=plan, SelectionId=listed["SelectionId"])["BackupSelection"]
    assert set(selection["Resources"]) == tables
    tested = [
        backup.get_restore_testing_selection(RestoreTestingPlanName=RESTORE_TEST, RestoreTestingSelectionName=name)
        for name in (
            one["RestoreTestingSelectionName"]
            for one in backup.list_restore_testing_selections(RestoreTestingPlanName=RESTORE_TEST)["RestoreTestingSelections"]
        )
    ]
    assert sorted(one["RestoreTestingSelection"]["ProtectedResourceArns"] for one in tested) == sorted([arn] for arn in tables)
