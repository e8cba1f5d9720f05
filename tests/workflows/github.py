"""Runs a workflow like GitHub: which jobs start, their inputs, and their results."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import yaml

from tests.workflows.expressions import ExpressionError, Expressions, Status


@dataclass
class JobRun:
    """The result of a job."""

    result: str
    outputs: dict[str, str] = field(default_factory=dict)
    log: str = ""
    summary: str = ""
    environment: str = ""
    """The deployment environment that it waited for."""


class Host(Protocol):
    """Runs the steps of a job."""

    def run(self, job: Mapping[str, Any], contexts: Mapping[str, Any], expressions: Expressions) -> JobRun: ...


def starts_on_push(file: Path, changed: Sequence[str]) -> bool:
    """Return whether a push of these files starts the workflow."""
    triggers = yaml.safe_load(file.read_text())[True]  # YAML 1.1 reads `on` as true
    if "push" not in triggers:
        return False
    patterns = [_regex(path) for path in (triggers["push"] or {}).get("paths", ["**"])]
    return any(pattern.fullmatch(path) for pattern in patterns for path in changed)


def _regex(path: str) -> re.Pattern[str]:
    """`**` matches anything, `*` anything but a slash."""
    return re.compile("".join({"**": ".*", "*": "[^/]*"}.get(part, re.escape(part)) for part in re.split(r"(\*\*|\*)", path)))


class WorkflowRun:
    """Jobs in order of their needs, with those of called workflows, by name as on GitHub."""

    def __init__(
        self,
        folder: Path,
        expressions: Expressions,
        host: Host,
        *,
        github: Mapping[str, Any],
        variables: Mapping[str, str],
        stand_ins: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        """`stand_ins` are the outputs of jobs (`workflow.job`) that end well without being run."""
        self._folder, self._expressions, self._host = folder, expressions, host
        self._contexts = {"github": github, "vars": variables}
        self._stand_ins = stand_ins or {}
        self.jobs: dict[str, JobRun] = {}

    @property
    def started(self) -> list[str]:
        return [name for name, job in self.jobs.items() if job.result != "skipped"]

    @property
    def approvals(self) -> list[str]:
        """The environments that were waited for, but those that need no approval."""
        return [job.environment for job in self.jobs.values() if job.environment and not job.environment.startswith("plan-")]

    @property
    def failures(self) -> dict[str, str]:
        return {name: job.log for name, job in self.jobs.items() if job.result == "failure"}

    def start(
        self, workflow: str, inputs: Mapping[str, Any] | None = None, within: str = "", before: Sequence[str] = ()
    ) -> JobRun:
        """Run a workflow; `before` are the results of what its caller waited for."""
        document = yaml.safe_load((self._folder / f"{workflow}.yml").read_text())
        ended: dict[str, JobRun] = {}
        for name in _ordered(document["jobs"]):
            job = document["jobs"][name]
            needs = _listed(job.get("needs"))
            results = [ended[other].result for other in _ancestors(document["jobs"], name)]
            # GitHub's success() looks at all ancestors; inside a called workflow, at those of the caller too.
            results += list(before) if needs else []
            contexts = {
                **self._contexts,
                "inputs": self._inputs(document, inputs or {}),
                "needs": {other: {"result": ended[other].result, "outputs": ended[other].outputs} for other in needs},
            }
            try:
                ended[name] = self._job(f"{workflow}.{name}", within, job, contexts, results)
            except ExpressionError as error:
                ended[name] = self.jobs[f"{within}{name}"] = JobRun("failure", log=str(error))
        return JobRun(_together([job.result for job in ended.values()]))

    def _job(self, id: str, within: str, job: Mapping[str, Any], contexts: Mapping[str, Any], results: Sequence[str]) -> JobRun:
        name = within + id.split(".")[1]
        if not self._expressions.holds(job.get("if"), contexts, Status(results)):
            self.jobs[name] = JobRun("skipped")
            return self.jobs[name]
        ended = []
        for matrix in self._matrices(job, contexts):
            known = {**contexts, "matrix": matrix}
            label = f"{name} ({', '.join(map(str, matrix.values()))})" if matrix else name
            if "uses" in job:
                given = {key: self._expressions.value(value, known) for key, value in job.get("with", {}).items()}
                ended.append(self.start(Path(job["uses"]).stem, given, f"{label} / ", results))
            else:
                ended.append(self._run(id, job, known))
                self.jobs[label] = ended[-1]
        outputs = ended[-1].outputs if ended else {}
        return JobRun(_together([seen.result for seen in ended]), outputs)

    def _run(self, id: str, job: Mapping[str, Any], contexts: Mapping[str, Any]) -> JobRun:
        environment = self._expressions.text(job.get("environment", ""), contexts)
        ended = (
            JobRun("success", dict(self._stand_ins[id]))
            if id in self._stand_ins
            else self._host.run(job, contexts, self._expressions)
        )
        ended.environment = environment
        return ended

    def _inputs(self, document: Mapping[Any, Any], given: Mapping[str, Any]) -> dict[str, Any]:
        declared = (document[True].get("workflow_call") or {}).get("inputs", {})
        return {**{name: body.get("default", "") for name, body in declared.items()}, **given}

    def _matrices(self, job: Mapping[str, Any], contexts: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        matrix = job.get("strategy", {}).get("matrix", {})
        axes = {name: self._expressions.value(values, contexts) for name, values in matrix.items()}
        for name, values in axes.items():
            if not values:
                raise ExpressionError(f"matrix vector '{name}' does not contain any values")
        for values in itertools.product(*axes.values()):
            yield dict(zip(axes, values, strict=True))


def _listed(needs: str | list[str] | None) -> list[str]:
    return [needs] if isinstance(needs, str) else needs or []


def _ordered(jobs: Mapping[str, Any]) -> list[str]:
    order: list[str] = []
    while len(order) < len(jobs):
        order += [name for name in jobs if name not in order and set(_listed(jobs[name].get("needs"))) <= set(order)]
    return order


def _ancestors(jobs: Mapping[str, Any], name: str) -> set[str]:
    direct = _listed(jobs[name].get("needs"))
    return set(direct).union(*(_ancestors(jobs, other) for other in direct))


def _together(results: Sequence[str]) -> str:
    if "failure" in results:
        return "failure"
    return "success" if "success" in results else "skipped"
