"""function.json: all its mistakes are reported at once."""

import json
from pathlib import Path
from typing import Any

import pytest

from dynawright.errors import UserError
from dynawright.model.function_manifest import FILE, FunctionManifest

TABLE = {"table": "orders", "description": "where orders are"}
SOUND: dict[str, Any] = {"table": "orders", "filters": [{"eventName": ["INSERT"]}], "variables": {"ORDERS_TABLE": TABLE}}


def read(folder: Path, content: object) -> FunctionManifest:
    (folder / FILE).write_text(content if isinstance(content, str) else json.dumps(content))
    return FunctionManifest.read(folder)


def places(folder: Path, content: object) -> list[tuple[str, str]]:
    with pytest.raises(UserError) as caught:
        read(folder, content)
    assert all(problem.place.file.endswith(f"/{FILE}") for problem in caught.value.problems)
    return [(problem.code, problem.place.path) for problem in caught.value.problems]


def test_a_sound_manifest_is_read(tmp_path: Path) -> None:
    manifest = read(tmp_path, {**SOUND, "includes": ["totals"], "description": "counts"})
    assert manifest.table == "orders"
    assert manifest.filters == ({"eventName": ["INSERT"]},)
    assert manifest.variables == {"ORDERS_TABLE": TABLE}
    assert (manifest.includes, manifest.description) == (("totals",), "counts")
    assert read(tmp_path, SOUND).includes == ()


@pytest.mark.parametrize(
    ("wrong", "path"),
    [
        ({"tabel": "orders"}, ""),
        ({"table": None}, "table"),
        ({"filters": {}}, "filters"),
        ({"filters": ["INSERT"]}, "filters.0"),
        ({"includes": [1]}, "includes.0"),
        ({"accepts": ["DW335"]}, "accepts"),
        ({"accepts": {"DW335": ""}}, "accepts.DW335"),
        ({"accepts": {"DW335": 1}}, "accepts.DW335"),
        ({"variables": []}, "variables"),
        ({"variables": {"A": "x"}}, "variables.A"),
        ({"variables": {"A": {}}}, "variables.A"),
        ({"variables": {"A": {"description": "a", "optional": "yes"}}}, "variables.A.optional"),
        ({"variables": {"A": {"description": "a", "tabel": "orders"}}}, "variables.A"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(tmp_path: Path, wrong: dict[str, Any], path: str) -> None:
    assert places(tmp_path, {**SOUND, **wrong}) == [("DW327", path)]


def test_every_problem_is_told_at_once(tmp_path: Path) -> None:
    assert places(tmp_path, {"filters": 1}) == [("DW327", ""), ("DW327", ""), ("DW327", "filters")]


@pytest.mark.parametrize("content", ["{", "[]"])
def test_what_is_no_object_is_refused(tmp_path: Path, content: str) -> None:
    assert places(tmp_path, content) == [("DW327", "")]


def test_a_folder_without_one_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        FunctionManifest.read(tmp_path)
    assert [problem.code for problem in caught.value.problems] == ["DW327"]
