"""The state file: its owner, and its content after closing."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from dynawright.errors import UserError
from dynawright.ops.migration.state import State
from tests.problems import told

MADE_FOR = {"from": "a", "to": "b", "segments": "2"}


def test_what_was_committed_is_there_again(tmp_path: Path) -> None:
    path = tmp_path / "new" / "state"
    with closing(State(path, MADE_FOR)) as state:
        assert state.place(0) == (None, False)
        assert state.claim({"s1": ["t1", "t2"]}) == {}
        state.checkpoint(0, {"id": {"B": b"\0"}}, {"read": 2}, {"s2": "why"})
        state.checkpoint(1, None, {"read": 1}, {})
    with closing(State(path, MADE_FOR)) as state:
        assert state.place(0) == ({"id": {"B": b"\0"}}, False)
        assert state.place(1) == (None, True)
        assert state.counts() == {"read": 3}
        assert [*state.rejects()] == [{"s2": "why"}]
        assert state.claim({"s1": ["t1"], "s3": ["t3", "t2"], "s4": ["t3"]}) == {"s3": "s1"}


def test_rejects_come_in_parts_and_may_be_settled_meanwhile(tmp_path: Path) -> None:
    with closing(State(tmp_path / "state", MADE_FOR)) as state:
        state.settle((), {}, {f"s{number:03}": "why" for number in range(250)})
        seen = []
        for some in state.rejects():
            seen.append(len(some))
            state.settle(some, {}, {"s000": "again"})
        assert seen == [100, 100, 50]
        assert [*state.rejects()] == [{"s000": "again"}]


def test_a_state_of_another_migration_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "state"
    State(path, MADE_FOR).close()
    with pytest.raises(UserError) as error:
        State(path, {"from": "a", "to": "c", "segments": "3"})
    assert told(error.value.problems) == [("DW721", "", "c"), ("DW721", "", "3")]
    State(path, MADE_FOR).close()


def test_two_runs_at_once_are_refused(tmp_path: Path) -> None:
    with closing(State(tmp_path / "state", MADE_FOR)), pytest.raises(UserError, match="state: another run uses it"):
        State(tmp_path / "state", MADE_FOR)


def test_a_file_that_is_no_state_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a database, but something long enough to be looked at")
    with pytest.raises(UserError) as refusal:
        State(path, MADE_FOR)
    assert told(refusal.value.problems) == [("DW721", "", None)]
    assert path.read_text().startswith("not a database")


def test_a_change_that_fails_half_way_is_undone(tmp_path: Path) -> None:
    with closing(State(tmp_path / "state", MADE_FOR)) as state:
        with pytest.raises(sqlite3.Error):
            state.checkpoint(0, None, {"read": 1}, {"s": object()})  # type: ignore[dict-item]
        assert state.place(0) == (None, False)
        assert state.counts() == {}
