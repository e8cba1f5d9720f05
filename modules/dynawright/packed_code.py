"""The hash that a stream function's package must have, worked out from its folder and function.json.

It is a twin of what packs functions, by other code: a job's folder that is missing from a package shows in nothing but the hash.
"""

from __future__ import annotations

import base64
import hashlib
import io
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import dynawright
from dynawright.clients.function_package import client_files
from dynawright.model import System
from dynawright.model.function_manifest import FunctionManifest

OURS = Path(dynawright.__file__).parent
NOT_CODE = ("events", "tests", "__pycache__")
READ_BY_ALL = 0o100644 << 16


def packed_hash(folder: Path, system: System) -> str:
    """Return the SHA-256 of the package of a function's folder, in base64."""
    jobs = [folder.parent / name for name in FunctionManifest.read(folder).includes]
    entries = dict(_entries(folder, jobs))
    name = folder.name.replace("_", "-")
    for consumer in (consumer for consumer in system.consumers if consumer.name == name):
        own = [source for path, source in entries.items() if not path.startswith(f"{OURS.name}/")]
        entries |= client_files(own, system, consumer)
    return base64.b64encode(hashlib.sha256(_zipped(entries)).digest()).decode()


def _entries(folder: Path, jobs: Sequence[Path]) -> Iterator[tuple[str, bytes]]:
    yield f"{OURS.name}/__init__.py", b""
    for source, root in ((folder, folder), (OURS / "runtime", OURS.parent), *((job, job.parent) for job in jobs)):
        for file in source.rglob("*.py"):
            if not any(step in NOT_CODE for step in file.relative_to(source).parts):
                yield file.relative_to(root).as_posix(), file.read_bytes()


def _zipped(files: dict[str, bytes]) -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            header = zipfile.ZipInfo(name)  # dated 1980-01-01 by itself
            header.create_system, header.external_attr = 3, READ_BY_ALL
            archive.writestr(header, files[name])
    return whole.getvalue()
