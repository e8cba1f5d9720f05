"""`make review`: plans ENV's systems (or SYSTEM) with a role that may only read, and writes what a reviewer needs to know.

Leaves a saved plan in each stack's folder, for `make deploy` to apply; none where the guard refuses anything, and then it ends with 1.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from dynawright import baselines, project
from dynawright.deploy.deploy import OUTDIR, terraform_in
from dynawright.deploy.planned import REVIEWED, Planned, planned
from dynawright.deploy.review import lifecycle
from dynawright.deploy.review.access import Difference, difference
from dynawright.deploy.review.page import NoPlan, page
from dynawright.deploy.review.revision import Revision, base_of
from dynawright.deploy.terraform import TerraformError
from dynawright.deploy.workspace import Workspace
from dynawright.errors import run
from dynawright.guard import report
from dynawright.guard.rule import Finding
from dynawright.model.access_matrix import access_matrix, from_json
from dynawright.systems import FOUNDATION, part, system_names


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m dynawright.deploy.review", description="What a change does, as Markdown.")
    parser.add_argument("--base", help="the revision to compare with (default: where this branch left main)")
    parser.add_argument("--out", type=Path, default=project.root() / "review.md", help="default: %(default)s")
    parser.add_argument("--scan", type=Path, help="a Markdown file with the scan's result, to be part of the page")
    parser.add_argument("--no-plan", action="store_true", help="without credentials: access and scan only")
    arguments = parser.parse_args()

    name, only = os.environ.get("DYNAWRIGHT_ENV") or "local", os.environ.get("DYNAWRIGHT_SYSTEM")
    base = base_of(project.root(), arguments.base)
    plans = None
    if not arguments.no_plan:
        workspace = Workspace(name, OUTDIR, only)
        plans = [_planned(system, folder, workspace, base) for system, folder in workspace.stacks.items()]
    differences = [_difference(system, base) for system in _compared(only, base)]
    arguments.out.write_text(page(name, plans, differences, _scan(arguments.scan)), encoding="utf-8")
    print(f"written to {arguments.out}")
    return 1 if any(isinstance(one, NoPlan) or one.verdict.refused for one in plans or ()) else 0


def _scan(file: Path | None) -> str | None:
    if file is None:
        return None
    return file.read_text(encoding="utf-8") if file.exists() else "❌ No result: the scan did not get that far; see its log."


def _planned(system: str, folder: Path, workspace: Workspace, base: Revision) -> Planned | NoPlan:
    print(f"• {system} in {workspace.environment.name}: ", end="", flush=True)
    terraform = terraform_in(folder, workspace.environment)
    besides = _unprotected(system, folder, workspace, base)
    saved = folder / REVIEWED
    try:
        terraform.init()
        made = planned(terraform, system, workspace.environment, saved, lock=False, besides=besides)
    except TerraformError as error:
        print("no plan", flush=True)
        return NoPlan(system, str(error))
    if made.verdict.refused:
        saved.unlink(missing_ok=True)
    print(
        ", ".join(f"{count} to {what}" for what, count in made.counts.items()) + "; " + report.summary(made.verdict), flush=True
    )
    return made


def _unprotected(system: str, folder: Path, workspace: Workspace, base: Revision) -> list[Finding]:
    """Compare with the baseline of the same stack; a stack without one is new."""
    before = base.file(baselines.stack_path(workspace.environment.name, system))
    after = json.loads((folder / "cdk.tf.json").read_text())
    return list(lifecycle.findings(json.loads(before or "{}"), after))


def _compared(only: str | None, base: Revision) -> Sequence[str]:
    """Return the systems whose access is compared: all of now and of the base, or one of them."""
    if only:
        return [] if only == FOUNDATION else [only]
    removed = {Path(file).stem for file in base.files(baselines.FOLDER) if file == baselines.access_path(Path(file).stem)}
    return sorted({*system_names(), *removed})


def _difference(system: str, base: Revision) -> Difference:
    """Compare the access matrix of the base with that of the model; a system that is new or gone has none on one side."""
    before = json.loads(base.file(baselines.access_path(system)) or "{}")
    after = access_matrix(part(system, "model", "SYSTEM")) if system in system_names() else ()
    return difference(system, tuple(from_json(before)), after)


if __name__ == "__main__":
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    run(main)
