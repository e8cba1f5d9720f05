"""Further DynamoDB engines, whose answers are compared with the emulator's."""

from dynawright.emulator.engines.dynamodb_local import DYNAMODB_LOCAL
from dynawright.emulator.engines.dynoxide import DYNOXIDE
from dynawright.emulator.engines.engine import Engine, StartedEngines, started
from dynawright.emulator.engines.moto import MOTO

ENGINES = (MOTO, DYNOXIDE, DYNAMODB_LOCAL)
"""The emulator comes first; the others are compared with it."""

__all__ = ["DYNAMODB_LOCAL", "DYNOXIDE", "ENGINES", "MOTO", "Engine", "StartedEngines", "started"]
