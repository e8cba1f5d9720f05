"""`dynawright new system|table|function` adds what is needed only, if the files' shape allows."""

import ast
import difflib
from functools import partial
from pathlib import Path

import pytest

from dynawright.errors import UserError
from dynawright.new.additions import add_function, add_system, add_table
from dynawright.new.project import Answers, create_project


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "my-tables"
    create_project(folder, Answers(), defaults=True)
    monkeypatch.chdir(folder)
    return folder


def changed_lines(before: str, after: str) -> tuple[list[str], list[str]]:
    """Return what is gone and what is new, line by line."""
    lines = list(difflib.ndiff(before.splitlines(), after.splitlines()))
    return [line[2:].strip() for line in lines if line[0] == "-"], [line[2:].strip() for line in lines if line[0] == "+"]


def test_a_system_is_a_folder_and_a_test(project: Path) -> None:
    before = {path for path in project.rglob("*") if path.is_file()}
    add_system("billing")
    new = {path.relative_to(project).as_posix() for path in project.rglob("*") if path.is_file() and path not in before}
    assert new == {"stacks/billing/model.py", "stacks/billing/stack.py", "tests/test_billing.py"}
    assert 'System("billing"' in (project / "stacks/billing/model.py").read_text()
    assert "class BillingStack(SystemStack)" in (project / "stacks/billing/stack.py").read_text()


def test_a_table_is_declared_built_granted_backed_up_and_watched(project: Path) -> None:
    add_table(None, "line_items")
    model = (project / "stacks/orders/model.py").read_text()
    stack = (project / "stacks/orders/stack.py").read_text()
    assert 'SYSTEM = System("orders", [ITEMS, LINE_ITEMS])' in model
    assert 'line_items = self.table("LineItems", model.LINE_ITEMS, key=key)' in stack
    assert "grant(api, model.API, line_items)" in stack
    assert "self.backup(items, line_items, key=key)" in stack
    assert "self.watch(items, line_items)" in stack


def test_a_function_gets_a_stream_a_consumer_and_a_mapping(project: Path) -> None:
    add_function(None, "notify")
    model = (project / "stacks/orders/model.py").read_text()
    stack = (project / "stacks/orders/stack.py").read_text()
    assert "stream=Stream.NEW_AND_OLD_IMAGES" in model
    assert 'NOTIFY = Consumer("notify"' in model
    assert "self.watch(items, notify)" in stack
    assert sorted(path.name for path in (project / "stacks/orders/functions/notify").iterdir()) == [
        "events",
        "function.json",
        "handler.py",
    ]


def test_comments_and_layout_stay(project: Path) -> None:
    file = project / "stacks/orders/stack.py"
    text = file.read_text().replace("        api = ", "        # größer — the backend's role\n        api = ")
    file.write_text(text)
    add_table(None, "refunds")
    gone, new = changed_lines(text, file.read_text())
    assert gone == ["self.backup(items, key=key)", "self.watch(items)"]
    assert new == [
        'refunds = self.table("Refunds", model.REFUNDS, key=key)',
        "grant(api, model.API, refunds)",
        "self.backup(items, refunds, key=key)",
        "self.watch(items, refunds)",
    ]


def test_several_additions_keep_both_files_valid(project: Path) -> None:
    for name in ("refunds", "invoices"):
        add_table("orders", name)
    add_function("orders", "notify")
    for file in ("model.py", "stack.py"):
        ast.parse((project / "stacks/orders" / file).read_text())


@pytest.mark.parametrize("name", ["Orders", "1st", "a-b", "", "a__b", "x" * 31, "../x", "näme"])
def test_a_name_that_is_no_module_is_refused_and_nothing_is_written(project: Path, name: str) -> None:
    before = {path: path.read_bytes() for path in project.rglob("*") if path.is_file()}
    for add in (partial(add_system, name), partial(add_table, None, name), partial(add_function, None, name)):
        with pytest.raises(UserError) as caught:
            add()
        assert [problem.code for problem in caught.value.problems] == ["DW802"]
    assert {path: path.read_bytes() for path in project.rglob("*") if path.is_file()} == before


def test_what_exists_is_not_overwritten(project: Path) -> None:
    add_table(None, "refunds")
    add_function(None, "notify")
    for add in (partial(add_system, "orders"), partial(add_table, None, "refunds"), partial(add_function, None, "notify")):
        with pytest.raises(UserError) as caught:
            add()
        assert [problem.code for problem in caught.value.problems] == ["DW809"]


def test_a_stack_of_another_shape_is_left_alone_with_the_lines_to_add(project: Path) -> None:
    file = project / "stacks/orders/stack.py"
    file.write_text(file.read_text().replace("        self.watch(items)\n", ""))
    before = {path: path.read_bytes() for path in project.rglob("*.py")}
    with pytest.raises(UserError) as caught:
        add_table(None, "refunds")
    assert [(problem.code, bool(problem.fix)) for problem in caught.value.problems] == [("DW807", True)]
    assert {path: path.read_bytes() for path in project.rglob("*.py")} == before


def test_with_several_systems_one_must_be_named(project: Path) -> None:
    add_system("billing")
    with pytest.raises(UserError) as caught:
        add_table(None, "refunds")
    assert [problem.code for problem in caught.value.problems] == ["DW803"]
    assert "billing, orders" in caught.value.problems[0].fix
    add_table("billing", "refunds")
