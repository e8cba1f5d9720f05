import json
from pathlib import Path

from tests.cli.conftest import Dynawright, example


def test_the_example_writes_a_page(repository: Path, dynawright: Dynawright, terraform_log: Path) -> None:
    done = dynawright(*example("review"))
    assert done.returncode == 0, done.stderr
    assert (repository / "review.md").read_text().startswith("## `production`\n")
    assert len(list(repository.glob("cdktf.out/stacks/*/reviewed.tfplan"))) == 2


def test_affected_names_the_system_that_changed(repository: Path, dynawright: Dynawright) -> None:
    done = dynawright(*example("affected"))
    assert (done.returncode, json.loads(done.stdout)) == (0, ["orders"])
