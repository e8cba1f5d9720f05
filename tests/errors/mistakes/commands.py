"""A mistake for each code of the command line and of the general ones."""

import subprocess
from pathlib import Path

import pytest

from dynawright import cli, framework
from dynawright.deploy.workspace import Workspace
from dynawright.new import additions, update
from dynawright.ops.restore import restore
from dynawright.systems import chosen, system_names
from dynawright.terraform_module import write_module
from tests.errors.mistakes.source import Mistake, executed
from tools import audit


def _failing_main() -> None:
    Path("main.py").write_text("import sys\n\nsys.exit('out of memory')\n")
    Workspace("local", Path("cdktf.out"))


def _without_boto3() -> None:
    raise ModuleNotFoundError("No module named 'botocore'", name="botocore.exceptions")


def _wrong_option() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", ["dynawright", "advise", "--days", "many"])
        cli._command()


def _unaudited() -> None:
    Path("app.txt").write_text("boto3==1.40.0 --hash=sha256:0\n")
    audit.main(["pip-audit", "app.txt"])


def answering(call: Mistake, stderr: str) -> Mistake:
    """Let every program that is started fail with this message."""

    def make() -> None:
        answer = subprocess.CompletedProcess((), 1, "", stderr)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("subprocess.run", lambda *_, **__: answer)
            call()

    return make


MISTAKES: dict[str, Mistake] = {
    "DW001": lambda: executed("stacks/orders/model.py", "\n\nDAYS = 30 / 0\n"),
    "DW003": _failing_main,
    "DW004": _without_boto3,
    "DW005": lambda: framework.chosen({framework.VARIABLE: "cdk"}),
    "DW801": lambda: chosen("ordres", system_names()),
    "DW802": _wrong_option,
    "DW803": lambda: restore("orders", "orders", put_back=False, read_units=1, write_units=1, state=None),
    "DW804": lambda: update.update_project(Path.cwd()),
    "DW805": answering(lambda: update._old_template("0.1.0", None, Path.cwd()), ""),
    "DW806": answering(lambda: update._git(Path("orders"), "clone"), "fatal: repository 'orders' does not exist"),
    "DW807": lambda: additions.add_table("orders", "invoices"),
    "DW809": lambda: write_module(Path("cdktf.out/stacks/orders-local"), Path("stacks")),
    "DW901": answering(_unaudited, "no connection"),
}
