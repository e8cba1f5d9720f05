"""`make audit`: known vulnerabilities of every locked Python package.

A package without an answer is a failure.

`python -m tools.audit <pip-audit> <requirements.txt>…`
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

from dynawright.errors import Place, Problem, UserError, run

_PINNED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^ ;\\]+)", re.MULTILINE)


def main(arguments: list[str]) -> int:
    pip_audit, files = arguments[0], [Path(argument) for argument in arguments[1:]]
    audited: set[tuple[str, str]] = set()
    vulnerable = []
    for file in files:
        found = _audited(pip_audit, file)
        missing = pinned(file) - found.keys()
        if missing or not found:
            names = ", ".join(sorted(name for name, _ in missing)) or "nothing is pinned in it"
            raise UserError([Problem("DW901", f"not everything could be audited: {names}", Place(str(file)))])
        audited |= found.keys()
        vulnerable += [f"{file}: {name} {version}: {', '.join(ids)}" for (name, version), ids in found.items() if ids]
    print(*vulnerable, f"{len(audited)} Python packages audited, {len(vulnerable)} vulnerable", sep="\n")
    return 1 if vulnerable else 0


def pinned(file: Path) -> set[tuple[str, str]]:
    return {(_normal(name), version) for name, version in _PINNED.findall(file.read_text())}


def _audited(pip_audit: str, file: Path) -> dict[tuple[str, str], list[str]]:
    """(package, version) → ids of its vulnerabilities."""
    command = [
        pip_audit,
        "--strict",
        "--require-hashes",
        "--disable-pip",
        "--progress-spinner=off",
        "--format=json",
        "-r",
        str(file),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        found = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        reason = (done.stderr.strip() or "it answered nothing").splitlines()[-1]
        raise UserError([Problem("DW901", f"could not be audited: {reason}", Place(str(file)))]) from None
    return {
        (_normal(entry["name"]), entry["version"]): [flaw["id"] for flaw in entry["vulns"]]
        for entry in found
        if "version" in entry
    }


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


if __name__ == "__main__":
    run(lambda: main(sys.argv[1:]))
