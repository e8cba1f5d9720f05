"""Terraform's other backends: required arguments, and secrets that files must not contain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

Config = Mapping[str, Any]
STACK, ENVIRONMENT = "{stack}", "{environment}"
"""Placeholders in the texts of a backend's configuration."""


@dataclass(frozen=True)
class Backend:
    """`needs` are required arguments, dotted in blocks; `secrets` map arguments to environment variables."""

    needs: tuple[str, ...]
    secrets: Mapping[str, str] = field(default_factory=dict)


TOKEN = {"token": "TF_TOKEN_<host name>"}
BACKENDS = {
    "azurerm": Backend(
        ("storage_account_name", "container_name", "key"),
        {"access_key": "ARM_ACCESS_KEY", "sas_token": "ARM_SAS_TOKEN", "client_secret": "ARM_CLIENT_SECRET"},
    ),
    "cloud": Backend(("organization", "workspaces.name"), TOKEN),
    "consul": Backend(("path",), {"access_token": "CONSUL_HTTP_TOKEN", "http_auth": "CONSUL_HTTP_AUTH"}),
    "gcs": Backend(
        ("bucket", "prefix"),
        {
            "access_token": "GOOGLE_OAUTH_ACCESS_TOKEN",
            "credentials": "GOOGLE_BACKEND_CREDENTIALS",
            "encryption_key": "GOOGLE_ENCRYPTION_KEY",
        },
    ),
    "http": Backend(
        ("address", "lock_address", "unlock_address"),
        {"password": "TF_HTTP_PASSWORD", "client_private_key_pem": "TF_HTTP_CLIENT_PRIVATE_KEY_PEM"},
    ),
    "kubernetes": Backend(("secret_suffix",), {"token": "KUBE_TOKEN", "password": "KUBE_PASSWORD"}),
    "pg": Backend(("schema_name",), {"conn_str": "PG_CONN_STR"}),
    "remote": Backend(("organization", "workspaces.name"), TOKEN),
}
"""Backends that lock the state during an apply; `http` only with both addresses."""


def named(config: Any, *, stack: str, environment: str) -> Any:
    """Return the configuration of one stack's backend."""
    if isinstance(config, str):
        return config.replace(STACK, stack).replace(ENVIRONMENT, environment)
    if isinstance(config, Mapping):
        return {name: named(value, stack=stack, environment=environment) for name, value in config.items()}
    if isinstance(config, list):
        return [named(value, stack=stack, environment=environment) for value in config]
    return config


def missing(kind: str, config: Config) -> list[str]:
    """Return the required arguments that are missing."""
    return [name for name in BACKENDS[kind].needs if not _at(config, name)]


def secrets(kind: str, config: Config) -> Iterator[tuple[str, str]]:
    """Yield the secrets in the file, each with the environment variable to use instead."""
    yield from ((name, variable) for name, variable in BACKENDS[kind].secrets.items() if name in config)


def texts(config: Any) -> Iterator[str]:
    """Yield every text of a configuration."""
    if isinstance(config, str):
        yield config
    elif isinstance(config, Mapping):
        for value in config.values():
            yield from texts(value)
    elif isinstance(config, list):
        for value in config:
            yield from texts(value)


def _at(config: Any, path: str) -> Any:
    for name in path.split("."):
        config = config.get(name) if isinstance(config, Mapping) else None
    return config
