"""The rules: one file each, named for the good state. A new file here is found by itself."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from dynawright.rules.rule import Rule


@cache
def all_rules() -> tuple[Rule, ...]:
    """Every rule, by name."""
    modules = [importlib.import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__)]
    return tuple(sorted((module.RULE for module in modules), key=lambda rule: rule.name))
