"""The models of all systems. Imports no cdktf: documentation, tests and tools read them in milliseconds."""

from modules.model import System
from stacks.ai_chef import model as ai_chef

SYSTEMS: tuple[System, ...] = (ai_chef.SYSTEM,)
