"""A mistake for each code of rules and the gate."""

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from dynawright.gate import checkov_environment
from dynawright.rules.files import judge_files
from dynawright.rules.resources import read
from tests.errors.mistakes.source import Mistake


def _uninstallable_checkov() -> None:
    """Pip without a connection."""
    answer = subprocess.CompletedProcess((), 1, "", "ERROR: Could not find a version that satisfies the requirement")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("dynawright.gate.checkov_environment.venv.create", lambda *_, **__: None)
        patch.setattr("dynawright.gate.checkov_environment.subprocess.run", lambda *_, **__: answer)
        checkov_environment.install()


def judged(content: object, only: Sequence[str] = ()) -> Mistake:
    def make() -> None:
        Path("plan.json").write_text(json.dumps(content))
        judge_files([Path("plan.json")], only=only)

    return make


MISTAKES: dict[str, Mistake] = {
    "DW501": _uninstallable_checkov,
    "DW502": lambda: read(Path("cdktf.json")),
    "DW503": judged({"planned_values": {}}),
    "DW504": judged({"planned_values": {}}, only=["alarms-can-fly"]),
}
