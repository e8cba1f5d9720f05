"""The vocabulary of a model: what the data is and how it is used. Imports no cdktf."""

from modules.model.attribute import Declared
from modules.model.chunks import Chunks
from modules.model.condition import at_least, at_most, begins_with, between, greater_than, less_than
from modules.model.consumer import Consumer
from modules.model.entity import Entity
from modules.model.index import ALL, KEYS_ONLY, Index, LocalIndex, include
from modules.model.key import Key
from modules.model.operation import ConditionCheck, DeleteItem, GetItem, PutItem, UpdateItem
from modules.model.pattern import (
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
from modules.model.system import ModelError, System
from modules.model.table import Stream, TableModel

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
    "ModelError",
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
    "at_least",
    "at_most",
    "begins_with",
    "between",
    "greater_than",
    "include",
    "less_than",
]
