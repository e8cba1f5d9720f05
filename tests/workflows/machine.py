"""A job's machine: a fresh clone, bash as GitHub starts it, stand-ins for actions."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.workflows.expressions import Expressions, Status
from tests.workflows.github import JobRun

# The environment that is ready takes the place of a new one, by links: pip then finds everything installed and downloads nothing.
PYTHON = """#!/bin/bash
if [ "$1 $2" = "-m venv" ]; then
  cp -al "{ready}" "$3" 2> /dev/null || {{ rm -rf "$3"; cp -as "{ready}" "$3"; }}
  rm -f "$3/.installed"
else
  exec "{python}" "$@"
fi
"""
GH = """#!/bin/bash
{ printf '%s ' "$@"; echo; } >> "$ASKED"
case "$*" in *--jq*) cat "$ANSWER" ;; esac
"""
KEPT = (".venv", ".venv-audit", "terraform.*.tfstate")
"""Kept between jobs: tools, for speed, and the state, which on AWS is in its bucket."""

LOCKS = ("requirements/**/*", "requirements.txt", "package-lock.json", "pyproject.toml")


@dataclass
class Machine:
    """Each job gets a new clone of `origin`; `instead` are commands replaced by their results."""

    workplace: Path
    origin: Path
    environ: Mapping[str, str]
    instead: Mapping[str, Callable[[Path], None]] = field(default_factory=dict)
    scripts: Mapping[str, str] = field(default_factory=dict)
    """More programs that come first on PATH."""
    assume: Callable[[str, str], Mapping[str, str]] | None = None
    """Returns the credentials that a role gives to a token with this subject."""

    def __post_init__(self) -> None:
        self.clone = self.workplace / "clone"
        self._kept, self._artifacts, tools = (self.workplace / name for name in ("kept", "artifacts", "bin"))
        for folder in (self._kept, self._artifacts, tools):
            folder.mkdir(exist_ok=True)
        self._asked, self._answer = self.workplace / "asked", self.workplace / "answer"
        self.answer("")
        python = PYTHON.format(ready=sys.prefix, python=os.path.realpath(sys.executable))
        for name, script in {"python3": python, "gh": GH, **self.scripts}.items():
            (tools / name).write_text(script)
            (tools / name).chmod(0o755)
        path = f"{tools}:{self.environ['PATH']}"
        kept = {name: value for name, value in self.environ.items() if not name.startswith("MAKE")}
        self.environ = {**kept, "PATH": path, "ASKED": str(self._asked), "ANSWER": str(self._answer)}

    def asked(self) -> str:
        """Return the calls of `gh` since the last time."""
        text = self._asked.read_text() if self._asked.exists() else ""
        self._asked.unlink(missing_ok=True)
        return text

    def answer(self, text: str) -> None:
        """Let `gh` answer this."""
        self._answer.write_text(text)

    def artifact(self, name: str) -> Path:
        return self._artifacts / name

    def run(self, job: Mapping[str, Any], contexts: Mapping[str, Any], expressions: Expressions) -> JobRun:
        """Run the steps of a job and return its result."""
        ended = JobRun("success")
        variables: dict[str, str] = {}
        contexts = {**contexts, "deployment": expressions.text(job.get("environment", ""), contexts)}
        steps: dict[str, Any] = {}
        for step in job["steps"]:
            known = {**contexts, "steps": steps, "env": variables, "runner": {"os": "Linux"}}
            if not expressions.holds(step.get("if"), known, Status([ended.result])):
                continue
            if "uses" in step:
                given = {name: expressions.text(value, known) for name, value in step.get("with", {}).items()}
                variables |= self._act(step["uses"].split("@")[0], given, known, job)
                continue
            own = {name: expressions.text(value, known) for name, value in step.get("env", {}).items()}
            done, files = self._shell(expressions.text(step["run"], known), {**self.environ, **variables, **own})
            ended.log += f"$ {step['run']}\n{done.stdout}{done.stderr}"
            ended.summary += files["GITHUB_STEP_SUMMARY"]
            variables |= dict(_assignments(files["GITHUB_ENV"]))
            if "id" in step:
                steps[step["id"]] = {"outputs": dict(_assignments(files["GITHUB_OUTPUT"]))}
            if done.returncode != 0:
                ended.result = "failure"
        known = {**contexts, "steps": steps}
        ended.outputs = {name: expressions.text(value, known) for name, value in job.get("outputs", {}).items()}
        return ended

    def _shell(self, script: str, environ: Mapping[str, str]) -> tuple[subprocess.CompletedProcess[str], dict[str, str]]:
        if script in self.instead:
            self.instead[script](self.clone)
            script = f"make --dry-run {script.removeprefix('make ')} > /dev/null"
        files = {name: self.workplace / name for name in ("GITHUB_OUTPUT", "GITHUB_ENV", "GITHUB_STEP_SUMMARY")}
        for file in files.values():
            file.write_text("")
        file = self.workplace / "step.sh"
        file.write_text(script)
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", file],
            cwd=self.clone,
            env={**environ, **{name: str(path) for name, path in files.items()}},
            capture_output=True,
            text=True,
            check=False,
        )
        return done, {name: path.read_text() for name, path in files.items()}

    def _act(
        self, action: str, given: Mapping[str, str], contexts: Mapping[str, Any], job: Mapping[str, Any]
    ) -> Mapping[str, str]:
        """Replace an action by its effects on later steps; return the variables that it sets."""
        if action == "actions/checkout":
            self._check_out(given.get("ref") or contexts["github"]["sha"], int(given.get("fetch-depth", 1)))
        elif action == "actions/upload-artifact":
            (folder := self.artifact(given["name"])).mkdir(parents=True, exist_ok=True)
            for path in (path for pattern in given["path"].split() for path in self.clone.glob(pattern)):
                shutil.copy(path, folder)
        elif action == "actions/download-artifact":
            source = self.artifact(given["name"]) if "name" in given else self._artifacts
            shutil.copytree(source, self.clone / given.get("path", ""), dirs_exist_ok=True)
        elif action == "aws-actions/configure-aws-credentials":
            assert given["role-to-assume"]
            assert job["permissions"]["id-token"] == "write"
            subject = f"repo:{contexts['github']['repository']}:environment:{contexts['deployment']}"
            credentials = self.assume(given["role-to-assume"], subject) if self.assume else {}
            return {**credentials, "AWS_REGION": given["aws-region"]}
        else:
            assert action in ("actions/setup-python", "hashicorp/setup-terraform", "./.github/actions/terraform"), action
        return {}

    def keep(self, folder: Path) -> None:
        """Keep the tools and the state of this folder for the jobs that follow."""
        for pattern in KEPT:
            for path in folder.glob(pattern):
                shutil.move(path, self._kept / path.name)

    def _check_out(self, ref: str, depth: int) -> None:
        """Make the clone again, with the history that was asked for; 0 is all of it."""
        if self.clone.exists():
            self.keep(self.clone)
            shutil.rmtree(self.clone)
        shown = [] if depth == 0 else ["--depth", str(depth)]
        git = ("git", "-c", "protocol.file.allow=always", "-c", "advice.detachedHead=false")
        for command in (
            ("init", "-q"),
            ("fetch", "-q", *shown, self.origin.as_uri(), f"{ref}:refs/remotes/origin/checked-out"),
            ("checkout", "-q", "--detach", "refs/remotes/origin/checked-out"),
        ):
            self.clone.mkdir(exist_ok=True)
            subprocess.run([*git, *command], cwd=self.clone, check=True, capture_output=True)
        for path in self._kept.iterdir():
            shutil.move(path, self.clone / path.name)
        for pattern in LOCKS:
            for path in self.clone.glob(pattern):
                os.utime(path, (0, 0))  # what was installed for the first job is current


def _assignments(text: str) -> Iterator[tuple[str, str]]:
    """Return what a step wrote: `name=value`, or `name<<MARK`, lines, `MARK`."""
    lines = iter(text.splitlines())
    for line in lines:
        name, equals, value = line.partition("=")
        if equals and "<<" not in name:
            yield name, value
        else:
            name, _, mark = line.partition("<<")
            yield name, "\n".join(iter(lambda: next(lines), mark))
