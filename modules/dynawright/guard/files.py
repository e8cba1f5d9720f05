"""The guard on any plans: saved ones, or the JSON of `terraform show -json`."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from dynawright.guard import plan
from dynawright.guard.approval import Verdict
from dynawright.guard.guard import judge
from dynawright.settings import Approval, load_named


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
        return {"plan": str(self.file), "refused": refused, "approved": approved, "remarks": list(self.verdict.remarks)}


def judge_plans(files: list[Path], *, environment: str | None = None, system: str | None = None) -> list[FileVerdict]:
    """Judge plans; the approvals of `environment` count, all or those of one system."""
    approvals = _approvals(environment, system)
    return [FileVerdict(file, judge(plan.read(file), approvals)) for file in files]


def _approvals(environment: str | None, system: str | None) -> list[Approval]:
    if environment is None:
        return []
    return [approval for approval in load_named(environment).approvals if system in (None, approval.system)]
