"""The command as users start it, in the small application of tests/application."""

import io
import os
import shlex
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import boto3
import pytest
import typer

from dynawright.cli import main
from dynawright.cli.app import app
from dynawright.deploy import provider_mirror
from dynawright.emulator.emulator import Emulator

Dynawright = Callable[..., subprocess.CompletedProcess[str]]
ACCOUNT_ID, REGION = "444444444444", "ap-northeast-1"  # of the application's production
CHOICES = (
    "DYNAWRIGHT_ENV",
    "DYNAWRIGHT_SYSTEM",
    "DYNAWRIGHT_TERRAFORM",
    "NO_COLOR",
    "COLUMNS",
    "CDKTF_OUTDIR",
    "PYTHONUNBUFFERED",
)
SAVED_PLAN = 'import sys, zipfile; zipfile.ZipFile(sys.argv[1], "w").write("cdk.tf.json", "tfconfig/m-/cdk.tf.json")'
"""Write the configuration into a saved plan, like Terraform."""


def commands() -> dict[str, Any]:
    """Return every command by its words, such as `replay list`."""
    top = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    groups = {name: command for name, command in top.items() if hasattr(command, "commands")}
    inner = {f"{name} {word}": command for name, group in groups.items() for word, command in group.commands.items()}
    return {name: command for name, command in top.items() if name not in groups} | inner


def example(name: str, **replaced: str) -> list[str]:
    """Return a command's help example as arguments, with words replaced that a test can't use."""
    text = str(commands()[name].epilog).removeprefix("Example: ")
    words = shlex.split(text)
    assert words[: 1 + len(name.split())] == ["dynawright", *name.split()]
    return [replaced.get(word.strip("-").replace("-", "_"), word) for word in words[1:]]


def environ(**more: str) -> dict[str, str]:
    """Return the variables of a child: nothing of the user's AWS, and no choice made elsewhere."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("AWS_") and name not in CHOICES}
    return {**own, **more}


@pytest.fixture
def process() -> Dynawright:
    """Run the command in the working directory, in a process of its own: process("synth", NO_COLOR="1")."""

    def run(*arguments: object, answer: str = "", **more: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "dynawright", *map(str, arguments)]
        return subprocess.run(command, env=environ(**more), input=answer, capture_output=True, text=True, check=False)

    return run


@pytest.fixture
def dynawright(monkeypatch: pytest.MonkeyPatch) -> Dynawright:
    """The same in this process, which is faster: it need not import anything again."""

    def run(*arguments: object, answer: str = "", **more: str) -> subprocess.CompletedProcess[str]:
        command = ["dynawright", *map(str, arguments)]
        out, err = io.StringIO(), io.StringIO()
        with monkeypatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
            patch.setattr(sys, "argv", command)
            patch.setattr(sys, "stdin", io.StringIO(answer))
            patch.setattr(os, "environ", environ(**more))
            patch.setattr(boto3, "DEFAULT_SESSION", None)  # it would keep the variables of an earlier command
            with pytest.raises(SystemExit) as ended:
                main()
        return subprocess.CompletedProcess(command, int(ended.value.code or 0), out.getvalue(), err.getvalue())

    return run


@pytest.fixture(scope="session")
def cloud() -> Iterator[Emulator]:
    """One emulator for all tests of the command line, with the account of production."""
    with Emulator(ACCOUNT_ID) as emulator:
        yield emulator


@pytest.fixture
def aws(cloud: Emulator) -> Mapping[str, str]:
    """Variables that make the emulator the user's AWS."""
    return {**{name: value for name, value in cloud.environ.items() if name.startswith("AWS_")}, "AWS_REGION": REGION}


@pytest.fixture
def terraform_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put a Terraform on PATH that plans one table and only logs its calls; return the log."""
    log, binary, plan = tmp_path / "terraform.log", tmp_path / "bin" / "terraform", tmp_path / "plan.json"
    plan.write_text('{"resource_changes": []}')
    binary.parent.mkdir()
    binary.write_text(f"""#!/bin/sh
[ "$1" = version ] && echo '{{"terraform_version": "1.11.0"}}' && exit 0
echo "${{PWD##*/}} $*" >> '{log}'
case "$*" in
plan*) for word in "$@"; do case "$word" in -out=*) '{sys.executable}' -c '{SAVED_PLAN}' "${{word#-out=}}";; esac; done; exit 2;;
show*-json*) cat '{plan}';;
esac
""")
    binary.chmod(binary.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{binary.parent}:{os.environ['PATH']}")
    provider = (
        tmp_path
        / "mirror"
        / provider_mirror.REGISTRY
        / provider_mirror.PROVIDER
        / "5.100.0"
        / "linux_amd64"
        / "terraform-provider-aws_v5.100.0_x5"
    )
    provider.parent.mkdir(parents=True)
    provider.touch()
    monkeypatch.setenv(provider_mirror.VARIABLE, str(tmp_path / "mirror"))
    return log


@pytest.fixture
def repository(application: Path) -> Path:
    """The application as a git repository with two commits."""
    identity = ("-c", "user.name=test", "-c", "user.email=test@example.com", "-c", "core.hooksPath=/dev/null")
    (application / ".gitignore").write_text("cdktf.out/\n__pycache__/\n")
    for command in (("init", "-q", "-b", "main"), ("add", "-A"), (*identity, "commit", "-qm", "first")):
        subprocess.run(["git", *command], cwd=application, check=True, capture_output=True)
    model = application / "stacks" / "orders" / "model.py"
    model.write_text(model.read_text() + "\n# a change\n")
    subprocess.run(["git", *identity, "commit", "-qam", "second"], cwd=application, check=True, capture_output=True)
    return application
