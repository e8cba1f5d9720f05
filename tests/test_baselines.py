"""The baselines equal the application's current output."""

from pathlib import Path

import pytest

from dynawright import baselines, project
from dynawright.ops import cost_baseline


@pytest.fixture(scope="module")
def current() -> dict[str, str]:
    return {**baselines.current(), **cost_baseline.files()}


@pytest.mark.generated
def test_every_baseline_is_current(current: dict[str, str]) -> None:
    files = {path: (project.root() / path).read_text(encoding="utf-8") for path in baselines.written()}
    assert [path for path, text in current.items() if files.get(path) != text] == [], "run `make baselines` and read the diff"


@pytest.mark.generated
def test_no_baseline_is_left_over(current: dict[str, str]) -> None:
    assert baselines.written() == set(current)


@pytest.mark.generated
def test_no_baseline_holds_a_path_of_one_machine(current: dict[str, str]) -> None:
    assert [path for path, text in current.items() if str(project.root()) in text] == []


def test_the_writer_removes_the_baselines_of_what_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, gone = baselines.stack_path("dev", "orders"), (baselines.stack_path("dev", "gone"), baselines.access_path("gone"))
    (tmp_path / project.MARKER).write_text("{}")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(baselines, "current", lambda: dict.fromkeys((kept, *gone), "{}"))
    baselines.write()
    assert baselines.written() == {kept, *gone}
    monkeypatch.setattr(baselines, "current", lambda: {kept: "[]"})
    baselines.write()
    assert (baselines.written(), (tmp_path / kept).read_text()) == ({kept}, "[]")
