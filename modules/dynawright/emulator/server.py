"""moto's server with its gaps closed, on loopback only.

The class Emulator starts it as `python -m dynawright.emulator.server <account id> <port> <iam mode> [<file to record to>]`; for people
there is `dynawright emulator`.
"""

import functools
import logging
import os
import sys
import threading
from pathlib import Path
from typing import Any, cast

from dynawright.emulator.answers import AnsweredOnce
from dynawright.emulator.cbor_protocol import CborAsJson
from dynawright.emulator.iam.mode import Mode
from dynawright.emulator.turns import OneAtATime
from dynawright.environ import EMULATOR_HOST, emulator_settings, region_settings
from dynawright.errors import run


def serve(
    port: int,
    account_id: str,
    *,
    foreground: bool,
    region: str | None = None,
    iam: Mode = "off",
    record: Path | None = None,
) -> None:
    """Serve in the foreground and print how to reach the emulator, with the Region for clients.

    Otherwise print only the port on the first line, and end when standard input closes.
    """
    os.environ["MOTO_ACCOUNT_ID"] = account_id

    # moto reads its settings while it is imported.
    from moto.core import responses
    from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
    from werkzeug.serving import make_server

    from dynawright.emulator import gaps
    from dynawright.emulator.connections import KeptConnection

    gaps.install()
    logging.getLogger("werkzeug").setLevel(logging.ERROR)  # otherwise one line per request

    def answering(service: Any) -> Any:
        gaps.install_for(service)
        return create_backend_app(service)

    dispatcher: Any = DomainDispatcherApplication(answering)
    # Otherwise moto lists its 200 folders and the methods of a class for each request.
    dispatcher.get_backend_for_host = functools.cache(dispatcher.get_backend_for_host)
    responses.method_names_from_class = functools.cache(responses.method_names_from_class)
    application: Any = OneAtATime(dispatcher)
    if iam != "off":
        from dynawright.emulator.iam.enforcement import Enforced

        application = Enforced(application, account_id, iam, record)
    application = AnsweredOnce(CborAsJson(application))
    server = make_server(EMULATOR_HOST, port, application, threaded=True, request_handler=KeptConnection)
    os.environ["MOTO_PORT"] = str(server.port)  # for moto's calls to itself

    if foreground:
        _explain(f"http://{EMULATOR_HOST}:{server.port}", account_id, region)
    else:
        print(server.port, flush=True)
        threading.Thread(target=_end_with_parent, daemon=True).start()
    server.serve_forever()


def _end_with_parent() -> None:
    """End the server when the pipe closes, which happens however the parent ends, even by SIGKILL."""
    sys.stdin.buffer.read()
    os._exit(0)


def _explain(endpoint_url: str, account_id: str, region: str | None) -> None:
    print(f"AWS emulator, account {account_id}, on {endpoint_url}; all data is lost when it ends (Ctrl-C).\n")
    print("In another terminal:\n")
    for name, value in {**emulator_settings(endpoint_url), **(region_settings(region) if region else {})}.items():
        print(f"    export {name}={value}")
    print("    unset AWS_PROFILE AWS_SESSION_TOKEN\n", flush=True)


if __name__ == "__main__":
    account_id, port, iam, *record = sys.argv[1:]
    file = Path(record[0]) if record else None
    run(lambda: serve(int(port), account_id, foreground=False, iam=cast(Mode, iam), record=file))
