"""Read the providers of a `.terraform.lock.hcl` as resources."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from dynawright import given_files
from dynawright.errors import Place, Problem, UserError
from dynawright.given_files import GivenFileError
from dynawright.rules.resources import LOCKED_PROVIDER, Document, Resource

SUFFIX = ".hcl"
_BLOCK = re.compile(r'^provider\s+"([^"]+)"\s*\{(.*?)^\}', re.MULTILINE | re.DOTALL)
_VERSION = re.compile(r'^\s*version\s*=\s*"([^"]*)"', re.MULTILINE)


def read(path: Path) -> Document:
    """Return a document of the lock file's providers."""
    try:
        text = given_files.read_text(path)
    except GivenFileError as error:
        raise UserError([Problem("DW502", str(error), Place(str(path)), fix="give a lock file")]) from None
    return Document(f"{path.parent.name}/{path.name}", tuple(_providers(text)), is_configuration=False)


def _providers(text: str) -> Iterator[Resource]:
    for source, body in _BLOCK.findall(text):
        if version := _VERSION.search(body):
            yield Resource(f'provider "{source}"', LOCKED_PROVIDER, {"source": source, "version": version[1]})
