"""An application's stacks on an IAM-enforcing emulator, deployed by the workflows' roles."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
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
    """A stack. `second_plans` were made directly after an apply."""

    planner: Terraform
    applier: Terraform
    second_plans: list[Plan] = field(default_factory=list)

    @property
    def folder(self) -> Path:
        return self.planner.folder

    @property
    def saved(self) -> Path:
        return self.folder / "release.tfplan"

    def build(self, document: Json) -> None:
        """Plan as the role that plans, and apply that plan as the one that applies."""
        (self.folder / "cdk.tf.json").write_text(json.dumps(document))
        self.planner.save_plan(self.saved)
        self.applier.apply(self.saved)

    def deploy(self, document: Json) -> None:
        """Build it, and plan once more."""
        self.build(document)
        self.second_plans.append(self.planner.plan(lock=False))

    def changes(self) -> list[Json]:
        """Return what the plan that was applied last changed."""
        changes: list[Json] = self.planner.show(self.saved)["resource_changes"]
        return [change for change in changes if change["mode"] == "managed"]

    def destroy(self) -> None:
        self.applier.destroy()
        assert self.applier.addresses() == []


class Pipeline:
    """An environment of an application, but for some types of resource. Its state is in S3, as on AWS."""

    def __init__(
        self,
        application: Application,
        emulator: Emulator,
        folder: Path,
        environment: str,
        settings: Mapping[str, Any],
        left_out: Collection[str] = (),
    ) -> None:
        self._application = application
        self._emulator = emulator
        self._folder = folder
        self._name = environment
        self._settings = settings
        self._left_out = left_out
        found = self.environment({})
        self._network = Network(emulator, found.region)
        account.provide(emulator, found)
        bootstrap(found, lambda service: emulator.client(service, found.state_region))

    def documents(self, settings: Mapping[str, Any]) -> dict[str, Json]:
        """Synthesize the environment with other settings; return the JSON of each stack by its name."""
        self._application.synthesize(self.environment(settings), self._folder)
        return {
            file.parent.name.removesuffix(f"-{self._name}"): self._document(file)
            for file in self._folder.glob("stacks/*/cdk.tf.json")
        }

    def _document(self, file: Path) -> Json:
        document = json.loads(self._network.exists_in(file.read_text()))
        for type in self._left_out:
            document["resource"].pop(type, None)
        return document

    def environment(self, settings: Mapping[str, Any]) -> Environment:
        return self._application.environment(self._name, **merged(self._settings, settings))

    def stack(self, name: str, roles: Workflow) -> Released:
        folder = self._folder / "stacks" / f"{name}-{self._name}"
        planner, applier = (self._terraform(folder, credentials) for credentials in (roles.plans, roles.applies))
        if not (folder / ".terraform" / "providers").exists():
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
