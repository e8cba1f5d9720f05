"""One request per service at a time: moto is not thread-safe and would answer 500."""

from __future__ import annotations

import re
import threading
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

_SERVICE = re.compile(r"Credential=[^/]+/\d+/[^/]*/(?P<service>[^/]+)/aws4_request")
UNLIMITED = ("lambda",)
"""An invoked function may call the service that is waiting for it."""


class OneAtATime:
    """Wraps a WSGI application; different services run concurrently."""

    def __init__(self, application: Any) -> None:
        self._application = application
        self._turns: defaultdict[str, threading.RLock] = defaultdict(threading.RLock)

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        match = _SERVICE.search(environ.get("HTTP_AUTHORIZATION", ""))
        if match is None or match["service"] in UNLIMITED:
            answer: Iterable[bytes] = self._application(environ, start_response)
            return answer
        with self._turns[match["service"]]:
            return list(self._application(environ, start_response))
