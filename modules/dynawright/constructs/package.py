"""The code of a Lambda function as a zip file: equal sources give equal bytes on any machine."""

from __future__ import annotations

import base64
import hashlib
import io
import os
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property
from pathlib import Path

from dynawright import project
from dynawright.constructs.package_imports import missing_imports
from dynawright.errors import Place, Problem, UserError

PACKAGE = Path(__file__).resolve().parent.parent
RUNTIME = PACKAGE / "runtime"
LEFT_OUT = {"events", "tests", "__pycache__"}  # folders that Lambda does not need

EARLIEST = (1980, 1, 1, 0, 0, 0)  # the earliest time in a zip file
READABLE = 0o100644 << 16  # readable for all: Lambda runs the code as another user
UNIX = 3


@dataclass(frozen=True)
class Package:
    """Put `function` with its handler.py at the root, beside `jobs`, `dynawright/runtime` and `files`.

    Only Python sources go in: files from an editor, a test run or another Python don't change the zip.
    """

    function: Path
    _: KW_ONLY
    jobs: Sequence[Path] = ()
    with_runtime: bool = True
    files: Mapping[str, bytes] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        missing = [path for path in (self.function / "handler.py", *self.jobs) if not path.exists()]
        if missing:
            place = Place(path=f"function {self.function.name}")
            raise UserError(Problem("DW327", f"file {_shown(path)} does not exist", place, _shown(path)) for path in missing)

    @cached_property
    def content(self) -> bytes:
        """Return the zip's bytes, uncompressed: compressors differ between machines, and sources are small."""
        file, files = io.BytesIO(), dict(sorted(self._files()))
        if missing := list(missing_imports(files)):
            raise UserError(self._missing(*one) for one in missing)
        with zipfile.ZipFile(file, "w") as archive:
            for name, source in files.items():
                entry = zipfile.ZipInfo(name, EARLIEST)
                entry.compress_type = zipfile.ZIP_STORED
                entry.create_system = UNIX
                entry.external_attr = READABLE
                archive.writestr(entry, source)
        return file.getvalue()

    @property
    def sha256(self) -> str:
        """Return the hash in base64, as Lambda reports it."""
        return base64.b64encode(hashlib.sha256(self.content).digest()).decode()

    def write(self, folder: Path) -> str:
        """Write the zip to the folder and return its name, which changes with its content.

        An earlier plan still finds its own code, and an existing file need not be written.
        """
        name = f"{self.function.name}-{hashlib.sha256(self.content).hexdigest()[:16]}.zip"
        target = folder / name
        if not target.exists():
            folder.mkdir(parents=True, exist_ok=True)
            half = folder / f"{name}.{os.getpid()}"
            half.write_bytes(self.content)
            half.replace(target)  # atomic: no reader sees half a file
        return name

    def _missing(self, name: str, module: str) -> Problem:
        place = Place(path=f"function {self.function.name}")
        fix = "put it into the function's folder, or into one that function.json includes: nothing is installed into a package"
        return Problem("DW327", f"{name} imports '{module}', which is not in the package", place, module, fix=fix)

    def _files(self) -> Iterator[tuple[str, bytes]]:
        for path in sources(self.function):
            yield path.relative_to(self.function).as_posix(), path.read_bytes()
        for folder in self.jobs:
            for path in sources(folder):
                yield path.relative_to(folder.parent).as_posix(), path.read_bytes()
        if self.with_runtime:
            yield f"{PACKAGE.name}/__init__.py", b""  # the package's own __init__.py would change every zip
            for path in sources(RUNTIME):
                yield path.relative_to(PACKAGE.parent).as_posix(), path.read_bytes()
        yield from self.files.items()


def sources(folder: Path) -> Iterator[Path]:
    """Yield the Python files of a function's folder that belong into its zip."""
    return (path for path in folder.rglob("*.py") if not LEFT_OUT.intersection(path.relative_to(folder).parts))


def _shown(path: Path) -> str:
    root = project.root()
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)
