"""A system's load: read, scale and run it, against an engine or an account."""

from dynawright.ops.load.scaling import scaled
from dynawright.settings.load_file import load_of

__all__ = ["load_of", "scaled"]
