"""Plans by real Terraform: harmful changes are found under their names, harmless ones pass.

All changes are in one stack and one plan, because each Terraform command starts the provider again.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from dynawright.deploy.terraform import Terraform, TerraformError
from dynawright.emulator.emulator import Emulator
from dynawright.guard import plan
from dynawright.guard.guard import findings, prevented
from dynawright.guard.rule import Finding
from dynawright.provider_versions import DEFAULT
from tests.guard import harmful_access, harmful_rest, harmful_tables
from tests.guard.harmless import HARMLESS
from tests.guard.subjects import Settings, Subject, table

HARMFUL = (*harmful_tables.HARMFUL, *harmful_access.HARMFUL, *harmful_rest.HARMFUL)
REGION, ACCOUNT = "ap-northeast-1", "111122223333"
State = list[tuple[Subject, Settings | None]]

NAME_OF = {
    "aws_backup_plan": "name",
    "aws_backup_selection": "name",
    "aws_backup_vault": "name",
    "aws_cloudwatch_event_rule": "name",
    "aws_cloudwatch_log_group": "name",
    "aws_cloudwatch_metric_alarm": "alarm_name",
    "aws_dynamodb_table": "name",
    "aws_iam_policy": "name",
    "aws_iam_role": "name",
    "aws_iam_role_policy": "name",
    "aws_kinesis_stream": "name",
    "aws_lambda_function": "function_name",
    "aws_s3_bucket": "bucket",
    "aws_secretsmanager_secret": "name",
    "aws_sns_topic": "name",
    "aws_sqs_queue": "name",
}


@dataclass(frozen=True)
class Planned:
    found: dict[str, list[Finding]]
    actions: dict[str, tuple[str, ...]]


@pytest.fixture(scope="module")
def emulator(needs_terraform: None) -> Iterator[Emulator]:
    with Emulator(ACCOUNT) as running:
        yield running


@pytest.fixture(scope="module")
def planned(emulator: Emulator, tmp_path_factory: pytest.TempPathFactory) -> Planned:
    folder = tmp_path_factory.mktemp("guarded")
    with zipfile.ZipFile(folder / "code.zip", "w") as code:
        code.writestr("a.py", "")
    subjects = (*HARMFUL, *HARMLESS, harmful_tables.LOCAL_INDEX_KEY)
    terraform = applied(folder, emulator, [(subject, subject.before) for subject in subjects])
    write(folder, [(subject, subject.after) for subject in subjects])
    changes = plan.changes(terraform.plan().raw)
    found: dict[str, list[Finding]] = {}
    for finding in findings(changes):
        found.setdefault(finding.address, []).append(finding)
    return Planned(found, {change.address: change.actions for change in changes})


def applied(folder: Path, emulator: Emulator, wanted: State) -> Terraform:
    terraform = Terraform(folder, emulator.environ)
    terraform.use_emulator()
    write(folder, wanted)
    terraform.init()
    terraform.apply()
    return terraform


def write(folder: Path, wanted: State) -> None:
    resources: dict[str, dict[str, Any]] = {}
    for subject, settings in wanted:
        if settings is not None:
            named = {NAME_OF[subject.type]: subject.name} if subject.type in NAME_OF else {}
            resources.setdefault(subject.type, {})[subject.name] = {**named, **settings}
    stack = {
        "terraform": {"required_providers": {"aws": {"source": "hashicorp/aws", "version": DEFAULT}}},
        "provider": {"aws": [{"region": REGION}]},
        "resource": resources,
    }
    (folder / "main.tf.json").write_text(json.dumps(stack))


def test_there_are_enough_pairs() -> None:
    assert len([subject_ for subject_ in HARMFUL if subject_.findings]) >= 25
    assert len(HARMLESS) >= 10
    assert not any(subject_.findings for subject_ in HARMLESS)
    addresses = [resource.address for resource in (*HARMFUL, *HARMLESS)]
    assert sorted(addresses) == sorted(set(addresses))


@pytest.mark.parametrize("subject", HARMFUL, ids=lambda subject: subject.address)
def test_a_harmful_change_is_found_under_its_name(planned: Planned, subject: Subject) -> None:
    assert [finding.name for finding in planned.found.get(subject.address, [])] == sorted(subject.findings)


@pytest.mark.parametrize("subject", HARMLESS, ids=lambda subject: subject.address)
def test_a_harmless_change_passes(planned: Planned, subject: Subject) -> None:
    assert planned.found.get(subject.address, []) == []


def test_every_harmful_change_is_one_that_terraform_would_apply(planned: Planned) -> None:
    """Equal states would prove nothing; a role changes by its attachments."""
    unchanged = {address for address, actions in planned.actions.items() if actions == ("no-op",)}
    roles = {resource.address for resource in HARMFUL if resource.type == "aws_iam_role"}
    assert {resource.address for resource in HARMFUL if resource.findings} & unchanged <= roles


def test_an_index_that_is_rebuilt_looks_like_an_update_in_place(planned: Planned) -> None:
    assert planned.actions["aws_dynamodb_table.index-key"] == ("update",)


def test_another_key_of_a_local_index_is_found_or_not_planned(planned: Planned) -> None:
    """Provider 6.61 plans nothing: it identifies local indexes by name only."""
    subject = harmful_tables.LOCAL_INDEX_KEY
    is_planned = planned.actions[subject.address] != ("no-op",)
    found = [finding.name for finding in planned.found.get(subject.address, [])]
    assert found == (sorted(subject.findings) if is_planned else [])


def test_every_finding_says_what_happens_and_the_safe_way(planned: Planned) -> None:
    for found in planned.found.values():
        for finding in found:
            assert finding.detail
            assert finding.happens.endswith(".")
            assert finding.instead.endswith((".", "`."))


def test_what_prevent_destroy_stops_is_told_clearly(emulator: Emulator, tmp_path: Path) -> None:
    for_ever = {"lifecycle": {"prevent_destroy": True}}
    kept, moved = (Subject("aws_dynamodb_table", name, None, None, ()) for name in ("kept", "moved"))
    terraform = applied(tmp_path, emulator, [(address, table(for_ever)) for address in (kept, moved)])
    write(tmp_path, [(address, table(for_ever, hash_key="PK2")) for address in (kept, moved)])
    with pytest.raises(TerraformError) as refused:
        terraform.plan()
    stopped = prevented(refused.value.output)
    assert [(finding.name, finding.address) for finding in stopped] == [
        ("destruction-prevented", "aws_dynamodb_table.kept"),
        ("destruction-prevented", "aws_dynamodb_table.moved"),
    ]
    assert stopped[0].happens.startswith("Nothing: Terraform made no plan. It would have deleted the resource")
