"""Functions as they lie in their zips."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from dynawright.constructs.stream_function import StreamFunction
from dynawright.emulator.streams.function import Function, functions
from dynawright.systems import part


def unpacked(function: Function, folder: Path) -> Path:
    """Write what is in the function's zip; a job alone has the client of the function that includes it."""
    system = part(function.system, "model", "SYSTEM")
    runners = (one for one in functions() if one.system == function.system and function.name in one.manifest.includes)
    name = next(runners, function).name.replace("_", "-")
    consumer = next(consumer for consumer in system.consumers if consumer.name == name)
    code = StreamFunction(function.folder, system, consumer).code
    zipfile.ZipFile(io.BytesIO(code.content)).extractall(folder)
    return folder
