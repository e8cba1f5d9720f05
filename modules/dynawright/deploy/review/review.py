"""Plans an environment with a read-only role, and collects the facts for a reviewer.

Each stack's plan is saved for `dynawright deploy`, unless a rule or the guard refuses it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dynawright import baselines, project
from dynawright.deploy.deploy import outdir, program_for, terraform_in
from dynawright.deploy.planned import REVIEWED, Planned, planned
from dynawright.deploy.review import lifecycle
from dynawright.deploy.review.access import Difference, difference
from dynawright.deploy.review.page import NoPlan, page
from dynawright.deploy.review.revision import Revision, base_of
from dynawright.deploy.terraform import TerraformError
from dynawright.deploy.workspace import Workspace
from dynawright.guard import report
from dynawright.guard.rule import Finding
from dynawright.model.access_matrix import Right, access_matrix, from_json
from dynawright.rules import report as rules_report
from dynawright.settings import Environment, RuleException, load_named
from dynawright.steps import Steps
from dynawright.systems import FOUNDATION, chosen_stacks, part, system_names


@dataclass(frozen=True)
class ReviewedStack:
    """A stack's Terraform JSON and rights, before and after; empty if it is new or removed."""

    name: str
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    rights_before: tuple[Right, ...]
    rights_after: tuple[Right, ...]


@dataclass(frozen=True)
class Review:
    """The facts about a change in an environment; `plans` is None without credentials."""

    environment: Environment
    base: Revision
    stacks: tuple[ReviewedStack, ...]
    plans: Sequence[Planned | NoPlan] | None
    differences: Sequence[Difference]
    exceptions: Sequence[RuleException]
    scan: str | None

    @property
    def markdown(self) -> str:
        """Return the page as Markdown."""
        return page(self.environment.name, self.plans, self.differences, self.scan, self.exceptions)

    @property
    def status(self) -> int:
        """Return 1 if a plan is missing or refused."""
        return 1 if any(isinstance(plan, NoPlan) or plan.is_refused for plan in self.plans or ()) else 0


def review(
    *,
    environment_name: str,
    system: str | None,
    base: str | None,
    scan: Path | None = None,
    with_plan: bool = True,
    allow_bundled: bool = False,
) -> Review:
    """Plan every stack; without `with_plan`, only compare with the base."""
    environment = load_named(environment_name)
    reviewed = chosen_stacks(environment, system)  # raises an error for an unknown name
    compared = base_of(project.root(), base)
    plans, folders = None, {}
    if with_plan:
        print(f"• {program_for(environment, allow_bundled=allow_bundled)}", flush=True)
        workspace = Workspace(environment_name, outdir(), system)
        folders = dict(workspace.stacks)
        steps = Steps(len(folders))
        plans = [
            _planned(steps, name, folder, workspace, compared, allow_bundled=allow_bundled) for name, folder in folders.items()
        ]
    systems = _compared(system, compared)
    rights = {name: _rights(name, compared) for name in systems}
    names = dict.fromkeys((*reviewed, *systems))
    return Review(
        environment,
        compared,
        tuple(_reviewed(name, environment_name, folders.get(name), compared, rights.get(name, ((), ()))) for name in names),
        plans,
        [difference(name, *rights[name]) for name in systems],
        [exception for exception in environment.exceptions if exception.system in reviewed],
        _scan(scan),
    )


def _reviewed(
    name: str, environment: str, folder: Path | None, base: Revision, rights: tuple[tuple[Right, ...], tuple[Right, ...]]
) -> ReviewedStack:
    """Compare the base's baseline with the synthesized stack; without a plan, with the current baseline."""
    path = baselines.stack_path(environment, name)
    now = folder / "cdk.tf.json" if folder else project.root() / path
    before, after = json.loads(base.file(path) or "{}"), json.loads(now.read_text()) if now.exists() else {}
    return ReviewedStack(name, before, after, *rights)


def _scan(file: Path | None) -> str | None:
    if file is None:
        return None
    return file.read_text(encoding="utf-8") if file.exists() else "❌ No result: the scan did not get that far; see its log."


def _planned(
    steps: Steps, system: str, folder: Path, workspace: Workspace, base: Revision, *, allow_bundled: bool
) -> Planned | NoPlan:
    terraform = terraform_in(folder, workspace.environment, allow_bundled=allow_bundled)
    besides = _unprotected(system, folder, workspace, base)
    saved = folder / REVIEWED
    with steps.step(f"{system} in {workspace.environment.name}: terraform init and plan") as said:
        try:
            terraform.init()
            made = planned(terraform, system, workspace.environment, saved, lock=False, besides=besides)
        except TerraformError as error:
            said.append("no plan")
            return NoPlan(system, str(error))
        if made.is_refused:
            saved.unlink(missing_ok=True)
        counts = ", ".join(f"{count} to {what}" for what, count in made.counts.items())
        said.append(f"{counts}; {rules_report.summary(made.judgement)}; {report.summary(made.verdict)}")
    return made


def _unprotected(system: str, folder: Path, workspace: Workspace, base: Revision) -> list[Finding]:
    """Compare with the baseline of the same stack; a stack without one is new."""
    before = base.file(baselines.stack_path(workspace.environment.name, system))
    after = json.loads((folder / "cdk.tf.json").read_text())
    return list(lifecycle.findings(json.loads(before or "{}"), after))


def _compared(only: str | None, base: Revision) -> Sequence[str]:
    """Return the systems whose access is compared: all current ones and those of the base, or one of them."""
    if only:
        return [] if only.startswith(FOUNDATION) else [only]
    removed = {Path(file).stem for file in base.files(baselines.FOLDER) if file == baselines.access_path(Path(file).stem)}
    return sorted({*system_names(), *removed})


def _rights(system: str, base: Revision) -> tuple[tuple[Right, ...], tuple[Right, ...]]:
    """Return the rights before and after; a new or removed system lacks one of them."""
    before = json.loads(base.file(baselines.access_path(system)) or "{}")
    after = access_matrix(part(system, "model", "SYSTEM")) if system in system_names() else ()
    return tuple(from_json(before)), tuple(after)
