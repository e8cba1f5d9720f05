"""Plan an environment with a role that may only read, and write what a reviewer needs to know.

A saved plan is left in each stack's folder for `dynawright deploy`; none where the guard refuses anything.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

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
from dynawright.model.access_matrix import access_matrix, from_json
from dynawright.settings import load_named
from dynawright.steps import Steps
from dynawright.systems import FOUNDATION, chosen_stacks, part, system_names


def review(
    *,
    environment_name: str,
    system: str | None,
    base: str | None,
    out: Path,
    scan: Path | None = None,
    with_plan: bool = True,
    allow_bundled: bool = False,
) -> int:
    """Write the page to `out`; return 1 if a plan is missing or refused. Without credentials, leave the plans out."""
    chosen_stacks(load_named(environment_name), system)  # refuses a name that there is not
    compared = base_of(project.root(), base)
    plans = None
    if with_plan:
        print(f"• {program_for(load_named(environment_name), allow_bundled=allow_bundled)}", flush=True)
        workspace = Workspace(environment_name, outdir(), system)
        steps = Steps(len(workspace.stacks))
        plans = [
            _planned(steps, name, folder, workspace, compared, allow_bundled=allow_bundled)
            for name, folder in workspace.stacks.items()
        ]
    differences = [_difference(name, compared) for name in _compared(system, compared)]
    out.write_text(page(environment_name, plans, differences, _scan(scan)), encoding="utf-8")
    print(f"written to {out}")
    return 1 if any(isinstance(plan, NoPlan) or plan.verdict.refused for plan in plans or ()) else 0


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
        if made.verdict.refused:
            saved.unlink(missing_ok=True)
        counts = ", ".join(f"{count} to {what}" for what, count in made.counts.items())
        said.append(f"{counts}; {report.summary(made.verdict)}")
    return made


def _unprotected(system: str, folder: Path, workspace: Workspace, base: Revision) -> list[Finding]:
    """Compare with the baseline of the same stack; a stack without one is new."""
    before = base.file(baselines.stack_path(workspace.environment.name, system))
    after = json.loads((folder / "cdk.tf.json").read_text())
    return list(lifecycle.findings(json.loads(before or "{}"), after))


def _compared(only: str | None, base: Revision) -> Sequence[str]:
    """Return the systems whose access is compared: all of now and of the base, or one of them."""
    if only:
        return [] if only.startswith(FOUNDATION) else [only]
    removed = {Path(file).stem for file in base.files(baselines.FOLDER) if file == baselines.access_path(Path(file).stem)}
    return sorted({*system_names(), *removed})


def _difference(system: str, base: Revision) -> Difference:
    """Compare the access matrix of the base with that of the model; a system that is new or gone has none on one side."""
    before = json.loads(base.file(baselines.access_path(system)) or "{}")
    after = access_matrix(part(system, "model", "SYSTEM")) if system in system_names() else ()
    return difference(system, tuple(from_json(before)), after)
