"""The gate finds generated weakenings in JSON and sources, and passes harmless changes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dynawright.gate.gate import Stack
from dynawright.gate.stack_mutants import package_code
from dynawright.gate.stack_mutants.application import Application
from dynawright.gate.stack_mutants.budget import Budget
from dynawright.gate.stack_mutants.difference import Difference, differences
from dynawright.gate.stack_mutants.json_edits import JsonEdit, json_edits
from dynawright.gate.stack_mutants.labels import label_of
from dynawright.gate.stack_mutants.own_labels import override
from dynawright.gate.stack_mutants.runs import function_at
from dynawright.gate.stack_mutants.settings_edits import SettingsEdit
from dynawright.gate.stack_mutants.source_edits import Source
from dynawright.gate.stack_mutants.source_trial import Before, edits_by_place, tried_in_sources
from dynawright.gate.stack_mutants.trial import Trial, Verdict, tried_on_json
from tests.applications import complete, complete_stacks, inside


@pytest.fixture
def application() -> Iterator[Application]:
    """Return a copy of the complete application."""
    with inside(complete()), Application.copied("production") as copied:
        yield copied


def of(type: str, before: Any, after: Any) -> list[str]:
    """Return the differences between two resources."""
    found = differences({"resource": {type: {"a": before}}}, {"resource": {type: {"a": after}}})
    return [f"{difference.path} {difference.kind}" for difference in found]


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        (True, False, "off"),
        (True, "true", "form"),
        (35, 1, "lower"),
        (35, 40, "slightly"),
        (35, "35", "form"),
        (["a", "b"], ["b", "a"], "order"),
        (["a", "b"], ["b"], "fewer"),
        (["a"], ["a", "*"], "more"),
        ("a", "", "gone"),
        ("a", "b", "other"),
        ([{"a": 1}], {"a": 1}, "order"),
    ],
)
def test_a_difference_has_a_kind(before: Any, after: Any, kind: str) -> None:
    assert of("aws_x", {"it": before}, {"it": after}) == [f"it {kind}"]


def test_a_policy_differs_by_its_statements_only() -> None:
    one, two = ({"Effect": "Allow", "Action": ["a:B", "a:C"], "Resource": name} for name in "xy")
    policy = json.dumps({"Statement": [one, two]})
    same = json.dumps({"Statement": [{**two, "Sid": "Two"}, {**one, "Action": ["a:C", "a:B"]}]})
    assert of("aws_x", {"policy": policy}, {"policy": same}) == ["policy order"]
    assert of("aws_x", {"policy": policy}, {"policy": json.dumps({"Statement": [one]})}) == ["policy narrower"]
    wider = json.dumps({"Statement": [one, two, {**one, "Resource": "*"}]})
    assert of("aws_x", {"policy": policy}, {"policy": wider}) == ["policy statements"]


def test_a_statement_that_another_one_implies_adds_nothing() -> None:
    keys = {"ForAllValues:StringEquals": {"dynamodb:LeadingKeys": ["A", "B"]}}
    wide = {"Effect": "Allow", "Action": "a:B", "Resource": "x", "Condition": keys}
    narrow = {**wide, "Condition": {"ForAllValues:StringEquals": {"dynamodb:LeadingKeys": ["A"]}, "Null": {"a:C": "false"}}}
    other = {**wide, "Condition": {"ForAllValues:StringEquals": {"dynamodb:LeadingKeys": ["C"]}}}
    one, both, wider = (json.dumps({"Statement": said}) for said in ([wide], [wide, narrow], [wide, other]))
    assert of("aws_x", {"policy": one}, {"policy": both}) == ["policy order"]
    assert of("aws_x", {"policy": one}, {"policy": wider}) == ["policy statements"]


def test_every_edit_of_every_attribute_has_a_label() -> None:
    kinds: dict[str, tuple[Stack, JsonEdit]] = {}
    for stack in complete_stacks().values():
        for edit in json_edits(stack.content):
            kinds.setdefault(edit.kind, (stack, edit))
    unlabelled = {
        f"{difference.type} {difference.path} {difference.kind}"
        for stack, edit in kinds.values()
        for difference in differences(stack.content, edit.applied_to(stack.content))
        if label_of(difference) is None
    }
    assert unlabelled == set()
    assert len(kinds) > 1500


@pytest.mark.soak
@pytest.mark.usefixtures("needs_checkov")
def test_every_kind_of_weakened_json_is_judged_right(production: dict[str, Stack]) -> None:
    result = tried_on_json([*production.values(), *complete_stacks().values()], each=3)
    assert result.passes, "\n".join(result.lines)
    assert len(result.harmful) > 4000
    assert len(result.harmless) > 300


@pytest.mark.usefixtures("needs_checkov")
def test_a_sample_of_weakened_json_is_judged_right(production: dict[str, Stack]) -> None:
    result = tried_on_json([*production.values(), *complete_stacks().values()], kinds=200)
    assert len(result.harmful) > 100
    assert (result.missed, result.alarms) == ([], []), "\n".join(result.lines)


@pytest.mark.soak
@pytest.mark.usefixtures("needs_checkov")
def test_many_weakened_sources_are_judged_right(application: Application) -> None:
    result = tried_in_sources(application, each=100)
    assert result.trial.passes, "\n".join(result.trial.lines)


def test_a_sample_of_weakened_sources_is_judged_right_and_undone(application: Application) -> None:
    before = {name: stack.content for name, stack in application.stacks().items()}
    edits = edits_by_place(application)
    assert {place: len(found) > 50 for place, found in edits.items()} == dict.fromkeys(edits, True)
    result = tried_in_sources(application, each=2, places=("settings", "stacks", "constructs", "generators"))
    assert {place: len(trial.verdicts) for place, trial in result.places.items()} == dict.fromkeys(result.places, 2)
    assert result.trial.passes, "\n".join(result.trial.lines)
    assert {name: stack.content for name, stack in application.stacks().items()} == before


def test_an_edit_of_the_package_is_run(application: Application) -> None:
    file = package_code.PACKAGE / "constructs" / "logs.py"
    edit = next(candidate for candidate in Source(file).edits() if candidate.how == "CloudwatchLogGroup without kms_key_id")
    before = application.stacks()
    with application.edited(file, edit.applied()):
        after = application.stacks()
    found = {difference for name in before for difference in differences(before[name].content, after[name].content)}
    assert {(resource.type, resource.path, resource.kind) for resource in found} == {
        ("aws_cloudwatch_log_group", "kms_key_id", "gone")
    }


def test_only_systems_that_run_what_was_edited_are_synthesized(application: Application) -> None:
    before = Before.of(application)
    constructs = package_code.PACKAGE / "constructs"
    edits = {
        name: next(edit for edit in Source(constructs / name).edits() if function_at(edit.file, edit.line))
        for name in ("cache.py", "search_index.py", "table.py")
    }
    assert {name: before.reached(application, edit) for name, edit in edits.items()} == {
        "cache.py": ["library"],
        "search_index.py": [],
        "table.py": ["library", "museum"],
    }
    one, all_systems = (
        SettingsEdit((*path, "deletion_protection"), "turned", value=False)
        for path in (("systems", "museum", "table"), ("table",))
    )
    assert before.reached(application, one) == ["foundation", "museum"]
    assert before.reached(application, all_systems) is None


def test_a_function_begins_at_its_decorators(tmp_path: Path) -> None:
    file = tmp_path / "made.py"
    file.write_text("X = 1\n\n\nclass A:\n    @property\n    def b(self):\n        return X\n")
    assert [function_at(file, line) for line in (1, 7)] == [None, (str(file), 5)]


@pytest.mark.parametrize(
    ("path", "how", "meaning"),
    [
        (("table", "tier"), "as disposable", True),
        (("table", "tier"), "as standard", None),
        (("systems", "library", "streams", "loan_history", "timeout_seconds"), "least", False),
        (("table", "deletion_protection"), "turned", "as it shows"),
    ],
)
def test_a_setting_means_what_it_says_first(path: tuple[str, ...], how: str, meaning: object) -> None:
    said = override(SettingsEdit(path, how, value=0), (True, "as it shows"))
    assert (said if said is None or isinstance(said, Difference) else said[meaning == "as it shows"]) == meaning


def test_the_date_of_packed_files_means_nothing() -> None:
    file = package_code.PACKAGE / "constructs" / "package.py"
    edits = {edit.line: override(edit, (True, "other code")) for edit in Source(file).edits()}
    lines = file.read_text().splitlines()
    assert {said for line, said in edits.items() if lines[line - 1].startswith("EARLIEST")} == {None}
    assert {said for line, said in edits.items() if lines[line - 1].startswith("READABLE")} == {(True, "other code")}


def test_a_trial_fails_by_one_in_a_hundred() -> None:
    caught, missed = Verdict("a", True, "", ("rule",)), Verdict("b", True, "")
    quiet, alarm = Verdict("c", False, ""), Verdict("d", False, "", ("rule",))
    assert Trial([*[caught] * 99, missed, *[quiet] * 99, alarm]).passes
    assert not Trial([*[caught] * 98, missed]).passes
    assert not Trial([*[quiet] * 98, alarm]).passes


def test_what_has_no_label_is_told() -> None:
    assert label_of(Difference("aws_nothing.a", "x", "other")) is None
    assert list(Trial(unlabelled=["aws_nothing.a x: other"]).lines)[1:] == ["  without a label: aws_nothing.a x: other"]


def test_a_trial_ends_when_its_time_is_up() -> None:
    budget = Budget(minutes=0)
    assert (list(budget.within("mutants", [1, 2, 3])), budget.left_out) == ([], 3)
    assert list(Budget().within("mutants", [1, 2, 3])) == [1, 2, 3]
