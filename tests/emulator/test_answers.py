"""A request repeated after a lost answer is executed only once."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

from dynawright.emulator.answers import KEPT, AnsweredOnce


class Counter:
    """An application that creates something with each request."""

    def __init__(self, status: str = "200 OK") -> None:
        self.status = status
        self.created = 0

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        self.created += 1
        start_response(self.status, [("x-number", str(self.created))])
        return [b"thing ", str(self.created).encode()]


def ask(application: Any, call: str | None, signed_by: str = "A") -> tuple[str, list[tuple[str, str]], bytes]:
    told: list[Any] = []
    environ = {"HTTP_AUTHORIZATION": f"AWS4-HMAC-SHA256 Credential={signed_by}/20260101/eu-west-1/s3/aws4_request"}
    environ |= {} if call is None else {"HTTP_AMZ_SDK_INVOCATION_ID": call}
    body = b"".join(application(environ, lambda *said: told.append(said)))
    status, headers = told[0][:2]
    return status, headers, body


def test_another_attempt_at_a_call_gets_the_first_ones_answer() -> None:
    counter = Counter()
    application = AnsweredOnce(counter)
    assert ask(application, "a") == ask(application, "a") == ("200 OK", [("x-number", "1")], b"thing 1")
    assert ask(application, "b") == ("200 OK", [("x-number", "2")], b"thing 2")
    assert counter.created == 2


def test_an_answer_is_for_who_asked() -> None:
    counter = Counter()
    application = AnsweredOnce(counter)
    ask(application, "a", signed_by="A")
    assert ask(application, "a", signed_by="B")[2] == b"thing 2"


def test_what_failed_is_done_again() -> None:
    counter = Counter("400 BAD REQUEST")
    application = AnsweredOnce(counter)
    ask(application, "a")
    assert ask(application, "a") == ("400 BAD REQUEST", [("x-number", "2")], b"thing 2")


def test_a_request_without_an_id_is_always_done() -> None:
    counter = Counter()
    application = AnsweredOnce(counter)
    ask(application, None)
    ask(application, None)
    assert counter.created == 2


def test_an_attempt_waits_for_the_one_that_is_still_at_work() -> None:
    counter, begun, may_end = Counter(), Event(), Event()

    def slow(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        begun.set()
        may_end.wait(10)
        return counter(environ, start_response)

    application = AnsweredOnce(slow)
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(ask, application, "a")
        begun.wait(10)
        second = pool.submit(ask, application, "a")
        may_end.set()
        assert first.result() == second.result()
    assert counter.created == 1


def test_old_answers_are_forgotten() -> None:
    counter = Counter()
    application = AnsweredOnce(counter)
    for call in range(KEPT + 1):
        ask(application, str(call))
    assert ask(application, "0") == ("200 OK", [("x-number", str(KEPT + 2))], f"thing {KEPT + 2}".encode())
