"""The jobs and steps of workflow files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from tests.conftest import ROOT

FOLDER = ROOT / ".github" / "workflows"
FILES = sorted(FOLDER.glob("*.yml"))


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
