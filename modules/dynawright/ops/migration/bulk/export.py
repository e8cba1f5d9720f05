"""Read files of items: an export of DynamoDB, or a migration's output."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from dynawright.errors import Place, Problem, UserError
from dynawright.given_files import GivenFileError, parse_json
from dynawright.ops.migration.bulk.lines import item_of
from dynawright.ops.migration.bulk.store import Store, store_of
from dynawright.ops.migration.value import Item

SUMMARY = "summary.json"
"""The file that a migration writes last; without it, the output is incomplete."""
OF_AWS = "manifest-summary.json"


@dataclass(frozen=True)
class DataFile:
    name: str
    items: int


@dataclass(frozen=True)
class Export:
    """Picklable; each process reads one file."""

    store: Store
    files: tuple[DataFile, ...]
    identity: str
    """An id that changes with the content."""

    @property
    def items(self) -> int:
        return sum(file.items for file in self.files)

    def read(self, number: int) -> Iterator[Item]:
        """Return the items of a file; raise if it is incomplete."""
        file, place, count = self.files[number], "", 0
        try:
            with self.store.open(file.name) as raw, gzip.GzipFile(fileobj=raw) as lines:
                for count, line in enumerate(lines, 1):
                    place = f":{count}"
                    yield item_of(line)
        except FileNotFoundError:
            raise self._broken(file, "", "does not exist") from None
        except (OSError, EOFError, zlib.error) as error:
            raise self._broken(file, "", f"can't be read: {error}") from None
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise self._broken(file, place, f"is no item in DynamoDB JSON ({type(error).__name__}: {error})") from None
        if count != file.items:
            raise self._broken(file, "", f"has {count:,} items; the manifest says {file.items:,}")

    def _broken(self, file: DataFile, place: str, text: str) -> UserError:
        fix = "fetch it again from the export" if self.identity.startswith("arn:") else "write it again"
        return UserError([Problem("DW734", text, Place(f"{self.store.location}/{file.name}{place}"), fix=fix)])


def read_export(location: str) -> Export:
    """Return an export of DynamoDB, or a migration's output; raise if it is neither, or incomplete."""
    store = store_of(location)
    summary = _json(store, OF_AWS)
    if summary is not None:
        return _of_aws(store, summary)
    summary = _json(store, SUMMARY)
    if summary is None:
        text = f"has no {OF_AWS} and no {SUMMARY}: it is no export, or one that has not ended"
        fix = "name the folder that has it, s3://bucket/prefix/AWSDynamoDB/<id>"
        raise UserError([Problem("DW734", text, Place(location), location, fix=fix)])
    try:
        files = tuple(_data_file(part["name"], part["items"]) for part in summary["parts"])
        return Export(store, files, f"{location} of {summary['written']}")
    except (KeyError, TypeError, ValueError) as error:
        raise _unreadable(store, SUMMARY, error) from None


def is_export(location: str) -> bool:
    store = store_of(location)
    return _json(store, OF_AWS) is not None or _json(store, SUMMARY) is not None


def _of_aws(store: Store, summary: dict[str, Any]) -> Export:
    problems = [
        Problem(
            "DW734", f"{name} must be {wanted}, got {summary.get(name)}", Place(store.location), summary.get(name), wanted, fix
        )
        for name, wanted, fix in (
            ("outputFormat", "DYNAMODB_JSON", "export once more with --export-format DYNAMODB_JSON"),
            ("exportType", "FULL_EXPORT", "a migration reads all items of one moment: export the whole table"),
        )
        if summary.get(name, wanted) != wanted
    ]
    if problems:
        raise UserError(problems)
    try:
        with store.open("manifest-files.json") as lines:
            listed = [parse_json(line) for line in lines if line.strip()]
        # paths in a manifest begin with the bucket's prefix, which a copy in a folder lacks; both keep files in `data`
        files = tuple(_data_file(f"data/{entry['dataFileS3Key'].rpartition('/')[2]}", entry["itemCount"]) for entry in listed)
        return Export(store, files, str(summary["exportArn"]))
    except (OSError, GivenFileError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise _unreadable(store, "its manifest", error) from None


def _data_file(name: str, items: int) -> DataFile:
    """Return a file of the export's own folder; a name must not lead out of it."""
    if not isinstance(name, str) or name.startswith("/") or ".." in name.split("/") or type(items) is not int:
        raise ValueError(f"'{name}' with {items} items is no file of it")
    return DataFile(name, items)


def _unreadable(store: Store, what: str, error: Exception) -> UserError:
    text = f"{what} can't be read: {type(error).__name__}: {error}"
    return UserError([Problem("DW734", text, Place(store.location), fix="fetch the whole export")])


def _json(store: Store, name: str) -> dict[str, Any] | None:
    try:
        with store.open(name) as file:
            document: dict[str, Any] = parse_json(file.read())
    except FileNotFoundError:
        return None
    except GivenFileError as error:
        raise UserError([Problem("DW734", str(error), Place(f"{store.location}/{name}"))]) from None
    if not isinstance(document, dict):
        raise UserError([Problem("DW734", "is no JSON object", Place(f"{store.location}/{name}"))])
    return document
