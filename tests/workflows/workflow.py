"""A workflow's jobs and steps, and its shell steps run as GitHub would run them."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from tests.conftest import ROOT

FOLDER = ROOT / ".github" / "workflows"
FILES = sorted(FOLDER.glob("*.yml"))
_EXPRESSION = re.compile(r"\$\{\{\s*(.*?)\s*\}\}")


@dataclass(frozen=True)
class Step:
    job: str
    body: Mapping[str, Any]

    @property
    def name(self) -> str:
        return str(self.body.get("name") or self.body.get("run") or self.body.get("uses"))


def jobs(file: Path) -> dict[str, dict[str, Any]]:
    loaded: dict[str, dict[str, Any]] = yaml.safe_load(file.read_text())["jobs"]
    return loaded


def steps(file: Path) -> Iterator[Step]:
    for job, body in jobs(file).items():
        for step in body.get("steps", []):
            yield Step(job, step)


def shell_steps(workflow: str, job: str) -> list[Step]:
    return [one for one in steps(FOLDER / f"{workflow}.yml") if one.job == job and "run" in one.body]


@dataclass
class Runner:
    """A machine with a clone of the project; `values` are what GitHub's expressions would give."""

    clone: Path
    environ: Mapping[str, str]
    values: Mapping[str, str]
    outputs: dict[str, str] = field(default_factory=dict)
    summary: str = ""

    def run(self, step: Step) -> None:
        """As GitHub does: bash -e -o pipefail, and what it writes to the two files is kept."""
        output, summary = self.clone.parent / "output", self.clone.parent / "summary"
        output.write_text("")
        summary.write_text("")
        own = {name: self._filled(str(value)) for name, value in step.body.get("env", {}).items()}
        environ = {**self.environ, "GITHUB_OUTPUT": str(output), "GITHUB_STEP_SUMMARY": str(summary), **own}
        command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", self._filled(step.body["run"])]
        done = subprocess.run(command, cwd=self.clone, env=environ, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{step.name}\n{done.stdout}\n{done.stderr}"
        self.summary += summary.read_text()
        for line in output.read_text().splitlines():
            name, _, value = line.partition("=")
            self.outputs[f"steps.{step.body['id']}.outputs.{name}"] = value

    def _filled(self, text: str) -> str:
        """An expression that no value is given for is a mistake of the test, or of the workflow."""
        return _EXPRESSION.sub(lambda match: {**self.values, **self.outputs}[match[1]], text)
