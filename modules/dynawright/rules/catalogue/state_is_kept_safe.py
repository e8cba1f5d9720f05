"""Terraform's state is kept safe.

The state holds every value that Terraform ever saw, and two simultaneous applies corrupt it. It must be in an encrypted
bucket with a lock, or in the backend that the environment's settings name; a local file is for disposable environments
only.
"""

import json
from collections.abc import Iterator

from dynawright.rules.resources import BACKEND, Document, Resource
from dynawright.rules.rule import Rule


def check(backend: Resource, document: Document) -> Iterator[str]:
    kind = backend.get("kind")
    if kind == "local" and not document.is_disposable:
        yield "the state is in a local file: use S3, or another backend with a lock"
    elif kind != "local" and document.is_ours and not _is_as_declared(backend, document):
        yield f"the state is in a '{kind}' backend that the environment's settings don't name: declare it under `state`"
    if kind != "s3":
        return
    if backend.get("encrypt") is not True:
        yield "the state is not encrypted: set encrypt to true"
    if backend.get("use_lockfile") is not True and not backend.get("dynamodb_table"):
        yield "two applies at once would corrupt the state: set use_lockfile to true"


def _is_as_declared(backend: Resource, document: Document) -> bool:
    """Whether settings name this backend with these arguments; S3's own arguments are checked one by one."""
    declared = document.intent.state_backend if document.intent else None
    written = {name: value for name, value in backend.values.items() if name != "kind"}
    return (backend.get("kind"), json.dumps(written, sort_keys=True)) == declared if declared else backend.get("kind") == "s3"


RULE = Rule(module=__name__, number=31, severity="high", types=(BACKEND,), check=check, standards=("WA SEC08-BP02",))
