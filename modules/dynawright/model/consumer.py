"""Consumers of the data: services, functions, roles of people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from dynawright.model.declaration import Declaration
from dynawright.model.must_be import may_be, must_be, must_be_all, must_be_one_of
from dynawright.model.template import Template
from dynawright.model.use import Use

SERVICES = ("lambda", "ecs", "ec2", "elsewhere")
WRITING = ("BatchWriteItem", "ConditionCheckItem", "DeleteItem", "PutItem", "UpdateItem")


@dataclass(frozen=True)
class Consumer(Declaration):
    """A service, function or person that runs access patterns; its role allows only these.

    `tenant_key` makes it tenant-scoped: it reaches only items whose partition key is this template, filled in with the
    session tag of the same name: `TENANT#{tenantId}`. `runs_on` is the service whose code has the consumer's role, unless an
    environment says otherwise; `elsewhere` has a role that no stack builds, and that a table's own policy admits. `cache` limits what it sends through its table's cache to reads or writes; by default both.
    `uses` are the stack's other things that its role may use; those of a stream function are named in its function.json.
    """

    name: str
    description: str
    tenant_key: str | None = None
    runs_on: Literal["lambda", "ecs", "ec2", "elsewhere"] = "lambda"
    cache: Literal["reads", "writes"] | None = None
    uses: Sequence[Use] = ()

    def __post_init__(self) -> None:
        must_be("a consumer", "name", self.name, str, 'Consumer("api", "the HTTP API")')
        must_be(f"consumer {self.name}", "description", self.description, str, '"the HTTP API"')
        may_be(f"consumer {self.name}", "tenant_key", self.tenant_key, str, '"TENANT#{tenantId}"')
        must_be_one_of(f"consumer {self.name}", "runs_on", self.runs_on, SERVICES)
        must_be_one_of(f"consumer {self.name}", "cache", self.cache, (None, "reads", "writes"))
        must_be_all(f"consumer {self.name}", "uses", self.uses, Use, 'Use("secret", "orders/api-key")')
        object.__setattr__(self, "uses", tuple(self.uses))  # consumers are members of sets

    @property
    def subject(self) -> str:
        return f"consumer {self.name}"

    def sends_through_cache(self, action: str) -> bool:
        """Return whether an action, such as GetItem, goes through a cache."""
        return self.cache is None or (action in WRITING) == (self.cache == "writes")

    @property
    def tenant_template(self) -> Template:
        return Template(self.tenant_key or "")
