"""What every stream function shares: strict records, batches that fail record by record, effects that happen once.

Pure Python, standard library only: the packager puts this folder into each function's zip, beside its handler.py.
"""

from dynawright.runtime.attributes import Item
from dynawright.runtime.batch import Batch, Response, respond
from dynawright.runtime.errors import BadRecordError, ConfigurationError
from dynawright.runtime.record import Record

__all__ = ["BadRecordError", "Batch", "ConfigurationError", "Item", "Record", "Response", "respond"]
