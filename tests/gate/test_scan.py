"""checkov checks all stacks together, and missing output never counts as a pass."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dynawright.errors import UserError
from dynawright.gate import checkov_environment, scan
from dynawright.rules.resources import document
from tests.problems import told
from tests.rules.documents import policy

EVERYONE = {"Effect": "Allow", "Principal": {"AWS": "*"}, "Action": "sqs:*", "Resource": "${aws_sqs_queue.q.arn}"}
QUEUE = {"name": "q", "kms_master_key_id": "${aws_kms_key.k.arn}", "policy": policy(EVERYONE)}


def given(resources: dict[str, Any], name: str) -> tuple[Any, dict[str, Any]]:
    content = {"resource": resources, "terraform": {"required_version": ">= 1.11"}}
    return document(content, name), content


@pytest.mark.usefixtures("needs_checkov")
def test_failures_are_findings_on_the_resource_of_their_own_stack() -> None:
    table = {"aws_dynamodb_table": {"t": {"name": "t", "hash_key": "PK"}}}
    answer = scan.scanned(
        [given({"aws_sqs_queue": {"q": QUEUE}}, "queue-dev"), given(table, "table-dev"), given({}, "empty-dev")]
    )
    failures = {(finding.rule, finding.document, finding.resource.address) for finding in answer.findings}
    assert ("CKV_AWS_28", "table-dev", "aws_dynamodb_table.t") in failures
    assert ("CKV_AWS_168", "queue-dev", "aws_sqs_queue.q") in failures  # a policy that is a text with references is judged
    assert answer.judged == 2
    assert answer.passed > 0


@pytest.mark.usefixtures("needs_checkov")
def test_a_stack_that_no_check_speaks_of_is_an_error() -> None:
    with pytest.raises(UserError) as caught:
        scan.scanned([given({"aws_nothing": {"n": {"name": "n"}}}, "nothing-dev")])
    assert told(caught.value.problems) == [("DW501", "", None)]


def test_nothing_to_scan_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkov_environment, "install", lambda: None)
    with pytest.raises(UserError) as caught:
        scan.scanned([given({}, "empty-dev")])
    assert told(caught.value.problems) == [("DW503", "", None)]


def test_checkov_that_cannot_be_installed_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "requirements.txt").write_text("no-such-package-for-dynawright==1.0 --hash=sha256:" + "0" * 64)
    monkeypatch.setattr(checkov_environment, "REQUIREMENTS", tmp_path / "requirements.txt")
    monkeypatch.setattr(checkov_environment, "folder", lambda: tmp_path / "venv")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    with pytest.raises(UserError) as caught:
        scan.scanned([given({"aws_sqs_queue": {"q": QUEUE}}, "queue-dev")])
    assert [problem.code for problem in caught.value.problems] == ["DW501"]
    assert not checkov_environment.is_current()


def test_references_in_policies_get_stand_ins_and_what_checkov_cannot_read_is_left_out() -> None:
    _, content = given({"aws_sqs_queue": {"q": {**QUEUE, "//": {"metadata": {}}}}}, "queue-dev")
    prepared = scan.prepared(content)
    queue = prepared["resource"]["aws_sqs_queue"]["q"]
    assert "terraform" not in prepared
    assert "//" not in queue
    assert queue["kms_master_key_id"] == "${aws_kms_key.k.arn}"
    assert json.loads(queue["policy"])["Statement"][0]["Resource"] == "arn:aws:sqs:eu-west-1:111111111111:q"
