"""Settings are added to a file, and all existing content stays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from dynawright.errors import UserError
from dynawright.ops.adopt.yaml_file import YamlFile

NEW: dict[str, Any] = {"loans": {"tables": {"a.b": {"name": "010", "enabled": True, "note": 'it\'s: "so" # no'}}}}


def added(tmp_path: Path, text: str, key: str = "systems", new: Any = None) -> str:
    path = tmp_path / "local.yaml"
    path.write_text(text)
    file = YamlFile(path)
    if isinstance(new, list):
        file.add_to_list(key, new)
    else:
        file.add_to_map(key, NEW)
    return file.text


@pytest.mark.parametrize(
    "text",
    [
        "name: a\n",
        "name: a",
        "systems:\nname: a\n",
        "systems: {} # none yet\nname: a\n",
        "name: a\nsystems: {orders: {region: us-east-1}}\n",
        "systems: # all\n  # first\n  orders:\n    region: us-east-1 # far\nname: a\n",
        "systems:\n    orders:\n        region: us-east-1\nname: a\n",
    ],
)
def test_what_was_there_and_what_is_new_are_both_read(tmp_path: Path, text: str) -> None:
    before, after = yaml.safe_load(text), yaml.safe_load(added(tmp_path, text))
    assert after == {**before, "systems": {**(before.get("systems") or {}), **NEW}}


def test_comments_and_layout_stay(tmp_path: Path) -> None:
    text = "# ours\nsystems: # all\n  # first\n  orders:\n    region: us-east-1 # far\nname: a # b\n"
    lines = added(tmp_path, text).splitlines()
    assert [line for line in lines if line in text.splitlines()] == text.splitlines()


@pytest.mark.parametrize(
    "text", ["name: a\n", "exceptions: []\nname: a\n", "exceptions:\n  - rule: x\nname: a\n", "exceptions:\n- rule: x\n"]
)
def test_items_are_added_to_a_list(tmp_path: Path, text: str) -> None:
    before, after = yaml.safe_load(text), yaml.safe_load(added(tmp_path, text, "exceptions", [{"rule": "y"}]))
    assert sorted(exception["rule"] for exception in after["exceptions"]) == sorted(
        [*(exception["rule"] for exception in before.get("exceptions", [])), "y"]
    )


def test_nothing_new_changes_nothing(tmp_path: Path) -> None:
    assert added(tmp_path, "name: a", "exceptions", []) == "name: a"


def test_a_map_in_a_line_with_other_things_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        added(tmp_path, "{name: a, systems: {orders: {}}}\n")
    assert [problem.code for problem in caught.value.problems] == ["DW743"]
