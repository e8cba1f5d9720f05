"""Repeat a lost answer: AWS's clients retry, and moto would act twice."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable
from typing import Any

KEPT = 512

Attempted = tuple[str, str]
"""A call's invocation id, and the access key of its signature."""
Answer = tuple[str, list[tuple[str, str]], list[bytes]]


class AnsweredOnce:
    """Wraps a WSGI application.

    All attempts of a client's call share an invocation id, so a repeated id means that the answer was lost.
    """

    def __init__(self, application: Any) -> None:
        self._application = application
        self._answers: OrderedDict[Attempted, Answer] = OrderedDict()
        self._at_work: dict[Attempted, threading.Lock] = {}

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        id = environ.get("HTTP_AMZ_SDK_INVOCATION_ID")
        if id is None:
            answer: Iterable[bytes] = self._application(environ, start_response)
            return answer
        # another caller's request with the same id is a different request
        call = (id, environ.get("HTTP_AUTHORIZATION", "").partition("/")[0])
        with self._at_work.setdefault(call, threading.Lock()):  # the first attempt may still be running
            status, headers, body = self._answers.get(call) or self._ask(environ)
            if status.startswith("2"):
                self._keep(call, (status, headers, body))
        start_response(status, headers)
        return body

    def _ask(self, environ: dict[str, Any]) -> Answer:
        started: list[tuple[str, list[tuple[str, str]]]] = []
        parts = self._application(environ, lambda status, headers, _=None: started.append((status, headers)))
        body = list(parts)
        if hasattr(parts, "close"):
            parts.close()
        return (*started[0], body)

    def _keep(self, call: Attempted, answer: Answer) -> None:
        self._answers[call] = answer
        while len(self._answers) > KEPT:
            oldest, _ = self._answers.popitem(last=False)
            self._at_work.pop(oldest, None)
