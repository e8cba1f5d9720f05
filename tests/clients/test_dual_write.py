"""Two stores during a migration: the second follows the first, whatever fails."""

import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dynawright.clients.runtime.dual_write import UNFINISHED_AFTER, DualWrite


class Stores:
    """Two dictionaries; the second fails while `broken`."""

    def __init__(self, file: Path | str = ":memory:") -> None:
        self.first: dict[str, int] = {}
        self.second: dict[str, int] = {}
        self.broken = False
        self.time = 1000.0
        self.both = DualWrite(file, {"task": self.copy}, now=lambda: self.time)

    def copy(self, key: str) -> None:
        if self.broken:
            raise ConnectionError("down")
        if key in self.first:
            self.second[key] = self.first[key]
        else:
            self.second.pop(key, None)

    def put(self, key: str, value: int) -> None:
        self.both.write("task", key, lambda: self.first.__setitem__(key, value))

    def delete(self, key: str) -> None:
        self.both.write("task", key, lambda: self.first.pop(key, None))


@pytest.fixture
def stores() -> Stores:
    return Stores()


def test_both_are_written_and_the_answer_is_the_firsts(stores: Stores) -> None:
    assert stores.both.write("task", "a", lambda: stores.first.setdefault("a", 5)) == 5
    assert stores.second == {"a": 5}
    assert stores.both.waiting() == 0


def test_what_fails_in_the_second_waits_and_is_sent_again_as_it_is_then(stores: Stores) -> None:
    stores.broken = True
    stores.put("a", 1)
    stores.put("b", 1)
    stores.put("a", 2)
    stores.delete("b")
    assert (stores.both.waiting(), stores.both.retry()) == (4, 4)
    stores.broken = False
    stores.put("a", 3)
    assert stores.both.retry() == 0
    assert stores.second == {"a": 3}


def test_an_error_of_the_first_is_the_callers_and_the_second_follows_what_really_happened(stores: Stores) -> None:
    def commit_and_lose_the_answer() -> None:
        stores.first["a"] = 1
        raise ConnectionError("lost")

    with pytest.raises(ConnectionError):
        stores.both.write("task", "a", commit_and_lose_the_answer)
    assert stores.second == {}
    assert stores.both.retry() == 0
    assert stores.second == {"a": 1}


def test_an_unknown_kind_writes_nothing(stores: Stores) -> None:
    with pytest.raises(KeyError):
        stores.both.write("taks", "a", lambda: stores.first.setdefault("a", 1))
    assert (stores.first, stores.both.waiting()) == ({}, 0)


def test_a_write_that_is_still_going_on_is_not_taken_for_a_dead_one(stores: Stores) -> None:
    def write() -> None:
        assert stores.both.retry() == 1  # by another thread's timer, before this is committed
        stores.first["a"] = 1

    stores.both.write("task", "a", write)
    assert stores.second == {"a": 1}


def test_threads_share_it(stores: Stores) -> None:
    def write(thread: int) -> None:
        for number in range(20):
            stores.put(f"{thread}-{number}", number)

    threads = [threading.Thread(target=write, args=[number]) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(stores.second) == 80
    assert stores.both.waiting() == 0


def test_a_process_that_dies_between_the_two_leaves_its_key(tmp_path: Path) -> None:
    file = tmp_path / "waiting.sqlite"
    program = (
        "import os, sys; from dynawright.clients.runtime.dual_write import DualWrite\n"
        "DualWrite(sys.argv[1], {'task': lambda key: None}).write('task', 'a', lambda: os.kill(os.getpid(), 9))"
    )
    ended = subprocess.run([sys.executable, "-c", program, str(file)], check=False)
    assert ended.returncode == -signal.SIGKILL
    stores = Stores(file)
    stores.first["a"] = 1  # the commit had reached the first store
    stores.time = file.stat().st_mtime + UNFINISHED_AFTER + 1
    assert stores.both.retry() == 0
    assert stores.second == {"a": 1}


Step = tuple[str, str]


@settings(max_examples=60)
@given(st.lists(st.tuples(st.sampled_from(["put", "delete", "break", "mend", "retry"]), st.sampled_from("abc"))))
def test_whatever_happens_the_second_is_the_first_in_the_end(steps: list[Step]) -> None:
    stores = Stores()
    does: dict[str, Callable[[str, int], Any]] = {
        "put": stores.put,
        "delete": lambda key, _: stores.delete(key),
        "break": lambda *_: setattr(stores, "broken", True),
        "mend": lambda *_: setattr(stores, "broken", False),
        "retry": lambda *_: stores.both.retry(),
    }
    for number, (step, key) in enumerate(steps):
        does[step](key, number)
    stores.broken = False
    assert stores.both.retry() == 0
    assert stores.second == stores.first


def test_the_last_copy_of_a_key_is_the_newest() -> None:
    stores = Stores()
    read, go_on = threading.Event(), threading.Event()

    def slow(key: str) -> None:
        value = stores.first[key]
        if not read.is_set():
            read.set()
            go_on.wait()
        stores.second[key] = value

    both = DualWrite(":memory:", {"task": slow})
    first = threading.Thread(target=lambda: both.write("task", "a", lambda: stores.first.__setitem__("a", 1)))
    first.start()
    read.wait()  # the first copy holds version 1 and has not written it yet
    second = threading.Thread(target=lambda: both.write("task", "a", lambda: stores.first.__setitem__("a", 2)))
    second.start()
    go_on.set()
    first.join()
    second.join()
    assert stores.second == {"a": 2}
