"""The configuration of a stack's plan, and the rules' findings on it."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dynawright.deploy.terraform import PIN, pin_of
from dynawright.errors import Place, Problem, UserError
from dynawright.given_files import GivenFileError, parse_json
from dynawright.judging import judged_stack
from dynawright.provider_versions import is_supported
from dynawright.rules.judgement import Judgement
from dynawright.settings import Environment

STACK = "cdk.tf.json"
SNAPSHOT = "tfconfig/m-/"
"""Path of the root module's files in a saved plan, which is a zip file."""
MOST_BYTES = 64 * 2**20


def judged(folder: Path, saved: Path | None, system: str, environment: Environment) -> Judgement:
    """Judge the configuration in a saved plan, or in the stack's folder if there is nothing to apply."""
    files = in_plan(saved) if saved else {STACK: (folder / STACK).read_bytes()}
    return judged_stack(stack_in(files, folder.name), system, environment)


def in_plan(saved: Path) -> dict[str, bytes]:
    """Return the files of the root module in a saved plan, by name."""
    try:
        with zipfile.ZipFile(saved) as plan:
            members = [member for member in plan.infolist() if member.filename.startswith(SNAPSHOT)]
            if sum(member.file_size for member in members) > MOST_BYTES:
                raise UserError([_unjudged("its configuration is too large", saved)])
            return {member.filename.removeprefix(SNAPSHOT): plan.read(member) for member in members}
    except (OSError, zipfile.BadZipFile) as error:
        raise UserError([_unjudged(f"its configuration can't be read: {error}", saved)]) from None


def stack_in(files: Mapping[str, bytes], name: str) -> Mapping[str, Any]:
    """Return the stack's JSON; reject a configuration with other files, which no rule would judge."""
    others = sorted(file for file in files if file != STACK and not (file == PIN and _only_pins(files[file])))
    if others or STACK not in files:
        text = f"Terraform would also read {others[0]}, which no rule checks" if others else f"there is no {STACK}"
        fix = "remove it and plan again; declare its resources in the stack" if others else "synthesize the stack, and plan again"
        raise UserError([Problem("DW413", text, Place(path=f"stack {name}"), others[0] if others else STACK, fix=fix)])
    try:
        content: Mapping[str, Any] = parse_json(files[STACK])
    except GivenFileError as error:
        fix = "synthesize the stack, and plan again"
        raise UserError([Problem("DW413", f"{STACK} {error}", Place(path=f"stack {name}"), STACK, fix=fix)]) from None
    return content


def _only_pins(content: bytes) -> bool:
    """Return whether a file only pins the provider, as `Terraform.pin_provider` does."""
    try:
        written = json.loads(content)
        version = written["terraform"]["required_providers"]["aws"]["version"]
        return isinstance(version, str) and is_supported(version) and bool(written == pin_of(version))
    except (ValueError, KeyError, TypeError):
        return False


def _unjudged(text: str, saved: Path) -> Problem:
    return Problem("DW413", text, Place(str(saved)), fix="make the plan with Terraform, unencrypted")
