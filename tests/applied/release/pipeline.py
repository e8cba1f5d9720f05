"""An application's stacks on an IAM-enforcing emulator, deployed by the workflows' roles."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dynawright.deploy.bootstrap import bootstrap
from dynawright.deploy.plan import Plan
from dynawright.deploy.terraform import Terraform
from dynawright.emulator import account
from dynawright.emulator.emulator import Emulator
from dynawright.emulator.iam.credentials import Credentials
from dynawright.emulator.workflow import Workflow
from dynawright.settings import Environment
from tests.access.applications import Application, merged
from tests.applied.release.change import Json
from tests.applied.release.network import Network

WAITS = {"TF_CLI_ARGS_apply": "-parallelism=40", "TF_CLI_ARGS_destroy": "-parallelism=40"}
"""Stacks are applied at the same time, since an apply mostly waits."""


@dataclass
class Released:
    """A stack. `plans` were applied, `second_plans` made directly after them."""

    planner: Terraform
    applier: Terraform
    plans: list[Plan] = field(default_factory=list)
    second_plans: list[Plan] = field(default_factory=list)

    @property
    def folder(self) -> Path:
        return self.planner.folder

    def deploy(self, document: Json) -> None:
        """Plan as the role that plans, apply that plan as the one that applies, and plan once more."""
        (self.folder / "cdk.tf.json").write_text(json.dumps(document))
        saved = self.folder / "release.tfplan"
        self.plans.append(self.planner.plan(saved, lock=False))
        self.applier.apply(saved)
        self.second_plans.append(self.planner.plan(lock=False))

    def destroy(self) -> None:
        self.applier.destroy()
        assert self.applier.addresses() == []


class Pipeline:
    """An environment of an application. Its state is in S3, as on AWS."""

    def __init__(
        self, application: Application, emulator: Emulator, folder: Path, environment: str, settings: Mapping[str, Any]
    ) -> None:
        self._application = application
        self._emulator = emulator
        self._folder = folder
        self._name = environment
        self._settings = settings
        found = self.environment({})
        self._network = Network(emulator, found.region)
        account.provide(emulator, found)
        bootstrap(found, lambda service: emulator.client(service, found.state_region))

    def documents(self, settings: Mapping[str, Any]) -> dict[str, Json]:
        """Synthesize the environment with other settings; return the JSON of each stack by its name."""
        self._application.synthesize(self.environment(settings), self._folder)
        return {
            file.parent.name.removesuffix(f"-{self._name}"): json.loads(self._network.exists_in(file.read_text()))
            for file in self._folder.glob("stacks/*/cdk.tf.json")
        }

    def environment(self, settings: Mapping[str, Any]) -> Environment:
        return self._application.environment(self._name, **merged(self._settings, settings))

    def stack(self, name: str, roles: Workflow) -> Released:
        folder = self._folder / "stacks" / f"{name}-{self._name}"
        planner, applier = (self._terraform(folder, credentials) for credentials in (roles.plans, roles.applies))
        planner.init()
        return Released(planner, applier)

    def _terraform(self, folder: Path, credentials: Credentials) -> Terraform:
        terraform = Terraform(folder, self._emulator.environ_as(credentials) | WAITS)
        written = json.loads((folder / "cdk.tf.json").read_text())["terraform"]["backend"]["s3"]
        terraform.use_emulator()
        override = folder / "harness_override.tf.json"
        harness = json.loads(override.read_text())
        harness["terraform"]["backend"] = {"s3": {**written, "use_path_style": True}}
        override.write_text(json.dumps(harness))
        return terraform
