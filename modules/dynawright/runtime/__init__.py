"""The library of all stream functions: strict records, partial batches, messages published once.

Pure Python, standard library only: the packager puts this folder into each function's zip, beside its handler.py.
"""

from dynawright.runtime.attributes import Item
from dynawright.runtime.batch import Batch, Response, respond
from dynawright.runtime.destinations import to_event_bus, to_topic
from dynawright.runtime.errors import BadRecordError, ConfigurationError
from dynawright.runtime.publishing import Message, SentMessages, publish_once
from dynawright.runtime.record import Record

__all__ = [
    "BadRecordError",
    "Batch",
    "ConfigurationError",
    "Item",
    "Message",
    "Record",
    "Response",
    "SentMessages",
    "publish_once",
    "respond",
    "to_event_bus",
    "to_topic",
]
