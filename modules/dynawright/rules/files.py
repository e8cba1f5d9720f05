"""Apply the rules to any Terraform: synthesized JSON, a plan or state as JSON, or a lock file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dynawright.errors import Place, Problem, UserError, unknown
from dynawright.rules import lock_file
from dynawright.rules.catalogue import all_rules
from dynawright.rules.judgement import Judgement, findings_of, judged
from dynawright.rules.resources import read
from dynawright.rules.rule import Finding


@dataclass(frozen=True)
class FileJudgement:
    """Findings of the rules in files."""

    judgement: Judgement
    rules: int
    resources: int

    @property
    def document(self) -> dict[str, Any]:
        """Return the judgement as JSON."""
        return {
            "rules": self.rules,
            "resources": self.resources,
            "findings": [_finding(finding) for finding in self.judgement.findings],
            "accepted": [
                {**_finding(acceptance.finding), "because": acceptance.because} for acceptance in self.judgement.accepted
            ],
            "problems": [{"code": problem.code, "message": str(problem)} for problem in self.judgement.problems],
        }


def judge_files(files: Sequence[Path], *, only: Sequence[str] = (), environment: str = "", ours: bool = False) -> FileJudgement:
    """Judge files by all or named rules; `environment` overrides tags and file names.

    `ours` means that the package's constructs made everything in them.
    """
    known = {rule.name: rule for rule in all_rules()}
    if missing := [name for name in only if name not in known]:
        raise UserError(unknown("DW504", "rule", name, known, fix="see docs/rules.md") for name in missing)
    rules = [known[name] for name in only] or list(known.values())
    documents = [
        lock_file.read(file) if file.suffix == lock_file.SUFFIX else read(file, environment, ours=ours) for file in files
    ]
    if empty := [document.name for document in documents if not document.built]:
        raise UserError(Problem("DW503", "there are no resources to check", Place(name)) for name in empty)
    judgement = judged(documents, findings_of(rules, documents), set(known), with_checkov=False)
    return FileJudgement(judgement, len(rules), sum(document.built for document in documents))


def _finding(finding: Finding) -> dict[str, str]:
    return {
        "rule": finding.rule,
        "severity": finding.severity,
        "document": finding.document,
        "address": finding.resource.address,
        "label": finding.resource.label,
        "message": finding.message,
    }
