"""The vocabulary of a model: what the data is and how it is used. Imports no cdktf."""

from dynawright.model.attribute import Declared
from dynawright.model.chunks import Chunks
from dynawright.model.condition import at_least, at_most, begins_with, between, greater_than, less_than
from dynawright.model.consumer import Consumer
from dynawright.model.entity import Entity
from dynawright.model.error import ModelError
from dynawright.model.index import ALL, KEYS_ONLY, Index, LocalIndex, include
from dynawright.model.key import Key
from dynawright.model.message_markers import MessageMarkers
from dynawright.model.operation import ConditionCheck, DeleteItem, GetItem, PutItem, UpdateItem
from dynawright.model.other_names import OtherNames
from dynawright.model.pattern import (
    AccessPattern,
    BatchGet,
    BatchWrite,
    Delete,
    Get,
    Put,
    Query,
    Scan,
    TransactGet,
    TransactWrite,
    Update,
)
from dynawright.model.system import System
from dynawright.model.table import Stream, TableModel
from dynawright.model.use import Use

__all__ = [
    "ALL",
    "KEYS_ONLY",
    "AccessPattern",
    "BatchGet",
    "BatchWrite",
    "Chunks",
    "ConditionCheck",
    "Consumer",
    "Declared",
    "Delete",
    "DeleteItem",
    "Entity",
    "Get",
    "GetItem",
    "Index",
    "Key",
    "LocalIndex",
    "MessageMarkers",
    "ModelError",
    "OtherNames",
    "Put",
    "PutItem",
    "Query",
    "Scan",
    "Stream",
    "System",
    "TableModel",
    "TransactGet",
    "TransactWrite",
    "Update",
    "UpdateItem",
    "Use",
    "at_least",
    "at_most",
    "begins_with",
    "between",
    "greater_than",
    "include",
    "less_than",
]
