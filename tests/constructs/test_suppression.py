"""Suppressions stand beside the resource in the JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dynawright.bindings.aws.sqs_queue import SqsQueue
from dynawright.constructs.component import Component
from dynawright.constructs.suppression import suppress
from dynawright.errors import UserError
from dynawright.framework import cdktf
from dynawright.rules.catalogue import all_rules
from dynawright.rules.judgement import judged
from dynawright.rules.resources import document
from tests.problems import told


@pytest.fixture
def stack(tmp_path: Path) -> cdktf.TerraformStack:
    return cdktf.TerraformStack(cdktf.App(outdir=str(tmp_path), skip_validation=True), "stack")


def notes(stack: cdktf.TerraformStack) -> dict[str, object]:
    """As written to disk: cdktf's Testing.synth leaves notes out."""
    app = cdktf.App.of(stack)
    app.synth()
    written = json.loads((Path(app.outdir) / "stacks" / "stack" / "cdk.tf.json").read_text())
    (queue,) = [queue for queue in written["resource"]["aws_sqs_queue"].values() if queue["name"] == "q"]
    assert queue["//"]["metadata"]["path"].startswith("stack/")
    found: dict[str, object] = queue["//"]["dynawright"]
    return found


def test_a_resource_carries_its_suppressions(stack: cdktf.TerraformStack) -> None:
    queue = SqsQueue(stack, "Queue", name="q")
    suppress(queue, "requests-use-tls", because="nobody sends to it")
    suppress(queue, "CKV_AWS_27", because="it holds nothing")
    assert notes(stack) == {"suppressions": {"requests-use-tls": "nobody sends to it", "CKV_AWS_27": "it holds nothing"}}


def test_a_components_resource_is_named_by_its_type(stack: cdktf.TerraformStack) -> None:
    component = Component(stack, "Component")
    SqsQueue(component, "Queue", name="q")
    SqsQueue(Component(stack, "Other"), "Queue", name="other")
    suppress(component, "requests-use-tls", because="nobody sends to it", on="aws_sqs_queue")
    assert notes(stack) == {"suppressions": {"requests-use-tls": "nobody sends to it"}}


def test_a_suppression_on_nothing_is_refused(stack: cdktf.TerraformStack) -> None:
    component = Component(stack, "Component")
    SqsQueue(component, "Queue", name="q")
    with pytest.raises(UserError) as caught:
        suppress(component, "requests-use-tls", because="x", on="aws_sns_topic")
    assert told(caught.value.problems) == [("DW329", "suppression of requests-use-tls", "aws_sns_topic")]


def test_a_suppression_without_a_reason_is_refused(stack: cdktf.TerraformStack) -> None:
    with pytest.raises(UserError) as caught:
        suppress(SqsQueue(stack, "Queue", name="q"), "requests-use-tls", because=" ")
    assert told(caught.value.problems) == [("DW329", "suppression of requests-use-tls", " ")]


def test_escape_hatches_are_accepted_beside_what_they_are_in(stack: cdktf.TerraformStack) -> None:
    """A resource of plain cdktf has notes of its own; what is no resource has them beside the stack."""
    program = cdktf.TerraformResource(stack, "Program", terraform_resource_type="terraform_data")
    stack.add_override("moved", [{"from": "aws_sqs_queue.a", "to": "aws_sqs_queue.b"}])
    app = cdktf.App.of(stack)
    file = Path(app.outdir) / "stacks" / "stack" / "cdk.tf.json"
    app.synth()
    assert known(file) == ({"stack/Program", "moved"}, set())
    suppress(program, "resources-are-known", because="it prints the date")
    suppress(stack, "resources-are-known", because="the queue was renamed in release 7")
    app.synth()
    assert known(file) == (set(), {"it prints the date", "the queue was renamed in release 7"})


def known(file: Path) -> tuple[set[str], set[str]]:
    """Return what is not known, and the reasons for what was accepted."""
    whole = document(json.loads(file.read_text()), "stack", ours=True)
    (rule,) = [one for one in all_rules() if one.name == "resources-are-known"]
    judgement = judged([whole], rule.findings(whole), {rule.name}, with_checkov=False)
    assert judgement.problems == ()
    return {finding.resource.label for finding in judgement.findings}, {acceptance.because for acceptance in judgement.accepted}
