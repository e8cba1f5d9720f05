"""Files that deployments and agents report to become the items the reporter would write."""

import json
from pathlib import Path
from typing import Any

from dynawright.ops.migration.origins import mapped
from dynawright.ops.migration.table import Table
from tests.functions.cloud import untyped

TARGET = Table("miyabi-tasks-test", "arn", "2026", {"task_id": "S", "timestamp": "N"}, {}, "ttl", False, 0, 0, 0, 0)
TASK: dict[str, Any] = {
    "task_id": "t1",
    "project_id": "p1",
    "status": "running",
    "task_type": "build",
    "task_name": "Build",
    "priority": "P1",
    "progress": {"current": 1, "total": 4, "percentage": 25},
    "details": {"phase": "compile"},
    "metadata": {"agent": "mugen"},
}
REPORT = {**TASK, "timestamp": 1767225600000, "github": {"issue_number": 5}}
LATEST = {**TASK, "updated_at": "2026-01-01T00:00:00Z", "created_at": "2025-12-31T00:00:00Z"}


def items(root: Path, folder: Path) -> list[dict[str, Any]]:
    origin = mapped(str(folder), root / "stacks" / "miyabi_progress" / "from_files.yaml", TARGET, segments=1)
    source = origin.sample()
    rows = [row for number in range(source.segments) for page in source.pages(number) for row in page.items]
    return [untyped(output.item) for row in rows for output in origin.transform(row)]


def test_reports_and_latest_states_become_items(project_root: Path, tmp_path: Path) -> None:
    (tmp_path / "reports-1.jsonl").write_text(json.dumps(REPORT) + "\n")
    (tmp_path / "tasks.jsonl").write_text(json.dumps(LATEST) + "\n")
    report, latest = items(project_root, tmp_path)
    assert report == {**REPORT, "ttl": 1767225600 + 90 * 86400}
    assert latest["timestamp"] == 0  # the model's place for the latest state
    assert (latest["status"], latest["updated_at"]) == ("running", "2026-01-01T00:00:00.000000Z")
    assert latest["ttl"] == 1767225600 + 90 * 86400
