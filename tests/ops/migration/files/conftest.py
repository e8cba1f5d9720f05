"""A folder of files, and `dynawright migrate` from it into a table in this process."""

from collections.abc import Callable
from pathlib import Path

import pytest

from dynawright.ops import migrate
from tests.ops.migration.cloud import Cloud

FromFiles = Callable[..., int]
TARGET = "library-loans-test"
MAPPING = """\
system: library
table: library-loans
rows:
  "books*.{suffix}":
    columns: {{id: text, title: text, copies: number}}
    key: [id]
    entities:
      BOOK: {{bookId: id, title: title, copies: copies}}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "files").mkdir()
    return tmp_path / "files"


@pytest.fixture
def run(
    ops: Callable[..., int], cloud: Cloud, in_library: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, folder: Path
) -> FromFiles:
    """run("verify", suffix="csv"): its status."""
    monkeypatch.setattr(migrate, "client", lambda service, **settings: cloud.client)
    cloud.create(TARGET, PK="S", SK="S")

    def run(action: str, *more: str, suffix: str = "jsonl", text: str = MAPPING) -> int:
        mapping = tmp_path / "books.yaml"
        mapping.write_text(text.format(suffix=suffix))
        given = ("--mapping", str(mapping), "--from", str(folder), "--to", TARGET, "--state", str(tmp_path / "m.state"))
        return ops("migrate", action, *given, "--segments", "3", *more)

    return run
