"""Signals that a process was told to ignore."""

from __future__ import annotations

import signal
from types import FrameType

INHERITED = (signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGHUP)
"""Signals that a process ignores under nohup, or as a script's background job."""


def start_children_with_default_signals() -> None:
    """Keep ignoring signals that this process ignores, but start its children with the defaults.

    Children inherit an ignored signal, but not a handler. Terraform and Node must react to SIGINT even under nohup.
    """
    for number in INHERITED:
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, _ignore)


def _ignore(signum: int, frame: FrameType | None) -> None:
    pass
