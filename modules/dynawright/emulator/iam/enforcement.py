"""A WSGI application around moto's that evaluates IAM before the emulator answers."""

from __future__ import annotations

import contextvars
import sys
import traceback
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from dynawright.emulator.gaps.patch import Original, wrap
from dynawright.emulator.iam.call import UnknownCallError, read_call
from dynawright.emulator.iam.denial import Refusal, denial, error
from dynawright.emulator.iam.mode import Mode
from dynawright.emulator.iam.principals import AuthenticationError, Document, Identity, Principals
from dynawright.emulator.iam.recording import Question, Recording
from dynawright.emulator.iam.resource_policies import policy_of
from dynawright.emulator.iam.state import MotoState
from dynawright.iam.evaluator import Policies, PolicyKind, Request, User, evaluate
from dynawright.iam.operations.ask import UntranslatableError
from dynawright.iam.operations.call import Call, Situation
from dynawright.iam.operations.requests import requests_of
from dynawright.iam.operations.row import MissingRowError

OWN_PATHS = ("/moto-api", "/latest/meta-data/", "/latest/api/")
"""Paths that moto answers itself, whatever the signature; a longer list could let S3 objects pass."""
_NOW: contextvars.ContextVar[tuple[Principals, Call, Identity]] = contextvars.ContextVar("call")


class Enforced:
    """Wraps a WSGI application. The mode `observe` lets every call pass, and only records it."""

    def __init__(self, application: Any, account: str, mode: Mode, record: Path | None = None) -> None:
        self._application = application
        self._account = account
        self._mode = mode
        self._state = MotoState(account)
        self._principals = Principals(account)
        self._recording = Recording(record) if record else None
        _hook_sts()

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        path = environ.get("PATH_INFO", "")
        if path.startswith(OWN_PATHS) or path == "/favicon.ico":
            return self._pass(environ, start_response)
        try:
            call = read_call(environ)
        except UnknownCallError as problem:
            unknown = Call(service="unknown", operation="unknown", region="", parameters={}, protocol="rest-json")
            return _answer(error(unknown, "NotImplemented", str(problem), status=501), start_response)
        try:
            identity = self._principals.identify(call)
            _NOW.set((self._principals, call, identity))
            questions = self._ask(call, identity)
        except AuthenticationError as problem:
            return _answer(error(call, problem.code, str(problem)), start_response)
        except (MissingRowError, UntranslatableError) as problem:
            if self._recording:
                self._recording.refuse(call, identity, str(problem))
            return _answer(error(call, "NotImplemented", str(problem), status=501), start_response)
        except Exception:
            print(f"{call}: IAM could not be asked\n{traceback.format_exc()}", file=sys.stderr, flush=True)
            raise
        refused = next((question.answer for question in questions if not question.answer.allowed), None)
        if refused is not None and self._mode == "enforce":
            return _answer(denial(call, refused.message, refused.missing_statement), start_response)
        return self._pass(environ, start_response)

    def _pass(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        answer: Iterable[bytes] = self._application(environ, start_response)
        return answer

    def _ask(self, call: Call, identity: Identity) -> list[Question]:
        account = identity.principal.account or self._account
        situation = Situation(call=call, principal=identity.principal, account=account, state=self._state)
        questions = [self._question(request, identity) for request in requests_of(situation)]
        if self._recording:
            self._recording.write(call, account, identity, questions)
        return questions

    def _question(self, request: Request, identity: Identity) -> Question:
        resource = _policy_of_resource(request, self._account)
        policies = Policies(
            identity=tuple(document.parsed() for document in identity.identity),
            boundary=identity.boundary.parsed() if identity.boundary else None,
            session=tuple(document.parsed() for document in identity.session),
            resource=resource.parsed() if resource else None,
        )
        return Question(answer=evaluate(request, policies, strict=False), resource_policy=resource)


def _policy_of_resource(request: Request, account: str) -> Document | None:
    service = request.resource.split(":")[2] if request.resource.startswith("arn:") else ""
    if service == "iam" and not request.action.startswith("sts:"):  # a role's own trust policy is about assuming it only
        return None
    text = policy_of(request.resource, account)
    if not text:
        return None
    kind = PolicyKind.TRUST if service == "iam" else PolicyKind.RESOURCE
    return Document(name=request.resource, kind=kind, text=text)


def _answer(refusal: Refusal, start_response: Any) -> Iterable[bytes]:
    start_response(refusal.status, refusal.headers)
    return [refusal.body]


def _hook_sts() -> None:
    """Make moto's STS report which credentials it issued for the current call."""
    from moto.sts.models import STSBackend

    if not hasattr(STSBackend, "sessions_are_known"):
        STSBackend.sessions_are_known = True
        wrap(STSBackend, "assume_role", _remember)
        wrap(STSBackend, "get_caller_identity", _caller)


def _remember(original: Original, backend: Any, *args: Any, **kwargs: Any) -> Any:
    credentials = original(backend, *args, **kwargs)
    if (now := _NOW.get(None)) is not None:
        principals, call, identity = now
        principals.remember(call, identity.principal, credentials)
    return credentials


def _caller(original: Original, backend: Any, *args: Any, **kwargs: Any) -> Any:
    """Name the administrator as denials do; moto knows sessions and users itself."""
    user_id, arn, account = original(backend, *args, **kwargs)
    now = _NOW.get(None)
    return user_id, now[2].principal.arn if now and isinstance(now[2].principal, User) else arn, account
