"""Terraform's state is kept safe.

The state holds every value that Terraform ever saw, and two applies at once corrupt it. It lies in an encrypted bucket with a
lock; a state on somebody's disk is for disposable environments only.
"""

from collections.abc import Iterator

from dynawright.rules.resources import BACKEND, Document, Resource
from dynawright.rules.rule import Rule


def check(backend: Resource, document: Document) -> Iterator[str]:
    if backend.get("kind") != "s3":
        if not document.is_disposable:
            yield f"the state lies in a '{backend.get('kind')}' backend: use S3"
        return
    if backend.get("encrypt") is not True:
        yield "the state is not encrypted: set encrypt to true"
    if backend.get("use_lockfile") is not True and not backend.get("dynamodb_table"):
        yield "two applies at once would corrupt the state: set use_lockfile to true"


RULE = Rule(module=__name__, number=31, severity="high", types=(BACKEND,), check=check, standards=("WA SEC08-BP02",))
