"""Run checkov over folders of cdk.tf.json in one process, in checkov's own environment.

Started by gate/scan.py; prints one JSON object. It works around three gaps of checkov for such files: JSON policies are
decoded, resources get their Terraform addresses, and an unreadable file is an error instead of a pass.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

os.environ.setdefault("LOG_LEVEL", "ERROR")

from checkov.common.models.enums import CheckResult
from checkov.runner_filter import RunnerFilter
from checkov.terraform.checks.utils.base_cloudsplaining_iam_scanner import BaseTerraformCloudsplainingIAMScanner
from checkov.terraform_json.runner import TerraformJsonRunner

POLICIES = ("policy", "assume_role_policy", "access_policy", "inline_policy")


class Runner(TerraformJsonRunner):  # type: ignore[misc]  # not installed here
    """checkov's own runner with prepared resources."""

    def __init__(self) -> None:
        super().__init__()
        self.failed: list[dict[str, str]] = []
        self.passed = 0
        self.judged: set[tuple[str, str]] = set()

    def run_block(
        self, entities: Any, full_file_path: str, scanned_file: str, block_type: str, runner_filter: Any = None, **_: Any
    ) -> None:
        registry = self.block_type_registries[block_type]
        for entity in entities:
            type, name, body = registry.extract_entity_details(entity)
            if not (isinstance(entity.get(type), dict) and name in entity[type]):
                continue
            address = f"{type}.{name}" if block_type == "resource" else f"{block_type}.{type}.{name}"
            decoded = {type: {name: _decoded(body)}}
            for check, result in registry.scan(scanned_file, decoded, [], runner_filter or RunnerFilter()).items():
                self.note(check.id, check.name, result["result"], full_file_path, address)

    def note(self, check: str, says: str, result: Any, file: str, address: str) -> None:
        if result not in (CheckResult.PASSED, CheckResult.FAILED):
            return  # UNKNOWN: the check doesn't apply to it
        self.judged.add((file, address))
        if result == CheckResult.PASSED:
            self.passed += 1
        else:
            self.failed.append({"check": check, "says": says, "file": file, "address": address})


def _decoded(body: dict[str, Any]) -> dict[str, Any]:
    """Return policies as objects: most checks pass texts."""
    decoded = dict(body)
    for name in POLICIES:
        value = body.get(name)
        if isinstance(value, list) and value and isinstance(value[0], str) and value[0].lstrip().startswith("{"):
            decoded[name] = [json.loads(value[0])]
    return decoded


def scan(folder: str) -> dict[str, Any]:
    # a class-level cache by relative path: without clearing, a second scan in one process gets the first one's answers
    BaseTerraformCloudsplainingIAMScanner.policy_document_cache.clear()
    runner = Runner()
    report = runner.run(root_folder=folder, runner_filter=RunnerFilter(framework=["terraform_json"], show_progress_bar=False))
    for record in [*report.passed_checks, *report.failed_checks]:  # only graph checks are recorded there
        runner.note(record.check_id, record.check_name, record.check_result["result"], record.file_abs_path, record.resource)
    for failure in runner.failed:
        failure["file"] = os.path.relpath(failure["file"], folder)
    judged = {os.path.relpath(file, folder) for file, _ in runner.judged}
    unread = sorted(
        str(path.relative_to(folder)) for path in Path(folder).rglob("*.json") if str(path.relative_to(folder)) not in judged
    )
    return {
        "failed": runner.failed,
        "passed": runner.passed,
        "judged": len(runner.judged),
        "unread": unread,
        "errors": [str(error) for error in report.parsing_errors],
    }


if __name__ == "__main__":
    print(json.dumps(scan(sys.argv[1])))
