"""Monitoring: the metric catalogue, alarm rules, alarms and dashboards.

Constructs are imported on first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dynawright.monitoring.alarms import Alarms
    from dynawright.monitoring.dashboard import Dashboard

__all__ = ["Alarms", "Dashboard"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{name.lower()}"), name)
