"""An AWS emulator in a separate process, for the duration of a `with` block."""

import subprocess
import sys
import tempfile
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from dynawright import project
from dynawright.emulator.client import client as make_client
from dynawright.emulator.iam import sessions
from dynawright.emulator.iam.credentials import ADMINISTRATOR, Credentials
from dynawright.emulator.iam.mode import Mode
from dynawright.emulator.iam.questions import AskedCall, Recorded
from dynawright.environ import emulator_settings, neutral
from dynawright.errors import Problem, UserError
from dynawright.errors.command import missing_extra


class Emulator:
    """AWS on loopback, in memory, with IAM enforced.

    Its errors (such as operations that moto lacks) appear on stderr.
    """

    def __init__(self, account_id: str, *, port: int = 0, iam: Mode = "enforce", record: Path | None = None) -> None:
        """Port 0 is any free one; `record` is a file for every IAM decision."""
        self.account_id = account_id
        self.iam: Mode = iam
        self._port = port
        self._record = record
        self._recorded: Recorded | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self.endpoint_url = ""
        self._server: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        if not find_spec("moto"):
            raise UserError([missing_extra("emulator")])
        if self.iam != "off" and self._record is None:
            self._folder = tempfile.TemporaryDirectory(prefix="dynawright-emulator-")
            self._record = Path(self._folder.name) / "iam.jsonl"
        record = [str(self._record.resolve())] if self._record else []
        self._recorded = Recorded(self._record) if self._record else None
        self._server = subprocess.Popen(
            [sys.executable, "-m", "dynawright.emulator.server", self.account_id, str(self._port), self.iam, *record],
            cwd=project.root(),
            env=neutral(),
            stdin=subprocess.PIPE,  # the server ends when this closes, and so with this process
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,  # Ctrl-C must not reach it: Terraform still needs the server to finish cleanly
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
        """Stop the server; may be called twice."""
        if self._server is not None:
            server, self._server = self._server, None
            server.terminate()
            server.communicate()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    @property
    def environ(self) -> dict[str, str]:
        """Return an environment for a child process with the emulator as AWS and the administrator as user."""
        return self.environ_as(ADMINISTRATOR)

    def environ_as(self, credentials: Credentials) -> dict[str, str]:
        """Return an environment for a child process with these credentials."""
        return neutral() | emulator_settings(self.endpoint_url) | credentials.environ

    def client(self, service: str, region: str, credentials: Credentials = ADMINISTRATOR) -> Any:
        """Return a boto3 client of this emulator."""
        return make_client(service, endpoint_url=self.endpoint_url, region=region, credentials=credentials)

    def assume(
        self,
        role_arn: str,
        *,
        session_name: str = "session",
        caller: Credentials = ADMINISTRATOR,
        service: str | None = None,
        source_arn: str | None = None,
        tags: Mapping[str, str] | None = None,
        policy: str | None = None,
        external_id: str | None = None,
    ) -> Credentials:
        """Assume a role as its trust policy allows: as the caller, or as a service for `source_arn`.

        `policy` is a document that limits the session.
        """
        given = {
            "Policy": policy,
            "ExternalId": external_id,
            "Tags": [{"Key": key, "Value": value} for key, value in (tags or {}).items()],
        }
        parameters = {"RoleArn": role_arn, "RoleSessionName": session_name} | {
            name: value for name, value in given.items() if value
        }
        if service:
            sts = sessions.service_client(self.endpoint_url, service, source_account=self.account_id, source_arn=source_arn)
        else:
            sts = self.client("sts", sessions.REGION, caller)
        return Credentials.answered(sts.assume_role(**parameters))

    def assume_with_token(self, role_arn: str, *, issuer: str, session_name: str = "session", **claims: str) -> Credentials:
        """Assume a role with an OpenID Connect token, such as GitHub's with claims `sub` and `aud`."""
        return sessions.with_token(self.endpoint_url, role_arn, issuer, session_name, claims)

    def questions(self) -> list[AskedCall]:
        """Return every call so far, with its IAM decisions."""
        return self._recorded.calls() if self._recorded else []

    def denials(self) -> list[AskedCall]:
        """Return the calls so far that IAM denied, or would have."""
        return [call for call in self.questions() if not call.allowed]
