"""Consumers of the data: services, functions, roles of people."""

from __future__ import annotations

from dataclasses import dataclass

from dynawright.model.declaration import Declaration
from dynawright.model.must_be import may_be, must_be
from dynawright.model.template import Template


@dataclass(frozen=True)
class Consumer(Declaration):
    """From the patterns that name a consumer follows what its role may do.

    `tenant_key` makes it tenant-scoped: it reaches only items whose partition key is this template, filled in with the
    session tag of the same name: `TENANT#{tenantId}`.
    """

    name: str
    description: str
    tenant_key: str | None = None

    def __post_init__(self) -> None:
        must_be("a consumer", "name", self.name, str, 'Consumer("api", "the HTTP API")')
        may_be(f"consumer {self.name}", "tenant_key", self.tenant_key, str, '"TENANT#{tenantId}"')

    @property
    def subject(self) -> str:
        return f"consumer {self.name}"

    @property
    def tenant_template(self) -> Template:
        return Template(self.tenant_key or "")
