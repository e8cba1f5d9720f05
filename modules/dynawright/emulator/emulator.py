"""An AWS emulator in a process of its own, for as long as a `with` block lasts."""

import subprocess
import sys
from types import TracebackType
from typing import Any, Self

from dynawright import project
from dynawright.emulator.client import client as make_client
from dynawright.environ import emulator_settings, neutral
from dynawright.errors import Problem, UserError


class Emulator:
    """Everything in it is in memory and gone at the end. Its errors (an operation that moto lacks) show on stderr."""

    def __init__(self, account_id: str, *, port: int = 0) -> None:
        """Port 0 is any free one."""
        self.account_id = account_id
        self._port = port
        self.endpoint_url = ""
        self._server: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        self._server = subprocess.Popen(
            [sys.executable, "-m", "dynawright.emulator.server", self.account_id, str(self._port)],
            cwd=project.root(),
            env=neutral(),
            stdin=subprocess.PIPE,  # the server ends when this closes, and so with this process
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,  # Ctrl-C is for us: Terraform still needs the server to finish cleanly
        )
        port = self._server.stdout.readline().strip() if self._server.stdout else ""
        if not port:
            self.stop()
            raise UserError([Problem("DW601", "the AWS emulator did not start", fix="read its own message above")])
        self.endpoint_url = f"http://127.0.0.1:{port}"
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        self.stop()

    def stop(self) -> None:
        """Ends the server; may be called twice."""
        if self._server is None:
            return
        server, self._server = self._server, None
        server.terminate()
        server.communicate()

    @property
    def environ(self) -> dict[str, str]:
        """A whole environment for a child process: this one's, but AWS is the emulator."""
        return neutral() | emulator_settings(self.endpoint_url)

    def client(self, service: str, region: str) -> Any:
        """Return a boto3 client of this emulator."""
        return make_client(service, endpoint_url=self.endpoint_url, region=region)
