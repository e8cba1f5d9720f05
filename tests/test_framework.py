"""Which framework synthesizes, and that both write the same."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from dynawright import framework, project
from dynawright.errors import UserError
from dynawright.framework import CDKTF, CDKTN, VARIABLE
from tests.frameworks import cdktn as cdktn
from tests.frameworks import choosing

BASELINES = """
import json, os, sys
from dynawright import baselines
files = baselines.current()
from dynawright import framework
json.dump([framework.cdktf.__name__, files], sys.stdout)
"""
CHOOSES = "from dynawright import framework; print(framework.chosen())"


def run(code: str, environ: dict[str, str]) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name not in (VARIABLE, "PYTHONPATH")}
    return subprocess.run(
        [sys.executable, "-c", code], cwd=project.root(), env=kept | environ, capture_output=True, text=True, check=False
    )


def written_by(name: str) -> tuple[str, dict[str, str]]:
    """Return the framework that ran, and every stack's Terraform JSON in every environment."""
    done = run(BASELINES, choosing(name))
    assert done.returncode == 0, done.stderr
    used, files = json.loads(done.stdout)
    return used, files


def test_both_frameworks_write_the_same(cdktn: None) -> None:
    (used, by_cdktf), (used_then, by_cdktn) = written_by(CDKTF), written_by(CDKTN)
    assert (used, used_then) == (CDKTF, CDKTN)
    assert [path for path, text in by_cdktf.items() if by_cdktn.get(path) != text] == []
    assert by_cdktf.keys() == by_cdktn.keys()
    assert by_cdktf


def test_cdktn_is_taken_where_it_is_installed(cdktn: None) -> None:
    installed = {"PYTHONPATH": choosing(CDKTN)["PYTHONPATH"]}
    assert run(CHOOSES, installed).stdout == "cdktn\n"
    assert run(CHOOSES, {}).stdout == "cdktf\n"
    assert run(CHOOSES, installed | {VARIABLE: CDKTF}).stdout == "cdktf\n"


def test_what_the_program_has_imported_is_taken(cdktn: None) -> None:
    """An app of another team imports cdktf itself: its stacks and our constructs must be of one framework."""
    imports = "from dynawright.bindings.engine.node import choose_node; import os; choose_node(os.environ); import cdktf\n"
    assert run(imports + CHOOSES, {"PYTHONPATH": choosing(CDKTN)["PYTHONPATH"]}).stdout == "cdktf\n"


@pytest.mark.parametrize(("value", "what"), [("cdk", "allowed"), (CDKTN, "fix")])
def test_a_framework_that_is_not_there_is_refused(value: str, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(framework, "_is_there", lambda name: name == CDKTF)
    with pytest.raises(UserError) as raised:
        framework.chosen({VARIABLE: value})
    (problem,) = raised.value.problems
    fields: dict[str, Any] = {"allowed": problem.allowed, "fix": problem.fix}
    assert (problem.code, problem.place.path, problem.value) == ("DW005", VARIABLE, value)
    assert CDKTN in fields[what]
