"""The guard on plan files: saved plans, or the JSON of `terraform show -json`."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from dynawright import given_files
from dynawright.deploy.terraform import Terraform
from dynawright.errors import UserError
from dynawright.given_files import GivenFileError
from dynawright.guard import plan
from dynawright.guard.approval import Verdict
from dynawright.guard.change import Change
from dynawright.guard.growth import coverage_of
from dynawright.guard.guard import judge
from dynawright.settings import load_named


@dataclass(frozen=True)
class FileVerdict:
    """The guard's result for a plan file."""

    file: Path
    verdict: Verdict

    @property
    def document(self) -> dict[str, Any]:
        """The result as JSON."""
        approved = [
            {**asdict(finding), "reason": approval.reason, "expires": str(approval.expires)}
            for finding, approval in self.verdict.approved
        ]
        refused = [asdict(finding) for finding in self.verdict.refused]
        texts = {"remarks": list(self.verdict.remarks), "notes": list(self.verdict.notes)}
        return {"plan": str(self.file), "refused": refused, "approved": approved, **texts}


def judge_plans(files: list[Path], *, environment: str | None = None, system: str | None = None) -> list[FileVerdict]:
    """Judge plans with the approvals of `environment`, all or those of one system."""
    settings = load_named(environment) if environment else None
    approvals = [approval for approval in settings.approvals if system in (None, approval.system)] if settings else []
    coverage = coverage_of(system, settings) if settings and system else None
    return [FileVerdict(file, judge(read(file), approvals, coverage)) for file in files]


def read(path: Path) -> list[Change]:
    """Return the changes in a plan's JSON, or in a saved plan beside the folder's `.terraform`."""
    try:
        content = given_files.read_bytes(path)
    except GivenFileError as error:
        raise UserError([plan.not_a_plan(str(error), str(path))]) from None
    if content.startswith(b"PK"):  # a saved plan is a zip file
        return plan.changes(_shown(path), str(path))
    try:
        loaded = given_files.parse_json(content)
    except GivenFileError:
        loaded = None
    if not isinstance(loaded, dict):
        raise UserError([plan.not_a_plan("is neither a saved plan nor its JSON", str(path))])
    return plan.changes(loaded, str(path))


def _shown(path: Path) -> dict[str, Any]:
    """Let Terraform read a saved plan, with the provider in its folder."""
    folder = next((parent for parent in path.resolve().parents if (parent / ".terraform").is_dir()), None)
    if folder is None:
        raise UserError([plan.not_a_plan("no folder above it is initialized", str(path))])
    return Terraform(folder).show(path)
