"""Credentials of principals on the emulator."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from typing import Any

from dynawright.environ import emulator_settings


@dataclass(frozen=True, kw_only=True)
class Credentials:
    """An access key, with a token for a role's session."""

    access_key_id: str
    secret_access_key: str
    session_token: str | None = None

    @property
    def environ(self) -> dict[str, str]:
        """Return AWS's environment variables for it."""
        token = {"AWS_SESSION_TOKEN": self.session_token} if self.session_token else {}
        return {"AWS_ACCESS_KEY_ID": self.access_key_id, "AWS_SECRET_ACCESS_KEY": self.secret_access_key, **token}

    @classmethod
    def answered(cls, answer: dict[str, Any]) -> Credentials:
        """Return the credentials in STS's answer."""
        given = answer["Credentials"]
        return cls(
            access_key_id=given["AccessKeyId"],
            secret_access_key=given["SecretAccessKey"],
            session_token=given["SessionToken"],
        )


ADMINISTRATOR = Credentials(
    access_key_id=emulator_settings("")["AWS_ACCESS_KEY_ID"],
    secret_access_key=emulator_settings("")["AWS_SECRET_ACCESS_KEY"],
)


def of_service(name: str) -> Credentials:
    """Return the credentials of a service itself, such as `events.amazonaws.com`."""
    return Credentials(access_key_id=name, secret_access_key=name)


def web_identity_token(issuer: str, claims: dict[str, str]) -> str:
    """Return a token of an OpenID Connect provider, unsigned: the emulator checks no signature."""
    parts = [{"alg": "none"}, {"iss": issuer, **claims}]
    return ".".join([*(base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=") for part in parts), ""])
