"""Which systems a change concerns."""

import subprocess
import sys

import pytest

from policy.review.affected import affected
from stacks import STACKS
from tests.conftest import ROOT


@pytest.mark.parametrize(
    ("file", "systems"),
    [
        ("stacks/ai_chef/model.py", ["ai_chef"]),
        ("stacks/shop/functions/audit_log/handler.py", ["shop"]),
        ("stacks/foundation/stack.py", ["foundation"]),
        ("stacks/base.py", list(STACKS)),
        ("modules/table.py", list(STACKS)),
        ("environments/production.yaml", list(STACKS)),
        ("requirements/app.txt", list(STACKS)),
        ("requirements/dev.txt", []),
        ("stacks/shop/README.md", []),
        ("README.md", []),
        ("tests/modules/test_table.py", []),
        ("modules2/table.py", []),
    ],
)
def test_a_file_concerns(file: str, systems: list[str]) -> None:
    assert affected([file]) == systems


def test_several_files_concern_each_of_theirs_in_the_order_of_deployment() -> None:
    assert affected(["stacks/shop/model.py", "stacks/foundation/stack.py"]) == ["foundation", "shop"]


def test_a_revision_that_git_does_not_know_is_an_error_not_an_empty_list() -> None:
    command = [sys.executable, "-m", "policy.review.affected", "0" * 40]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"git does not know the revision '{'0' * 40}'" in done.stderr
