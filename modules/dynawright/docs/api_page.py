"""docs/api.md: the public names, from the `__all__` of the public modules."""

from __future__ import annotations

import inspect
from importlib import import_module
from typing import Any

from dynawright.docs.markdown import rows

PUBLIC = {
    "dynawright.app": "The cdktf app that main.py runs.",
    "dynawright.model": "The vocabulary of models: tables, indexes, entities, access patterns, consumers.",
    "dynawright.settings": "Environments and settings, from YAML or made in code.",
    "dynawright.stack": "The base class of a system's stack.",
    "dynawright.foundation": "The stack that all systems of an environment share.",
    "dynawright.constructs": "What a stack builds; each works in any TerraformStack.",
    "dynawright.monitoring": "Alarms and dashboards.",
    "dynawright.iam": "IAM statements and who may assume a role.",
    "dynawright.runtime": "What stream functions call; packed into each function.",
    "dynawright.testing": "What an application's own tests call.",
    "dynawright.errors": "Mistakes of users, as data.",
}
"""Module → its purpose."""
HEAD = """# Public API

These names are stable: a release that changes or removes one says so in the CHANGELOG under **Breaking**. Everything else in the
package is private and may change in any release.
"""


def page() -> str:
    """Return the page: one section per public module."""
    sections = [f"## {name}\n\n{purpose}\n\n{_table(name)}" for name, purpose in PUBLIC.items()]
    return "\n".join([HEAD, "\n\n".join(sections)]) + "\n"


def _table(module: str) -> str:
    package = import_module(module)
    return rows(("name", "what it is"), [(f"`{name}`", _summary(getattr(package, name))) for name in sorted(package.__all__)])


def _summary(member: Any) -> str:
    """Return the first line of the docstring, or the kind of a value or module without one."""
    if inspect.isclass(member) or inspect.isfunction(member) or inspect.ismodule(member):
        text = inspect.getdoc(member) or ""
        return text.split("\n\n")[0].replace("\n", " ").replace("|", "\\|")
    return f"`{member!r}`"
