"""The application as a whole, with whatever systems it has."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from dynawright.bindings.engine import tree
from dynawright.settings import environment_names, load_named
from dynawright.stack import SystemStack
from dynawright.synthesis import stack_of, synthesize
from dynawright.systems import stack_names, systems
from tests.stacks.documents import ENVIRONMENTS, Documents


def test_every_model_has_its_stack_and_every_stack_its_model(project_root: Path) -> None:
    stacks = [stack_of(name) for name in stack_names()]
    assert [stack.system for stack in stacks if issubclass(stack, SystemStack)] == list(systems())
    assert sorted(stack_names()) == sorted(path.parent.name for path in (project_root / "stacks").glob("*/stack.py"))


def test_every_stack_is_there_in_every_environment(documents: Documents) -> None:
    assert set(documents) == {(environment, stack) for environment in environment_names() for stack in stack_names()}


def test_the_package_names_neither_a_system_nor_this_project(project_root: Path) -> None:
    """A system whose name is one word, such as notes, is left out: the package may use that word."""
    names = [load_named("local").project, *(system.name.replace("_", "[-_ ]?") for system in systems() if "_" in system.name)]
    pattern = re.compile(rf"\b({'|'.join(names)})\b".encode(), re.IGNORECASE)
    files = [path for path in (project_root / "modules").rglob("*") if path.suffix != ".pyc" and path.is_file()]
    named = {path: pattern.findall(path.read_bytes()) for path in files}
    assert {path: names for path, names in named.items() if names} == {}


def without_statistics(file: Path) -> Any:
    """cdktf also notes which kinds of resources it saw overrides of."""
    document = json.loads(file.read_text())
    document["//"]["metadata"].pop("overrides", None)
    return document


@pytest.mark.parametrize("environment", ENVIRONMENTS)
def test_every_stack_is_the_same_lazy_or_created(environment: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synthesize(load_named(environment), system=None, outdir=tmp_path / "lazy")
    monkeypatch.setattr(tree, "_watched", True)
    synthesize(load_named(environment), system=None, outdir=tmp_path / "created")
    for document in (tmp_path / "lazy/stacks").glob("*/cdk.tf.json"):
        twin = tmp_path / "created/stacks" / document.parent.name / "cdk.tf.json"
        assert without_statistics(twin) == without_statistics(document)


@pytest.mark.parametrize("environment", ["local", "dev"])
def test_what_is_disposable_can_be_destroyed(documents: Documents, environment: str) -> None:
    for (of, stack), document in documents.items():
        if of == environment:
            assert '"prevent_destroy": true' not in json.dumps(document), stack
