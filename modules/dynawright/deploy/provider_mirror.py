"""The source of the AWS provider: the user's mirror, the registry, or a mirror on this machine."""

import contextlib
import fcntl
import json
import os
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from dynawright import project
from dynawright.errors import Place, Problem, UserError
from dynawright.provider_versions import DEFAULT, VERSION, admits, is_supported, parsed

VARIABLE = "DYNAWRIGHT_PROVIDER_MIRROR"
REGISTRY = "registry.terraform.io"
PROVIDER = Path("hashicorp", "aws")
"""The provider's path in a mirror, below the registry's name."""


@dataclass(frozen=True)
class Installation:
    """`path` is the mirror's folder, or None for the registry; `why` explains the choice."""

    kind: Literal["mirror", "registry"]
    path: Path | None
    why: str
    registry: str = REGISTRY


def find(wanted: str = DEFAULT, registry: str = REGISTRY) -> Installation:
    """Find the provider for Terraform or OpenTofu; prefer mirrors with a `wanted` version."""
    if named := os.environ.get(VARIABLE):
        if not versions_in(Path(named), registry):
            text, fix = (
                f"there is no {registry}/{PROVIDER} below '{named}'",
                "name a folder that `terraform providers mirror` filled",
            )
            raise UserError([Problem("DW403", text, Place(path=VARIABLE), named, fix=fix)])
        return Installation("mirror", Path(named).resolve(), f"named by {VARIABLE}", registry)

    if registry_answers(registry):
        return Installation("registry", None, f"the registry answers; downloads are kept in {_plugin_cache()}", registry)

    places = [folder for place in usual_places() for folder in sorted(place.parent.glob(place.name))]
    mirrors = {folder: versions for folder in places if (versions := versions_in(folder, registry))}
    for folder in sorted(mirrors, key=lambda folder: _worth(mirrors[folder], wanted), reverse=True):
        return Installation("mirror", folder.resolve(), f"the registry can't be reached; found in {folder}", registry)

    text = f"Terraform's AWS provider was not found: {registry} can't be reached, and there is no mirror in "
    fix = (
        "connect to the internet, or run `terraform providers mirror <dir>` in a stack's folder on a connected machine, "
        f"copy <dir> to this one and name it in {VARIABLE}"
    )
    raise UserError([Problem("DW403", text + ", ".join(map(str, usual_places())), fix=fix)])


@cache
def registry_answers(registry: str = REGISTRY) -> bool:
    """Return whether the registry's small index can be fetched; a mere connection would ignore proxies."""
    try:
        with urllib.request.urlopen(f"https://{registry}/.well-known/terraform.json", timeout=2):
            return True
    except OSError:
        return False


def usual_places() -> list[Path]:
    """Return folders to search, in order: Terraform's cache, its implied mirrors, common paths in images."""
    data_folders = [
        os.environ.get("XDG_DATA_HOME", "~/.local/share"),
        *os.environ.get("XDG_DATA_DIRS", "").split(":"),
        "/usr/local/share",
        "/usr/share",
    ]
    places = [
        os.environ.get("TF_PLUGIN_CACHE_DIR", ""),
        "~/.terraform.d/plugins",
        "~/Library/Application Support/io.terraform/plugins",
        "/Library/Application Support/io.terraform/plugins",
        *(f"{folder}/terraform/plugins" for folder in data_folders if folder),
        "/opt/*",
        "/usr/local/share/*",
    ]
    return [Path(place).expanduser() for place in dict.fromkeys(places) if place]


def cli_configuration(installation: Installation, folder: Path) -> Path:
    """Write a CLI configuration that installs from the mirror; return its path for TF_CLI_CONFIG_FILE."""
    if installation.kind == "mirror":
        text = f"provider_installation {{\n  filesystem_mirror {{\n    path = {json.dumps(str(installation.path))}\n  }}\n}}\n"
    else:
        _plugin_cache().mkdir(parents=True, exist_ok=True)
        # Without the second line, Terraform ignores its cache in a folder without a lock file and downloads again.
        text = f"plugin_cache_dir = {json.dumps(str(_plugin_cache()))}\nplugin_cache_may_break_dependency_lock_file = true\n"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "harness.tfrc"
    path.write_text(text)
    return path


@contextlib.contextmanager
def installing(installation: Installation) -> Iterator[None]:
    """Lock for `terraform init`: two processes that fill the cache at once would corrupt it."""
    if installation.kind == "mirror":
        yield
        return
    with _plugin_cache().with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def versions_in(folder: Path, registry: str = REGISTRY) -> list[str]:
    """Return the versions of the provider in a mirror, packed (a zip) or unpacked (version/platform)."""
    provider = folder / registry / PROVIDER
    packed = [file.name.split("_")[1] for file in provider.glob("terraform-provider-aws_*_*.zip")]
    unpacked = [file.parts[-3] for file in provider.glob("*/*/terraform-provider-aws*")]
    return sorted({version for version in (*packed, *unpacked) if VERSION.fullmatch(version)}, key=parsed)


def _worth(versions: list[str], wanted: str) -> tuple[bool, tuple[int, ...]]:
    """Return a mirror's sort key: whether it has a wanted version, then its newest supported version."""
    supported = [parsed(version) for version in versions if is_supported(version)]
    return any(admits(wanted, version) for version in versions), max(supported, default=())


def _plugin_cache() -> Path:
    return project.cache_folder() / "terraform-plugins"
