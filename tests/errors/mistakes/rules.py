"""A mistake for each code of rules and the gate."""

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from dynawright.errors import UserError
from dynawright.gate import checkov_environment
from dynawright.judging import judged_stack
from dynawright.rules.exceptions import today
from dynawright.rules.files import judge_files
from dynawright.rules.resources import read
from dynawright.settings import load_named
from dynawright.synthesis import synthesize_judged
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


def _needless_exception() -> None:
    lines = "{{system: orders, rule: alarms-can-fire, resource: Alarms/Slow, reason: the table is old, expires: {day}}}"
    file = Path("environments/production.yaml")
    file.write_text(f"{file.read_text()}exceptions: [{lines.format(day=today())}]\n")
    raise UserError(judged_stack({"resource": {}}, "orders", load_named("production")).problems)


def _weak_stack() -> None:
    """As the cdktf command line synthesizes it."""
    file = Path("environments/production.yaml")
    file.write_text(file.read_text() + "systems: {orders: {tables: {orders: {deletion_protection: false}}}}\n")
    synthesize_judged(load_named("production"), system="orders", outdir=Path("cdktf.out"))


MISTAKES: dict[str, Mistake] = {
    "DW501": _uninstallable_checkov,
    "DW502": lambda: read(Path("cdktf.json")),
    "DW503": judged({"planned_values": {}}),
    "DW504": judged({"planned_values": {}}, only=["alarms-can-fly"]),
    "DW505": _needless_exception,
    "DW506": _weak_stack,
}
