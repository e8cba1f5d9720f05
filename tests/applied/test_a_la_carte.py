"""The examples of docs/a-la-carte.md by Terraform: a foreign app, and a module from HCL."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from dynawright.deploy.terraform import Terraform
from dynawright.deploy.workspace import Workspace
from dynawright.emulator.emulator import Emulator
from dynawright.emulator.lookups import provide
from dynawright.settings import load_named
from dynawright.terraform_module import write_module
from tests.conftest import ROOT

ACCOUNT_ID = "111111111111"
PREBUILT = "cdktf-cdktf-provider-aws==20.1.0"
PAGE = (ROOT / "docs" / "a-la-carte.md").read_text()
APP = """
from dynawright.bindings.aws.sqs_queue import SqsQueue

class Tokens(PaymentsStack):
    \"\"\"A resource of another library, by plain cdktf: it takes an ARN of ours, and we take one of its.\"\"\"

    def __init__(self, scope, id, **given):
        topic = cdktf.Fn.join("", [given.pop("topic_arn")])  # a token of cdktf's own
        super().__init__(scope, id, topic_arn=topic, **given)
        parameter = cdktf.TerraformResource(self, "Parameter", terraform_resource_type="aws_ssm_parameter")
        parameter.add_override("name", "/payments/table")
        parameter.add_override("type", "String")
        parameter.add_override("value", self.payments_arn)

app = cdktf.App(outdir={outdir!r})
Tokens(app, "payments", topic_arn={topic!r}, vault=VaultReference(name="mine", arn={vault!r}, key_arn=None))
app.synth()
"""
APP_WITH_PREBUILT = """
from cdktf_cdktf_provider_aws.ssm_parameter import SsmParameter

app = cdktf.App(outdir={outdir!r})
stack = PaymentsStack(app, "payments", topic_arn="", vault=VaultReference(name="mine", arn={vault!r}, key_arn=None))
SsmParameter(stack, "Parameter", name="/payments/table", type="String", value=stack.payments_arn)
app.synth()
"""


def block(language: str) -> str:
    """Return the page's only block in a language."""
    (text,) = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    return str(text)


@pytest.fixture(scope="module")
def emulator(needs_terraform: None) -> Iterator[Emulator]:
    with Emulator(ACCOUNT_ID) as emulator:
        yield emulator


def test_constructs_in_a_foreign_app_are_applied(emulator: Emulator, tmp_path: Path) -> None:
    region = "eu-west-1"
    topic = emulator.client("sns", region).create_topic(Name="mine")["TopicArn"]
    vault = emulator.client("backup", region).create_backup_vault(BackupVaultName="mine")["BackupVaultArn"]
    example = block("python").replace("value=payments.arn)\n", "value=payments.arn)\n        self.payments_arn = payments.arn\n")
    script = example + APP.format(outdir=str(tmp_path / "out"), topic=topic, vault=vault)
    terraform = applied(script, tmp_path, emulator)
    arn = terraform.outputs()["table_arn"]
    assert arn == f"arn:aws:dynamodb:{region}:{ACCOUNT_ID}:table/payments-production"
    assert emulator.client("ssm", region).get_parameter(Name="/payments/table")["Parameter"]["Value"] == arn
    assert receivers_of_alarms(emulator) == {topic}


@pytest.mark.soak
def test_constructs_work_next_to_resources_of_the_prebuilt_provider(needs_terraform: None, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", str(tmp_path / "prebuilt"), PREBUILT]
    subprocess.run(command, check=True)
    with Emulator(ACCOUNT_ID) as emulator:
        vault = emulator.client("backup", "eu-west-1").create_backup_vault(BackupVaultName="mine")["BackupVaultArn"]
        changes = {
            "from dynawright.bindings.aws.provider import AwsProvider  # or AwsProvider of the prebuilt package": "from cdktf_cdktf_provider_aws.provider import AwsProvider\nfrom cdktf_cdktf_provider_aws.sns_topic import SnsTopic",
            "topic_arn=topic_arn": 'topic_arn=SnsTopic(self, "Topic", name="theirs").arn',
            "value=payments.arn)\n": "value=payments.arn)\n        self.payments_arn = payments.arn\n",
        }
        example = block("python")
        for old, new in changes.items():
            assert old in example
            example = example.replace(old, new)
        script = example + APP_WITH_PREBUILT.format(outdir=str(tmp_path / "out"), vault=vault)
        terraform = applied(script, tmp_path, emulator, PYTHONPATH=str(tmp_path / "prebuilt"))
        arn = terraform.outputs()["table_arn"]
        assert emulator.client("ssm", "eu-west-1").get_parameter(Name="/payments/table")["Parameter"]["Value"] == arn
        (topic,) = emulator.client("sns", "eu-west-1").list_topics()["Topics"]
        assert receivers_of_alarms(emulator) == {topic["TopicArn"]}


def receivers_of_alarms(emulator: Emulator) -> set[str]:
    kinds = ["MetricAlarm", "CompositeAlarm"]
    answer = emulator.client("cloudwatch", "eu-west-1").describe_alarms(AlarmTypes=kinds)
    return {action for kind in kinds for alarm in answer[f"{kind}s"] for action in alarm["AlarmActions"]}


def applied(script: str, folder: Path, emulator: Emulator, **variables: str) -> Terraform:
    """Run a cdktf app, apply its stack and see an empty second plan."""
    (folder / "app.py").write_text(script)
    program, environ = [sys.executable, "app.py"], {**os.environ, **variables}
    done = subprocess.run(program, cwd=folder, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    terraform = Terraform(folder / "out" / "stacks" / "payments", emulator.environ)
    terraform.use_emulator()
    terraform.init()
    terraform.apply()
    assert terraform.plan().is_empty
    return terraform


def test_a_system_is_called_from_hcl_as_a_module(
    emulator: Emulator, application: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(application)
    local = load_named("local")
    provide(emulator, local)
    workspace = Workspace("local", tmp_path / "cdktf.out", "orders")
    root = tmp_path / "root"
    write_module(workspace.stacks["orders"], root / "modules" / "orders")
    hcl = block("hcl").replace("eu-west-1", local.region)
    outputs = json.loads((root / "modules" / "orders" / "main.tf.json").read_text())["output"]
    output = min(name for name in outputs if name.endswith("TableName"))
    (root / "main.tf").write_text(hcl.replace("module.orders.ItemsTableName", f"module.orders.{output}"))

    terraform = Terraform(root, emulator.environ)
    terraform.use_emulator()
    terraform.init()
    terraform.apply()
    assert terraform.plan().is_empty
    name = terraform.outputs()["items_table"]
    assert name in emulator.client("dynamodb", local.region).list_tables()["TableNames"]
