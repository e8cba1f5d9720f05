"""Tests of the systems: the folder of a system that does not exist is not collected."""

from pathlib import Path

from tests.functions.deployed import deploy

__all__ = ["deploy"]

HERE = Path(__file__).parent
STACKS = HERE.parent.parent / "stacks"
collect_ignore = [path.name for path in HERE.iterdir() if path.is_dir() and not (STACKS / path.name / "stack.py").exists()]
