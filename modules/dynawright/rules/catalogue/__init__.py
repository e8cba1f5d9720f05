"""The rules: one file each, named for the good state. New files are picked up automatically."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from dynawright.rules.rule import Rule


@cache
def all_rules() -> tuple[Rule, ...]:
    """Every rule, by name."""
    modules = [importlib.import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__)]
    return tuple(sorted((module.RULE for module in modules), key=lambda rule: rule.name))
