"""A search index that AWS runs, and the right to write to it."""

from __future__ import annotations

from urllib.parse import urlsplit

from dynawright.constructs.role import Role
from dynawright.iam.policy import Statement
from dynawright.settings.streams import SearchSync


def grant_bulk(role: Role, settings: SearchSync) -> None:
    """Lets the role send bulk requests, and nothing else; an index that is not AWS's knows no roles."""
    if settings.arn is None or settings.endpoint is None:
        return
    if settings.service == "aoss":
        statement = Statement(("aoss:APIAccessAll",), (settings.arn,))  # the collection's data access policy says the rest
    else:
        path = urlsplit(settings.endpoint).path.rstrip("/")
        statement = Statement(("es:ESHttpPost",), (f"{settings.arn}{path}/_bulk",))
    role.attach("Search", [statement])
