"""The explanation of a refusal, for people and for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from dynawright.model import AccessPattern
from dynawright.ops.explain.refusal import Kind


class Verdict(StrEnum):
    """Who can resolve it, and where."""

    MODEL = "change the model"
    SETTING = "change a setting"
    DEPLOY = "deploy"
    CODE = "change the application"
    EXPECTED = "handle it in the application"
    RETRY = "try again"
    NEVER = "should not be allowed"
    ELSEWHERE = "ask who owns the policy"


@dataclass(frozen=True, kw_only=True)
class Met:
    """A statement that matched the request; `source` names it and its policy."""

    source: str
    text: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Explanation:
    """An explained refusal; `at` is the line of the model, or the setting, that `fix` refers to."""

    kind: Kind
    what: str
    why: tuple[str, ...]
    verdict: Verdict
    fix: str
    at: str = ""
    environment: str = ""
    system: str = ""
    consumer: str = ""
    table: str = ""
    index: str = ""
    patterns: tuple[AccessPattern, ...] = ()
    statements: tuple[Met, ...] = ()

    @property
    def text(self) -> str:
        lines = [f"{self.kind}: {self.what}", ""]
        lines += [f"  {label:<10} {text}" for label, text in self._lines()]
        return "\n".join(lines)

    def _lines(self) -> Iterator[tuple[str, str]]:
        for number, pattern in enumerate(self.patterns):
            used = ", ".join(consumer.name for consumer in pattern.used_by)
            where = f"{pattern.place.file}:{pattern.place.line}"
            yield "" if number else "pattern", f"{pattern.id} {pattern.question} ({pattern.operation}, used by {used}; {where})"
        for number, met in enumerate(self.statements):
            yield "" if number else "statement", f"{met.source}: {json.dumps(met.text, ensure_ascii=False)}"
        for number, reason in enumerate(self.why):
            yield "" if number else "why", reason
        yield "verdict", str(self.verdict)
        yield "do", self.fix
        if self.at:
            yield "where", self.at

    @property
    def document(self) -> dict[str, Any]:
        return {
            "kind": str(self.kind),
            "what": self.what,
            "environment": self.environment,
            "system": self.system,
            "consumer": self.consumer,
            "table": self.table,
            "index": self.index,
            "patterns": [
                {
                    "id": pattern.id,
                    "question": pattern.question,
                    "used_by": [consumer.name for consumer in pattern.used_by],
                    "place": str(pattern.place),
                }
                for pattern in self.patterns
            ],
            "statements": [{"source": met.source, "statement": met.text} for met in self.statements],
            "why": list(self.why),
            "verdict": str(self.verdict),
            "fix": self.fix,
            "at": self.at,
        }
