"""Where files of items are: a folder, or a prefix of a bucket; both are picklable."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from dynawright.aws import client
from dynawright.errors import Place, Problem, UserError

SCHEME = "s3://"


class Store(Protocol):
    @property
    def location(self) -> str: ...

    def names(self, under: str = "") -> Iterator[str]:
        """Return the names of files with this prefix."""
        ...

    def open(self, name: str) -> BinaryIO:
        """Return a file opened for reading; raise FileNotFoundError if it doesn't exist."""
        ...

    def put(self, name: str, file: Path) -> None:
        """Store a local file."""
        ...


@dataclass(frozen=True)
class Folder:
    path: Path

    @property
    def location(self) -> str:
        return str(self.path)

    def names(self, under: str = "") -> Iterator[str]:
        files = (path for path in self.path.rglob("*") if path.is_file())
        yield from sorted(name for file in files if (name := file.relative_to(self.path).as_posix()).startswith(under))

    def open(self, name: str) -> BinaryIO:
        return (self.path / name).open("rb")

    def put(self, name: str, file: Path) -> None:
        target = self.path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, target.with_name(f".{target.name}"))
        target.with_name(f".{target.name}").replace(target)


@dataclass(frozen=True)
class Bucket:
    bucket: str
    prefix: str

    @property
    def location(self) -> str:
        return f"{SCHEME}{self.bucket}/{self.prefix}".rstrip("/")

    def key(self, name: str) -> str:
        return f"{self.prefix}/{name}" if self.prefix else name

    def names(self, under: str = "") -> Iterator[str]:
        pages = _s3().get_paginator("list_objects_v2").paginate(Bucket=self.bucket, Prefix=self.key(under))
        for page in pages:
            yield from (entry["Key"][len(self.key("")) :] for entry in page.get("Contents", ()))

    def open(self, name: str) -> BinaryIO:
        try:
            body: BinaryIO = _s3().get_object(Bucket=self.bucket, Key=self.key(name))["Body"]
        except _s3().exceptions.NoSuchKey:
            raise FileNotFoundError(f"{self.location}/{name}") from None
        return body

    def put(self, name: str, file: Path) -> None:
        _s3().upload_file(str(file), self.bucket, self.key(name))


def store_of(location: str) -> Store:
    """Return the store of `s3://bucket/prefix`, or of a folder."""
    if not location.startswith(SCHEME):
        return Folder(Path(location))
    bucket, _, prefix = location.removeprefix(SCHEME).partition("/")
    if not bucket:
        text, fix = "names no bucket", "write s3://bucket/prefix"
        raise UserError([Problem("DW734", text, Place(path=location), location, fix=fix)])
    return Bucket(bucket, prefix.strip("/"))


@cache
def _s3() -> Any:
    return client("s3")
