"""Add settings to an environment's file, keeping every existing line and comment."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from dynawright.errors import Place, Problem, UserError

PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_./-]*")
WORDS = {"y", "n", "yes", "no", "on", "off", "true", "false", "null"}
"""Texts that some YAML readers take for another type."""


class _Dumper(yaml.SafeDumper):
    """Quotes every text that YAML readers could misread."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    is_plain = PLAIN.fullmatch(text) is not None and text.lower() not in WORDS
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=None if is_plain else '"')


_Dumper.add_representer(str, _text)


class YamlFile:
    """A settings file; additions come first in their group."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.text = path.read_text(encoding="utf-8")

    def add_to_map(self, key: str, values: Mapping[str, Any]) -> None:
        """Add entries to the map at the top-level `key`."""
        self._add(key, dict(values))

    def add_to_list(self, key: str, items: Sequence[Any]) -> None:
        """Add items to the list at the top-level `key`."""
        self._add(key, list(items))

    def _add(self, key: str, new: dict[str, Any] | list[Any]) -> None:
        if not new:
            return
        root = yaml.compose(self.text, yaml.SafeLoader)
        pairs = root.value if isinstance(root, yaml.MappingNode) else []
        node = next((value for name, value in pairs if name.value == key), None)
        if node is None or (node.start_mark.index == node.end_mark.index and not node.value):
            self.text = re.sub(rf"^{key}:\s*$\n?", "", self.text, flags=re.MULTILINE).rstrip("\n")
            self.text += f"\n{_dumped({key: new}, 0)}"
        elif node.flow_style:
            there = yaml.safe_load(self.text)[key]
            whole = {**there, **new} if isinstance(new, dict) else [*there, *new]
            start, end = node.start_mark.index, node.end_mark.index
            before, after = self.text[:start].rstrip(" "), self.text[end:]
            rest_of_line, _, after = after.partition("\n")
            if rest_of_line.strip() and not rest_of_line.strip().startswith("#"):
                raise self._unreadable(key)
            self.text = f"{before}{rest_of_line}\n{_dumped(whole, 2)}{after}"
        else:
            column, start = node.start_mark.column, self.text.rfind("\n", 0, node.start_mark.index) + 1
            self.text = f"{self.text[:start]}{_dumped(new, column)}{self.text[start:]}"

    def write(self) -> None:
        self.path.write_text(self.text, encoding="utf-8")

    def _unreadable(self, key: str) -> UserError:
        fix = f"write `{key}` as lines of their own"
        return UserError([Problem("DW743", "can't be edited here", Place(str(self.path), path=key), fix=fix)])


def _dumped(value: Any, indent: int) -> str:
    lines = yaml.dump(value, Dumper=_Dumper, sort_keys=False, width=10**6, allow_unicode=True).splitlines()
    return "".join(f"{' ' * indent}{line}\n" for line in lines)
