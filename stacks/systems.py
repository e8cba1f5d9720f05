"""The models of all systems. Imports no cdktf: documentation, tests and tools need not wait for it."""

from importlib import import_module

from modules.model import System
from stacks import SYSTEM_NAMES

SYSTEMS: tuple[System, ...] = tuple(import_module(f"stacks.{name}.model").SYSTEM for name in SYSTEM_NAMES)
