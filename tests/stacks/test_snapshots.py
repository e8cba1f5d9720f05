"""What each system synthesizes to in each environment, for reviewers; `make snapshots` writes the files anew."""

from pathlib import Path

import pytest

from tests.stacks.snapshots import FOLDER, snapshots


@pytest.fixture(scope="module")
def current(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return snapshots(tmp_path_factory.mktemp("snapshots"))


def test_every_snapshot_is_current(current: dict[str, str]) -> None:
    stale = [name for name, text in current.items() if not (FOLDER / name).exists() or (FOLDER / name).read_text() != text]
    assert stale == [], "run `make snapshots` and read the diff"


def test_no_snapshot_is_left_over(current: dict[str, str]) -> None:
    assert {path.name for path in FOLDER.glob("*.json")} == set(current)


def test_no_snapshot_holds_a_path_of_one_machine(current: dict[str, str]) -> None:
    assert [name for name, text in current.items() if str(Path.cwd()) in text] == []
