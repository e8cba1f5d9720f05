"""Requests to one service take turns."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import Any

from dynawright.emulator.turns import OneAtATime


def signed(service: str) -> dict[str, Any]:
    return {"HTTP_AUTHORIZATION": f"AWS4-HMAC-SHA256 Credential=key/20261118/eu-west-1/{service}/aws4_request, Signature=x"}


def meet(first: str, second: str, *, patience: float) -> bool:
    """Return whether two services ever answer concurrently; each waits some seconds for the other."""
    both = threading.Barrier(2)
    met: list[bool] = []

    def application(_: dict[str, Any], __: Any) -> Iterable[bytes]:
        try:
            both.wait(timeout=patience)
            met.append(True)
        except threading.BrokenBarrierError:
            pass
        return [b""]

    turns = OneAtATime(application)
    threads = [threading.Thread(target=turns, args=(signed(service), None)) for service in (first, second)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return bool(met)


def test_two_requests_to_one_service_never_meet() -> None:
    assert not meet("iam", "iam", patience=0.2)


def test_requests_to_different_services_do() -> None:
    assert meet("iam", "dynamodb", patience=60)


def test_functions_may_call_the_service_that_invoked_them() -> None:
    assert meet("lambda", "lambda", patience=60)
