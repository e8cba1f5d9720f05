"""The constructs that make a declaration safe.

Each has its own file, which is imported on first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dynawright.constructs.access import grant
    from dynawright.constructs.audit import Audit
    from dynawright.constructs.backup import Backup
    from dynawright.constructs.bucket import Bucket
    from dynawright.constructs.cache import Cache
    from dynawright.constructs.change_capture import ChangeCapture
    from dynawright.constructs.encryption import EncryptionKey
    from dynawright.constructs.event_bus import EventBus
    from dynawright.constructs.export import Export
    from dynawright.constructs.logs import LogGroup
    from dynawright.constructs.network import Network
    from dynawright.constructs.resource_policy import ResourcePolicy
    from dynawright.constructs.role import Role
    from dynawright.constructs.secret import Secret
    from dynawright.constructs.stream_processor import StreamProcessor
    from dynawright.constructs.suppression import suppress
    from dynawright.constructs.table import Table
    from dynawright.constructs.topic import Topic
    from dynawright.constructs.vault import Vault, VaultReference

__all__ = [
    "Audit",
    "Backup",
    "Bucket",
    "Cache",
    "ChangeCapture",
    "EncryptionKey",
    "EventBus",
    "Export",
    "LogGroup",
    "Network",
    "ResourcePolicy",
    "Role",
    "Secret",
    "StreamProcessor",
    "Table",
    "Topic",
    "Vault",
    "VaultReference",
    "grant",
    "suppress",
]

_FILES = {
    "Audit": "audit",
    "Backup": "backup",
    "Bucket": "bucket",
    "Cache": "cache",
    "ChangeCapture": "change_capture",
    "EncryptionKey": "encryption",
    "EventBus": "event_bus",
    "Export": "export",
    "LogGroup": "logs",
    "Network": "network",
    "ResourcePolicy": "resource_policy",
    "Role": "role",
    "Secret": "secret",
    "StreamProcessor": "stream_processor",
    "Table": "table",
    "Topic": "topic",
    "Vault": "vault",
    "VaultReference": "vault",
    "grant": "access",
    "suppress": "suppression",
}


def __getattr__(name: str) -> Any:
    """Import a construct's file on first use: a stack needs few of them."""
    if name not in _FILES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_FILES[name]}"), name)
