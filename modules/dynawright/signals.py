"""Signals that a process was told to ignore."""

from __future__ import annotations

import signal
from types import FrameType

INHERITED = (signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGHUP)
"""What nohup, or a script that starts a job in the background, makes a process ignore."""


def start_children_with_default_signals() -> None:
    """Keep ignoring what this process was told to ignore, but let its children start with the defaults.

    An ignored signal is inherited through exec, a handler is not. Terraform and Node must react to SIGINT even under nohup.
    """
    for number in INHERITED:
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, _ignore)


def _ignore(signum: int, frame: FrameType | None) -> None:
    pass
