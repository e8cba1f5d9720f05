"""A mistake for each code of deployment: Terraform, plans, state and git."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from dynawright.deploy import account, configuration, deploy, plan_files, provider_mirror, provider_version
from dynawright.deploy.bootstrap import bootstrap
from dynawright.deploy.judging_terraform import judging_terraform
from dynawright.deploy.own_roles import refuse_deploy_role
from dynawright.deploy.review.revision import base_of
from dynawright.deploy.terraform import Terraform
from dynawright.deploy.terraform_program import VARIABLE, find_terraform
from dynawright.guard import plan
from dynawright.guard.change import Change
from dynawright.settings import Environment, load_named
from tests.errors.mistakes.source import Mistake

FAILING = """\
#!/bin/sh
if [ "$1" = version ]; then echo '{"terraform_version": "1.11.0"}'; exit; fi
echo 'Error: Unsupported argument' >&2
exit 1
"""


class OtherAccount:
    """STS with credentials of another account."""

    def get_caller_identity(self) -> dict[str, str]:
        return {"Account": "999999999999"}


class DeploySession:
    """STS with credentials of the deploy role."""

    def __init__(self, environment: Environment) -> None:
        self._role = environment.shared_name("deploy")

    def get_caller_identity(self) -> dict[str, str]:
        return {"Arn": f"arn:aws:sts::444444444444:assumed-role/{self._role}/apply"}


def with_variable(name: str, value: str, call: Mistake) -> Mistake:
    def make() -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv(name, value)
            call()

    return make


HALF_MADE = """\
#!/bin/sh
case "$1" in
version) echo '{"terraform_version": "1.11.0"}' ;;
state) echo '{"resources": [{"type": "aws_dynamodb_table", "name": "Orders", "instances": [{"status": "tainted"}]}]}' ;;
*) echo 'Error: Instance cannot be destroyed: it has lifecycle.prevent_destroy set' >&2; exit 1 ;;
esac
"""


def with_terraform(call: Mistake, script: str = FAILING) -> Mistake:
    """Let `terraform` be a program that fails."""

    def make() -> None:
        program = Path("terraform").resolve()
        program.write_text(script)
        program.chmod(0o755)
        with_variable(VARIABLE, str(program), call)()

    return make


def _validated() -> None:
    folder = Path("orders-local")
    folder.mkdir()
    Terraform(folder).validate()


def _replaced() -> None:
    folder = Path("orders-local")
    folder.mkdir()
    Terraform(folder).plan()


def _no_plan() -> None:
    Path("plan.json").write_text(json.dumps([]))
    plan_files.read(Path("plan.json"))


def _own_role() -> None:
    production = load_named("production")
    role = Change("aws_iam_role.Deploy", "aws_iam_role", ("update",), {}, {})
    refuse_deploy_role("foundation", [role], production, lambda: DeploySession(production))


def _no_client(service: str) -> Any:
    raise AssertionError(f"{service} is not asked")


def _faulty_mirror() -> None:
    program = Path("mirror", provider_mirror.REGISTRY, provider_mirror.PROVIDER, "6.20.0/linux_amd64/terraform-provider-aws")
    program.parent.mkdir(parents=True)
    program.touch()
    provider_version.on_emulator("6.61.0", provider_mirror.find())


def _foreign_folder() -> None:
    Path("orders-production").mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DYNAWRIGHT_ENV", "local")
        patch.setattr(os, "environ", dict(os.environ))
        patch.chdir("orders-production")
        judging_terraform(["apply"])


MISTAKES: dict[str, Mistake] = {
    "DW401": with_variable(VARIABLE, "terraform-9", find_terraform),
    "DW402": with_terraform(_validated),
    "DW403": with_variable(provider_mirror.VARIABLE, "mirror", provider_mirror.find),
    "DW404": lambda: account.refuse_another(load_named("production"), OtherAccount()),
    "DW405": lambda: bootstrap(load_named("local"), _no_client),
    "DW406": lambda: deploy.apply_reviewed(environment_name="local", system="orders"),
    "DW407": lambda: base_of(Path.cwd(), "v0.9"),
    "DW408": _no_plan,
    "DW412": with_variable(provider_mirror.VARIABLE, "mirror", _faulty_mirror),
    "DW409": lambda: plan.changes({"resource_changes": [], "errored": True}),
    "DW410": _own_role,
    "DW415": with_terraform(_replaced, HALF_MADE),
    "DW413": lambda: configuration.stack_in({"cdk.tf.json": b"{}", "main.tf": b""}, "orders-local"),
    "DW414": _foreign_folder,
}
