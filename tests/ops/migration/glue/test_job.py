"""The Terraform of a migration's Glue job: built on the emulator, and its role does the whole move."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from botocore.exceptions import ClientError

from dynawright.deploy.terraform import Terraform
from dynawright.emulator.emulator import Emulator
from dynawright.emulator.iam.credentials import ADMINISTRATOR
from dynawright.ops.migration.bulk import store
from dynawright.ops.migration.glue import script
from tests.ops.adopt.conftest import on
from tests.ops.migration.bulk.conftest import BUCKET, REGION, TRANSFORMS, Aws
from tests.problems import codes

Said = pytest.CaptureFixture[str]
Job = Callable[..., int]


@pytest.fixture
def job(ops: Callable[..., int], application: Path) -> Job:
    """Run `dynawright migrate job`; return its status."""
    return lambda source, target, *more: ops("migrate", "job", "--from", source, "--to", target, *more)


@pytest.fixture
def export(aws: Aws, named: str) -> str:
    table = aws.table(f"{named}-from", "sessionId")
    aws.put(table, *({"sessionId": {"S": f"s{number}"}, "userId": {"S": f"u{number % 3}"}} for number in range(9)))
    return aws.export(table)


@pytest.fixture
def target(aws: Aws, named: str) -> str:
    return aws.table(named[:40].strip("-"), "userId", "sessionId")


def stack(application: Path) -> dict[str, Any]:
    (file,) = application.glob("migration.out/stacks/*/cdk.tf.json")
    document: dict[str, Any] = json.loads(file.read_text())
    return document


def one(document: dict[str, Any], type: str) -> dict[str, Any]:
    (found,) = document["resource"][type].values()
    assert isinstance(found, dict)
    return found


def test_the_cost_comes_first_and_nothing_starts_by_itself(
    job: Job, export: str, target: str, application: Path, tmp_path: Path, capsys: Said
) -> None:
    prices = tmp_path / "prices.yaml"
    prices.write_text("region: ap-northeast-1\nas_of: October 2026\nglue_dpu_hour: 0.5\n")
    assert job(export, target, "--workers", "4", "--timeout-minutes", "90", "--prices", str(prices)) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("about 9 items; prices of ap-northeast-1 as of October 2026")
    (glue,) = (line for line in said if line.startswith("Glue, 4 workers G.1X: 4 DPUs"))
    assert "2.00 USD an hour, 3.00 USD at the most" in glue
    assert said.index(glue) < next(number for number, line in enumerate(said) if line.startswith("written: migration.out/"))
    document = stack(application)
    made = one(document, "aws_glue_job")
    assert (made["glue_version"], made["worker_type"], made["number_of_workers"], made["timeout"]) == ("5.0", "G.1X", 4, 90)
    assert "aws_glue_trigger" not in document["resource"]


def test_a_schedule_is_written_where_one_is_given(job: Job, export: str, target: str, application: Path) -> None:
    assert job(export, target, "--schedule", "0 3 * * ? *") == 0
    trigger = one(stack(application), "aws_glue_trigger")
    assert (trigger["type"], trigger["schedule"]) == ("SCHEDULED", "cron(0 3 * * ? *)")


def test_what_the_job_could_not_do_is_refused_before_anything_is_written(
    job: Job, export: str, target: str, application: Path, capsys: Said
) -> None:
    for wrong in (["--schedule", "daily"], ["--wheel", "nothing.whl"], ["--mapping", "rows.yaml"]):
        assert job(export, target, *wrong) == 2
    assert job(export, "nothing") == 2
    assert job(f"s3://{BUCKET}/nothing", target) == 2
    assert codes(capsys.readouterr().err) == ["DW802", "DW802", "DW803", "DW736", "DW734"]
    assert not (application / "migration.out").exists()


def test_a_manifest_can_not_write_the_roles_policy(
    job: Job, aws: Aws, export: str, target: str, application: Path, capsys: Said
) -> None:
    bucket, _, prefix = export.removeprefix("s3://").partition("/")
    place = {"Bucket": bucket, "Key": f"{prefix}/manifest-summary.json"}
    manifest = json.loads(aws.s3.get_object(**place)["Body"].read())
    for key in ("arn:aws:kms:*:*:key/*", 'arn:aws:kms:us-east-1:222222222222:key/x${"a"}'):
        aws.s3.put_object(**place, Body=json.dumps({**manifest, "s3SseKmsKeyId": key}))
        assert job(export, target) == 2
    assert codes(capsys.readouterr().err) == ["DW734", "DW734"]
    assert not (application / "migration.out").exists()


def test_a_run_writes_to_a_place_of_its_own() -> None:
    given = ["script.py", "--JOB_RUN_ID", "jr_1", "--via", "s3://moves/items", "--command", '["migrate", "run"]']
    assert script.words(given) == ["migrate", "run", "--via", "s3://moves/items/jr_1"]


def test_terraform_builds_it_and_its_role_does_the_move_and_nothing_else(
    needs_terraform: None,
    emulator: Emulator,
    aws: Aws,
    job: Job,
    export: str,
    target: str,
    application: Path,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    assert job(export, target, "--transform", f"{TRANSFORMS}:by_user", "--schedule", "0 3 * * ? *") == 0
    (folder,) = application.glob("migration.out/stacks/*")
    terraform = Terraform(folder, emulator.environ_as(ADMINISTRATOR))
    terraform.use_emulator()
    terraform.init()
    terraform.apply()
    assert terraform.plan().is_empty
    made = emulator.client("glue", REGION).get_job(JobName=one(stack(application), "aws_glue_job")["name"])["Job"]
    role = emulator.assume(made["Role"], service="glue.amazonaws.com")
    arguments = [word for pair in made["DefaultArguments"].items() for word in pair]
    words = script.words([*arguments, "--JOB_RUN_ID", "jr_1"])
    words[words.index("spark")] = "python"  # the same requests to AWS, without Java
    with on(emulator, AWS_DEFAULT_REGION=REGION, **role.environ):
        store._s3.cache_clear()
        script.enter(made["DefaultArguments"]["--application"])
        assert (Path.cwd() / "stacks").is_dir()
        monkeypatch.setattr(sys, "argv", ["dynawright", *words])
        from dynawright.cli import main

        with pytest.raises(SystemExit) as ended:
            main()
    assert not ended.value.code
    assert len(aws.items(target)) == 9
    s3, dynamodb = emulator.client("s3", REGION, role), emulator.client("dynamodb", REGION, role)
    refusals: tuple[Callable[[], Any], ...] = (
        lambda: s3.put_object(Bucket=BUCKET, Key="exports/x", Body=b""),
        lambda: s3.put_object(Bucket=made["Command"]["ScriptLocation"].split("/")[2], Key="code/x", Body=b""),
        lambda: dynamodb.put_item(TableName=target, Item={"userId": {"S": "u"}, "sessionId": {"S": "s"}}),
        lambda: dynamodb.scan(TableName=target),
    )
    for refused in refusals:
        with pytest.raises(ClientError) as error:
            refused()
        assert error.value.response["Error"]["Code"] in ("AccessDenied", "AccessDeniedException")
    terraform.destroy()
    assert terraform.addresses() == []
