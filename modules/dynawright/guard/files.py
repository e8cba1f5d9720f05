"""The guard on any plans: saved ones, or the JSON of `terraform show -json`."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from dynawright.guard import plan
from dynawright.guard.approval import Verdict
from dynawright.guard.growth import coverage_of
from dynawright.guard.guard import judge
from dynawright.settings import load_named


@dataclass(frozen=True)
class FileVerdict:
    """What the guard says of the plan in a file."""

    file: Path
    verdict: Verdict

    @property
    def document(self) -> dict[str, Any]:
        """The same as JSON, for programs."""
        approved = [
            {**asdict(finding), "reason": approval.reason, "expires": str(approval.expires)}
            for finding, approval in self.verdict.approved
        ]
        refused = [asdict(finding) for finding in self.verdict.refused]
        told = {"remarks": list(self.verdict.remarks), "notes": list(self.verdict.notes)}
        return {"plan": str(self.file), "refused": refused, "approved": approved, **told}


def judge_plans(files: list[Path], *, environment: str | None = None, system: str | None = None) -> list[FileVerdict]:
    """Judge plans; the approvals of `environment` count, all or those of one system."""
    settings = load_named(environment) if environment else None
    approvals = [approval for approval in settings.approvals if system in (None, approval.system)] if settings else []
    coverage = coverage_of(system, settings) if settings and system else None
    return [FileVerdict(file, judge(plan.read(file), approvals, coverage)) for file in files]
