"""Child processes that never outlive their caller, however it is interrupted."""

import contextlib
import os
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from pathlib import Path
from types import FrameType
from typing import TypeVar

# Terraform needs time after SIGINT to write its state; a second signal or SIGKILL would lose it.
GRACE_SECONDS = 10
# Python notices a signal that arrives just before it waits only when it stops waiting.
NOTICE_SECONDS = 1
ENDING = (signal.SIGTERM, signal.SIGHUP)  # from a supervisor, and from a closed terminal

Result = TypeVar("Result")
_running: set[subprocess.Popen[str]] = set()
_stopping = threading.Event()


def run(command: list[str], *, folder: Path, environ: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a command like subprocess.run with captured output, in a process group that ends with this call."""
    if _stopping.is_set():
        raise InterruptedError("everything that runs together is being stopped: nothing new is started")
    process: subprocess.Popen[str] | None = None
    with _signals_raise():
        try:
            with _signals_wait() as came:
                process = subprocess.Popen(
                    command,
                    cwd=folder,
                    env=environ,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    text=True,
                    start_new_session=True,
                )
                _running.add(process)
            for number in came:
                signal.raise_signal(number)
            stdout, stderr = _output_of(process)
        except BaseException:
            if process is not None:
                _stop(process)
            raise
        finally:
            if process is not None:
                _running.discard(process)
    return subprocess.CompletedProcess(command, process.returncode, stdout, stderr)


def together(works: Sequence[Callable[[], Result]]) -> list[Result]:
    """Run several tasks with child processes at once; on a failure or interrupt stop all of them."""
    waiting: list[Future[Result]] = []
    with _signals_raise(), ThreadPoolExecutor(max(len(works), 1)) as pool:
        try:
            with _signals_wait() as came:
                waiting += [pool.submit(work) for work in works]
            for number in came:
                signal.raise_signal(number)
            _wait_for(waiting)
            return [done.result() for done in waiting]
        except BaseException:
            _stop_all(waiting)  # an exception reaches the main thread only; the other threads' children would keep running
            raise


def _output_of(process: subprocess.Popen[str]) -> tuple[str, str]:
    while True:
        with contextlib.suppress(subprocess.TimeoutExpired):
            return process.communicate(timeout=NOTICE_SECONDS)


def _wait_for(works: Sequence[Future[Result]]) -> None:
    """Wait for all; raise the first exception."""
    pending = set(works)
    while pending:
        done, pending = wait(pending, timeout=NOTICE_SECONDS, return_when=FIRST_EXCEPTION)
        for work in done:
            work.result()


def attach(command: list[str], *, folder: Path, environ: Mapping[str, str]) -> int:
    """Run a command on this process's terminal.

    Only the command gets Ctrl-C: Terraform saves its state and ends by itself.
    """
    previous = signal.signal(signal.SIGINT, lambda signum, frame: None)  # the command would inherit SIG_IGN
    try:
        return subprocess.Popen(command, cwd=folder, env=environ).wait()
    finally:
        signal.signal(signal.SIGINT, previous)


def _stop(process: subprocess.Popen[str]) -> None:
    """Signal the process group, which includes the process's children, such as Terraform's provider."""
    _signal_group(process, signal.SIGINT)
    try:
        process.communicate(timeout=GRACE_SECONDS)
    except subprocess.TimeoutExpired:
        pass
    finally:
        _signal_group(process, signal.SIGKILL)
        process.wait()


def _stop_all(works: Sequence[Future[Result]]) -> None:
    """Stop the children of other threads in the same way.

    They are killed even after another interrupt, since the threads wait for them.
    """
    _stopping.set()
    started = set(_running)
    try:
        for process in started:
            _signal_group(process, signal.SIGINT)
        wait(works, timeout=GRACE_SECONDS)
    finally:
        for process in started | _running:
            _signal_group(process, signal.SIGKILL)
        wait(works)
        _stopping.clear()


def _signal_group(process: subprocess.Popen[str], number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, number)


@contextlib.contextmanager
def _signals_wait() -> Iterator[list[int]]:
    """Delay signals while a child starts, and raise them once it can be stopped."""
    came: list[int] = []
    main = threading.current_thread() is threading.main_thread()
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, *ENDING)} if main else {}
    ours = {one: handler for one, handler in handlers.items() if callable(handler)}
    for one in ours:
        signal.signal(one, lambda signum, frame: came.append(signum))
    try:
        yield came
    finally:
        for one, handler in ours.items():
            signal.signal(one, handler)


@contextlib.contextmanager
def _signals_raise() -> Iterator[None]:
    """Turn signals that would end Python at once into exceptions, so that the child can be stopped.

    A program's own handlers are kept.
    """
    only_main_may_change_them = threading.current_thread() is threading.main_thread()
    ours = [number for number in ENDING if only_main_may_change_them and signal.getsignal(number) is signal.SIG_DFL]

    def leave(signum: int, frame: FrameType | None) -> None:
        raise SystemExit(128 + signum)

    for child in ours:
        signal.signal(child, leave)
    try:
        yield
    finally:
        for child in ours:
            signal.signal(child, signal.SIG_DFL)
