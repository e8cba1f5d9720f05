"""A new user's first minutes: wheel, new project, its tests and demo, without this repository."""

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from tests.conftest import ROOT


def run(*command: object, folder: Path, **environ: str) -> str:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "DYNAWRIGHT_", "MAKE"))}
    line = [str(part) for part in command]
    done = subprocess.run(line, cwd=folder, env=kept | environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip = (sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "--wheel-dir")
    run(*pip, folder, ROOT, folder=folder)
    (built,) = folder.glob("dynawright-*.whl")
    return built


def test_the_wheel_holds_templates_and_data_and_nothing_of_the_application(wheel: Path) -> None:
    names = run(sys.executable, "-m", "zipfile", "--list", wheel, folder=wheel.parent)
    for part in (
        "py.typed",
        "pages/templates/system.html.j2",
        "new/templates/project/Makefile",
        "gate/checkov_requirements.txt",
        "bindings/aws/dynamodb_table.py",
    ):
        assert f"dynawright/{part}" in names
    assert "stacks/shop" not in names
    assert "environments/" not in names.replace("templates/project/environments/", "")


@pytest.fixture(scope="module")
def project(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project made by the installed wheel.

    Its dependencies are those of this environment: nothing is downloaded.
    """
    folder = tmp_path_factory.mktemp("stranger")
    venv.create(folder / "venv", with_pip=False)
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(folder / "venv"), "platbase": str(folder / "venv")}))
    pip = (sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target")
    run(*pip, packages, wheel, folder=folder)
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    python = folder / "venv" / "bin" / "python"
    run(python, "-m", "dynawright", "new", "project", "tables", "--defaults", folder=folder)
    project = folder / "tables"
    (project / ".venv").symlink_to(folder / "venv")
    for name in ("dynawright", "pytest"):
        script = folder / "venv" / "bin" / name
        script.write_text(f'#!/bin/sh\nexec {python} -m {name} "$@"\n')
        script.chmod(0o755)
    (project / ".venv" / ".installed").touch()
    return project


def test_the_new_project_synthesizes_and_its_tests_pass(project: Path) -> None:
    run("make", "synth", "ENV=production", folder=project)
    assert (project / "cdktf.out/stacks/orders-production/cdk.tf.json").exists()
    assert "3 passed" in run("make", "test", folder=project)


@pytest.mark.usefixtures("needs_terraform")
@pytest.mark.soak
def test_the_demo_of_the_new_project_passes(project: Path) -> None:
    assert "3 right, 0 wrong" in run("make", "demo", folder=project)


@pytest.mark.soak
def test_everything_is_installed_from_the_index_and_works(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / "bin" / "python"
    run(python, "-m", "pip", "install", "-q", wheel, folder=tmp_path)
    run(python, "-m", "dynawright", "new", "project", "tables", "--defaults", folder=tmp_path)
    for target in ("demo", "test"):
        run("make", target, folder=tmp_path / "tables", PIP_FIND_LINKS=str(wheel.parent))
