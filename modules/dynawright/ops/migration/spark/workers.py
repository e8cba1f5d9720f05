"""A worker's problem as text for the process that started it: Spark transfers no more."""

from __future__ import annotations

import base64
import pickle
import re
from collections.abc import Iterator
from contextlib import contextmanager

from dynawright.errors import Problem, UserError

ERROR = re.compile(r"[\w.]+(Error|Exception): ")
MARKED = re.compile(r"<problems:([A-Za-z0-9+/=]+)>")


class WorkerError(Exception):
    """A worker's UserError, as text."""


@contextmanager
def problems_as_text() -> Iterator[None]:
    """Convert problems to text inside a worker."""
    try:
        yield
    except UserError as error:
        raise WorkerError(f"<problems:{base64.b64encode(pickle.dumps(error.problems)).decode()}>") from None


@contextmanager
def problems_of_workers() -> Iterator[None]:
    """In the parent: raise the UserError that a worker raised, or one with its last output."""
    from py4j.protocol import Py4JJavaError

    try:
        yield
    except Py4JJavaError as error:
        raise told(str(error.java_exception)) from None


def told(message: str) -> UserError:
    """Return the UserError that a worker's last output contains."""
    if marked := MARKED.search(message):
        return UserError(pickle.loads(base64.b64decode(marked[1])))  # noqa: S301  # of processes that this one started
    lines = message.splitlines()
    words = next((line for line in lines if ERROR.match(line) and not line.startswith("org.apache.spark.")), lines[0])
    return UserError([Problem("DW738", f"a worker failed: {words}")])
