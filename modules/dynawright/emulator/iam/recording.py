"""Every question that was put to IAM, as JSON lines.

A policy is written once, before the first call that it was asked about: `{"policy": "p1", "name", "kind", "document"}`.
A call: `{"call": "dynamodb:GetItem", "region", "account", "principal": {"kind", …}, "allowed", "asked": [{"action", "resource",
"resource_account", "context", "identity": ["p1"], "boundary", "session": [], "resource_policy", "allowed", "message",
"missing_statement"}]}`; names of policies are those of their lines. A call that IAM could not be asked about, since no row says what it
asks, has asked nothing, is not allowed, and says why in `refused`.
"""

from __future__ import annotations

import dataclasses
import json
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TextIO

from dynawright.emulator.iam.principals import Document, Identity
from dynawright.iam.evaluator import Answer
from dynawright.iam.operations.call import Call


@dataclasses.dataclass(frozen=True, kw_only=True)
class Question:
    """An IAM decision, with the resource policy involved."""

    answer: Answer
    resource_policy: Document | None


class Recording:
    """Appends to a file as calls come in, from many threads."""

    def __init__(self, file: Path) -> None:
        self._file: TextIO = file.open("a", encoding="utf-8")
        self._lock = threading.Lock()
        self._names: dict[Document, str] = {}

    def write(self, call: Call, account: str, identity: Identity, questions: Sequence[Question]) -> None:
        """Write a call with all its IAM requests."""
        with self._lock:
            self._put(
                {
                    **_made(call, identity),
                    "account": account,
                    "allowed": all(question.answer.allowed for question in questions),
                    "asked": [self._asked(question, identity) for question in questions],
                }
            )
            self._file.flush()

    def refuse(self, call: Call, identity: Identity, reason: str) -> None:
        """Record a call that IAM could not evaluate: a client may ignore the missing answer."""
        with self._lock:
            self._put({**_made(call, identity), "allowed": False, "asked": [], "refused": reason})
            self._file.flush()

    def _asked(self, question: Question, identity: Identity) -> dict[str, Any]:
        answer = question.answer
        return {
            "action": answer.request.action,
            "resource": answer.request.resource,
            "resource_account": answer.request.resource_account,
            "context": dict(answer.request.context),
            "identity": [self._name(document) for document in identity.identity],
            "boundary": self._name(identity.boundary) if identity.boundary else None,
            "session": [self._name(document) for document in identity.session],
            "resource_policy": self._name(question.resource_policy) if question.resource_policy else None,
            "allowed": answer.allowed,
            **({} if answer.allowed else {"message": answer.message, "missing_statement": answer.missing_statement}),
        }

    def _name(self, document: Document) -> str:
        if document not in self._names:
            self._names[document] = f"p{len(self._names) + 1}"
            self._put(
                {
                    "policy": self._names[document],
                    "name": document.name,
                    "kind": document.kind.name,
                    "document": json.loads(document.text),
                }
            )
        return self._names[document]

    def _put(self, line: dict[str, Any]) -> None:
        self._file.write(json.dumps(line) + "\n")


def _made(call: Call, identity: Identity) -> dict[str, Any]:
    principal = {"kind": type(identity.principal).__name__, **dataclasses.asdict(identity.principal)}
    return {"call": str(call), "region": call.region, "principal": principal}
