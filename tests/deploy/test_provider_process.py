"""Tests of the provider that several Terraform commands of a stack share."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from dynawright.deploy import provider_process
from dynawright.deploy.provider_process import REATTACH, ProviderProcess
from dynawright.deploy.terraform import Terraform
from dynawright.emulator.emulator import Emulator

REGION = "eu-central-1"
STACK = {
    "terraform": {"required_providers": {"aws": {"source": "hashicorp/aws"}}},
    "provider": {"aws": [{"region": REGION}]},
    "resource": {"aws_sns_topic": {"topic": {"name": "first"}}},
}


@pytest.fixture(scope="module")
def terraform(needs_terraform: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Terraform]:
    folder = tmp_path_factory.mktemp("stack")
    (folder / "main.tf.json").write_text(json.dumps(STACK))
    with Emulator("111111111111") as emulator:
        terraform = Terraform(folder, emulator.environ)
        terraform.use_emulator()
        terraform.init()
        yield terraform


def test_commands_share_a_provider_and_see_what_changed_in_between(terraform: Terraform) -> None:
    terraform.apply()
    provider = terraform._running_provider
    assert terraform.plan().is_empty
    changed = {**STACK, "resource": {"aws_sns_topic": {"topic": {"name": "first", "display_name": "second"}}}}
    (terraform.folder / "main.tf.json").write_text(json.dumps(changed))
    assert not terraform.plan().is_empty
    assert provider is not None
    assert provider is terraform._running_provider
    pid = _pid(provider.environ)
    assert _is_running(pid)
    provider.stop()
    assert not _is_running(pid)
    assert provider.environ == {}


def test_a_provider_ends_when_the_process_that_started_it_is_killed(terraform: Terraform) -> None:
    program = f"""
import os, signal
from pathlib import Path
from dynawright.deploy.provider_process import ProviderProcess, installed
folder = Path({str(terraform.folder)!r})
provider = ProviderProcess(installed(folder), dict(os.environ), folder)
os.write(1, provider.environ[{REATTACH!r}].encode())
os.kill(os.getpid(), signal.SIGKILL)
"""
    keeper = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    said, _ = keeper.communicate()  # the provider's starter holds the other end of stderr until it has ended the provider
    assert not _is_running(_pid({REATTACH: said}))


def test_a_stack_with_two_provider_blocks_shares_none(terraform: Terraform) -> None:
    """A provider in another Region would serve both: resources would be made in the wrong one."""
    main = terraform.folder / "main.tf.json"
    both = [{"region": REGION}, {"region": "eu-west-1", "alias": "other"}]
    stack, main_text = {**STACK, "provider": {"aws": both}}, main.read_text()
    main.write_text(json.dumps(stack))
    assert terraform._provider_environ("plan") == {}
    main.write_text(main_text)


def test_a_command_that_needs_no_provider_starts_none_and_is_led_to_one_that_runs(terraform: Terraform) -> None:
    """Terraform would compute the checksum of the installed provider otherwise."""
    pinned = Terraform(terraform.folder, terraform._environ)
    pinned.pin_provider()
    assert pinned._provider_environ("state list") == {}
    running = pinned._provider_environ("plan")
    assert list(running) == [REATTACH]
    assert pinned._provider_environ("state list") == running
    assert pinned._provider_environ("init") == {}


def test_a_provider_that_the_user_runs_is_used(terraform: Terraform, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(REATTACH, "{}")
    pinned = Terraform(terraform.folder, terraform._environ)
    assert pinned._provider_environ("plan") == {}  # a stack whose provider is not pinned may be on AWS
    pinned.pin_provider()
    assert pinned._provider_environ("plan") == {REATTACH: "{}"}


def test_it_can_be_switched_off(terraform: Terraform, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(provider_process.VARIABLE, "0")
    plain = Terraform(terraform.folder, terraform._environ)
    plain.use_emulator()
    assert plain._provider_environ("plan") == {}


def test_a_provider_that_does_not_start_leaves_terraform_to_start_its_own(tmp_path: Path) -> None:
    provider = ProviderProcess(_program(tmp_path, "exit 1"), dict(os.environ), tmp_path)
    assert provider.environ == {}
    provider.stop()


def test_a_provider_runs_in_the_stacks_folder_where_its_packages_are(tmp_path: Path) -> None:
    says_where = """echo "TF_REATTACH_PROVIDERS='{\\"it\\": \\"$(pwd)\\"}'"; exec sleep 600"""
    stack = tmp_path / "stack"
    stack.mkdir()
    provider = ProviderProcess(_program(tmp_path, says_where), dict(os.environ), stack)
    assert [*json.loads(provider.environ[REATTACH]).values()] == [str(stack.resolve())]
    provider.stop()


def _program(folder: Path, script: str) -> Path:
    program = folder / "terraform-provider-aws"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    return program


def _pid(environ: dict[str, str]) -> int:
    return int(next(iter(json.loads(environ[REATTACH]).values()))["Pid"])


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
