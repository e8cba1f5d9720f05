"""Warnings on stream functions that lose records: failures not reported or ignored."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from dynawright.errors import Problem
from dynawright.errors.source import code_place
from dynawright.model.function_manifest import FILE, FunctionManifest

FAILURES_IN: dict[str, tuple[str, ...]] = {
    "batch_execute_statement": ("Error",),
    "batch_get_item": ("UnprocessedKeys",),
    "batch_write_item": ("UnprocessedItems",),
    "publish_batch": ("Failed",),
    "put_events": ("FailedEntryCount", "ErrorCode", "EventId"),
    "put_record_batch": ("FailedPutCount", "ErrorCode"),
    "put_records": ("FailedRecordCount", "ErrorCode"),
    "send_message_batch": ("Failed",),
}
"""boto3 methods that succeed although parts of the request failed → response keys with the failures."""


def remarks(folder: Path) -> list[Problem]:
    """Return warnings that function.json does not accept, and acceptances of warnings not raised."""
    accepted = FunctionManifest.read(folder).accepts
    problems = [problem for file in sorted(folder.rglob("*.py")) for problem in _problems(file, f"function {folder.name}")]
    given = {problem.code for problem in problems}
    needless = [
        Problem(
            "DW274",
            f"accepts {code}, which is not given",
            code_place(str(folder / FILE), None, f"function {folder.name}"),
            code,
            fix="delete it from accepts",
        )
        for code in accepted
        if code not in given
    ]
    return [*(problem for problem in problems if problem.code not in accepted), *needless]


def _problems(file: Path, subject: str) -> Iterator[Problem]:
    tree = ast.parse(file.read_text(encoding="utf-8"), str(file))
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    if file.name == "handler.py":
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and node.name == "handler" and not _reports(node, texts):
                text = "handler does not return the records that failed: one bad record fails its whole batch, or is lost"
                fix = "return respond(event, context, run)"
                yield Problem("DW335", text, code_place(str(file), node.lineno, subject), fix=fix)
    dropped = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for call in ast.walk(tree):
        name = _method(call)
        if name in FAILURES_IN and (id(call) in dropped or not texts.intersection(FAILURES_IN[name])):
            told = FAILURES_IN[name][0]
            text = f"{name} succeeds although parts of its request failed, and its {told} is not read"
            fix = "publish with publish_once" if name in ("put_events", "publish_batch") else f"read {told}, and raise"
            yield Problem("DW336", text, code_place(str(file), getattr(call, "lineno", None), subject), told, fix=fix)


def _reports(handler: ast.FunctionDef, texts: set[str]) -> bool:
    """Return whether the handler returns `respond(...)` or its own batchItemFailures."""
    returned = [node.value for node in ast.walk(handler) if isinstance(node, ast.Return) and node.value is not None]
    by_hand = "batchItemFailures" in texts
    return bool(returned) and (by_hand or any(_calls_respond(value) for value in returned))


def _calls_respond(value: ast.expr) -> bool:
    called = [node.func for node in ast.walk(value) if isinstance(node, ast.Call)]
    return any(
        (isinstance(call, ast.Name) and call.id == "respond") or (isinstance(call, ast.Attribute) and call.attr == "respond")
        for call in called
    )


def _method(call: ast.AST) -> str:
    """Return the name of the called method; empty for anything else."""
    return call.func.attr if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) else ""
