"""The right to write to an OpenSearch index on AWS."""

from __future__ import annotations

from urllib.parse import urlsplit

from dynawright.constructs.role import Role
from dynawright.iam.policy import Statement


def grant_bulk(role: Role, *, endpoint: str | None, arn: str | None) -> None:
    """Allow bulk requests only; an index outside of AWS has no ARN and needs no right."""
    if arn is None or endpoint is None:
        return
    if arn.split(":")[2] == "aoss":
        statement = Statement(("aoss:APIAccessAll",), (arn,))  # the collection's data access policy limits the rest
    else:
        path = urlsplit(endpoint).path.rstrip("/")
        statement = Statement(("es:ESHttpPost",), (f"{arn}{path}/_bulk",))
    role.attach("Search", [statement])
