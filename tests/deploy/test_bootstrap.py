"""The bucket of an environment's state, made on the emulator."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from botocore.exceptions import NoCredentialsError

from dynawright.aws import refusals_in_words
from dynawright.deploy.bootstrap import StateBucket, bootstrap
from dynawright.emulator.emulator import Emulator
from dynawright.errors import UserError
from dynawright.settings import Environment
from dynawright.settings.state import StateSettings
from tests.problems import codes, told

ACCOUNT = "222222222222"  # as in dev.yaml
REGION: Literal["ap-northeast-1"] = "ap-northeast-1"
KEY = f"arn:aws:kms:{REGION}:{ACCOUNT}:key/1a2b3c4d"
EVERYTHING = [
    "created in ap-northeast-1",
    "public access blocked",
    "versions kept",
    "encrypted",
    "requests without TLS refused",
    "old versions deleted after 90 days",
]


@pytest.fixture(scope="module")
def emulator() -> Iterator[Emulator]:
    with Emulator(ACCOUNT) as emulator:
        yield emulator


@pytest.fixture
def client(emulator: Emulator) -> Callable[[str], Any]:
    return lambda service: emulator.client(service, REGION)


def environment(bucket: str, account_id: str = ACCOUNT, kms_key_arn: str | None = None) -> Environment:
    state = StateSettings(bucket=bucket, kms_key_arn=kms_key_arn)
    return Environment(name="dev", project="acme", account_id=account_id, region=REGION, state=state)


def state_of(s3: Any, bucket: str) -> dict[str, Any]:
    """Everything that bootstrap looks after."""
    return {
        "public": s3.get_public_access_block(Bucket=bucket)["PublicAccessBlockConfiguration"],
        "versions": s3.get_bucket_versioning(Bucket=bucket)["Status"],
        "encryption": s3.get_bucket_encryption(Bucket=bucket)["ServerSideEncryptionConfiguration"]["Rules"],
        "policy": json.loads(s3.get_bucket_policy(Bucket=bucket)["Policy"])["Statement"],
        "lifecycle": s3.get_bucket_lifecycle_configuration(Bucket=bucket)["Rules"],
    }


def test_the_bucket_is_private_versioned_encrypted_and_tls_only(client: Callable[[str], Any]) -> None:
    done = bootstrap(environment("state-new"), client)
    assert (done[0], set(done) <= set(EVERYTHING)) == ("created in ap-northeast-1", True)
    found = state_of(client("s3"), "state-new")
    assert set(found["public"].values()) == {True}
    assert len(found["public"]) == 4
    assert found["versions"] == "Enabled"
    assert found["encryption"][0]["ApplyServerSideEncryptionByDefault"] == {"SSEAlgorithm": "AES256"}
    assert [(statement["Effect"], statement["Condition"]) for statement in found["policy"]] == [
        ("Deny", {"Bool": {"aws:SecureTransport": "false"}})
    ]
    (rule,) = found["lifecycle"]
    assert rule["NoncurrentVersionExpiration"] == {"NoncurrentDays": 90}
    assert "Expiration" not in rule  # the state itself stays


def test_a_second_run_changes_nothing(client: Callable[[str], Any]) -> None:
    bootstrap(environment("state-twice"), client)
    before = state_of(client("s3"), "state-twice")
    assert bootstrap(environment("state-twice"), client) == []
    assert state_of(client("s3"), "state-twice") == before


def test_the_states_own_key_encrypts_the_bucket(client: Callable[[str], Any]) -> None:
    bootstrap(environment("state-key"), client)
    assert bootstrap(environment("state-key", kms_key_arn=KEY), client) == ["encrypted"]
    (rule,) = state_of(client("s3"), "state-key")["encryption"]
    assert rule["ApplyServerSideEncryptionByDefault"] == {"SSEAlgorithm": "aws:kms", "KMSMasterKeyID": KEY}
    assert bootstrap(environment("state-key"), client) == []  # never weakened


def test_what_is_missing_is_mended_and_what_others_wrote_is_kept(client: Callable[[str], Any]) -> None:
    bootstrap(environment("state-mended"), client)
    s3 = client("s3")
    arn = "arn:aws:s3:::state-mended"
    theirs = {"Sid": "Theirs", "Effect": "Deny", "Principal": "*", "Action": "s3:DeleteBucket", "Resource": arn}
    s3.put_bucket_policy(Bucket="state-mended", Policy=json.dumps({"Version": "2012-10-17", "Statement": [theirs]}))
    s3.put_bucket_versioning(Bucket="state-mended", VersioningConfiguration={"Status": "Suspended"})
    s3.delete_public_access_block(Bucket="state-mended")
    s3.delete_bucket_lifecycle(Bucket="state-mended")
    assert bootstrap(environment("state-mended"), client) == [
        "public access blocked",
        "versions kept",
        "requests without TLS refused",
        "old versions deleted after 90 days",
    ]
    assert [statement["Sid"] for statement in state_of(s3, "state-mended")["policy"]] == ["Theirs", "TlsOnly"]


def test_the_wrong_account_is_refused_before_anything_is_made(client: Callable[[str], Any]) -> None:
    with pytest.raises(UserError) as caught:
        bootstrap(environment("state-wrong", account_id="444444444444"), client)
    assert told(caught.value.problems) == [("DW404", "", "222222222222")]
    assert "state-wrong" not in [bucket["Name"] for bucket in client("s3").list_buckets()["Buckets"]]


def test_a_bucket_of_somebody_else_is_an_error_and_stays_as_it_is(client: Callable[[str], Any]) -> None:
    s3 = client("s3")
    s3.create_bucket(Bucket="state-taken", CreateBucketConfiguration={"LocationConstraint": REGION})
    # The emulator has one account, so here the other one is we.
    bucket = StateBucket(s3, "state-taken", environment("state-taken", account_id="555555555555"))
    with pytest.raises(UserError) as caught:
        bucket.mend()
    assert told(caught.value.problems) == [("DW405", "state.bucket", "state-taken")]
    assert "Status" not in s3.get_bucket_versioning(Bucket="state-taken")


def run(name: str, emulator: Emulator, project_root: Path, *options: str) -> subprocess.CompletedProcess[str]:
    environ = {**emulator.environ, "DYNAWRIGHT_ENV": name}
    command = [sys.executable, "-m", "dynawright", "bootstrap", *options]
    return subprocess.run(command, cwd=project_root, env={**os.environ, **environ}, capture_output=True, text=True, check=False)


def test_the_command_says_what_it_did_and_what_else_is_missing(emulator: Emulator, project_root: Path) -> None:
    first = run("dev", emulator, project_root)
    assert first.stdout.startswith("s3://tablestakes-state-dev: created in ap-northeast-1, public access blocked, "), first.stderr
    assert "MISSING permissions boundary" in first.stdout
    assert first.returncode == 1
    policy = json.dumps({"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "*", "Resource": "*"}]})
    emulator.client("iam", REGION).create_policy(PolicyName="boundary", PolicyDocument=policy)
    second = run("dev", emulator, project_root)
    assert second.stdout.startswith("s3://tablestakes-state-dev: is as it must be, nothing changed\n")
    assert (second.returncode, "MISSING" in second.stdout) == (0, False), second.stdout


def test_a_check_changes_nothing_and_answers_in_json(emulator: Emulator, project_root: Path) -> None:
    s3 = emulator.client("s3", REGION)
    before = s3.list_buckets()["Buckets"]
    done = run("dev", emulator, project_root, "--check", "--json")
    checks = json.loads(done.stdout)["checks"]
    assert {"check", "subject", "state", "fix"} == set(checks[0])
    assert (done.returncode == 1) is any(row["state"] == "missing" for row in checks)
    assert s3.list_buckets()["Buckets"] == before


def test_a_state_on_this_machine_needs_no_bucket(emulator: Emulator, project_root: Path) -> None:
    done = run("local", emulator, project_root)
    assert done.returncode == 2
    assert codes(done.stderr) == ["DW405"]


def test_an_account_that_cannot_be_asked_is_said_in_one_line(project_root: Path) -> None:
    nowhere = {
        "AWS_ENDPOINT_URL": "http://127.0.0.1:9",
        "AWS_ACCESS_KEY_ID": "nobody",
        "AWS_SECRET_ACCESS_KEY": "nothing",
        "AWS_MAX_ATTEMPTS": "1",
    }
    command = [sys.executable, "-m", "dynawright", "bootstrap"]
    environ = {**os.environ, **nowhere, "DYNAWRIGHT_ENV": "dev"}
    done = subprocess.run(command, cwd=project_root, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    errors = [line for line in done.stderr.splitlines() if not line.startswith("warning")]
    assert (codes(done.stderr), len(errors)) == (["DW702"], 1)


def test_missing_credentials_are_said_with_what_to_do() -> None:
    with pytest.raises(UserError) as caught, refusals_in_words():
        raise NoCredentialsError
    (problem,) = caught.value.problems
    assert (problem.code, "AWS_PROFILE" in problem.fix) == ("DW702", True)
