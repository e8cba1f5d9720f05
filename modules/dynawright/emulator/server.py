"""moto's server with its gaps closed, on loopback only: `python -m dynawright.emulator.server --foreground` for a person."""

import argparse
import contextlib
import logging
import os
import sys
import threading

from dynawright.emulator import environment
from dynawright.emulator.answers import AnsweredOnce
from dynawright.errors import UserError, run
from dynawright.settings import load_named

HOST = "127.0.0.1"
FOREGROUND_PORT = 5560
LAST_PORT = 65535


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m dynawright.emulator.server", description="An AWS emulator on loopback.")
    parser.add_argument("--port", type=int, help=f"default: {FOREGROUND_PORT} in the foreground, else any free port")
    parser.add_argument("--account-id", default=load_named("local").account_id, help="default: %(default)s, as in local.yaml")
    parser.add_argument("--foreground", action="store_true", help="for a person: tell how to use it, run till Ctrl-C")
    arguments = parser.parse_args()
    port = arguments.port if arguments.port is not None else FOREGROUND_PORT if arguments.foreground else 0
    if not 0 <= port <= LAST_PORT:  # else it would listen on the remainder
        raise UserError([f"--port {port} is not allowed: 0, for any free port, to {LAST_PORT}"])
    with contextlib.suppress(KeyboardInterrupt):
        serve(port, arguments.account_id, foreground=arguments.foreground)


def serve(port: int, account_id: str, *, foreground: bool) -> None:
    """Without `foreground`, prints the port alone on the first line and ends when its standard input does."""
    os.environ["MOTO_ACCOUNT_ID"] = account_id

    # moto reads its settings while it is imported.
    from moto.moto_server.werkzeug_app import DomainDispatcherApplication, MotoRequestHandler, create_backend_app
    from werkzeug.serving import make_server

    from dynawright.emulator import gaps

    gaps.install()
    logging.getLogger("werkzeug").setLevel(logging.ERROR)  # one line per request otherwise
    application = AnsweredOnce(DomainDispatcherApplication(create_backend_app))
    server = make_server(HOST, port, application, threaded=True, request_handler=MotoRequestHandler)
    os.environ["MOTO_PORT"] = str(server.port)  # for moto's calls to itself

    if foreground:
        _explain(f"http://{HOST}:{server.port}", account_id)
    else:
        print(server.port, flush=True)
        threading.Thread(target=_end_with_parent, daemon=True).start()
    server.serve_forever()


def _end_with_parent() -> None:
    """The other end of the pipe closes when the parent ends, in whatever way: even SIGKILL leaves no server behind."""
    sys.stdin.buffer.read()
    os._exit(0)


def _explain(endpoint_url: str, account_id: str) -> None:
    print(f"AWS emulator, account {account_id}, on {endpoint_url}; everything is gone when it ends (Ctrl-C).\n")
    print("In another terminal:\n")
    for name, value in environment.emulator_settings(endpoint_url).items():
        print(f"    export {name}={value}")
    print("    unset AWS_PROFILE AWS_SESSION_TOKEN\n", flush=True)


if __name__ == "__main__":
    run(main)
