"""Files at another revision of this repository."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

from dynawright.errors import Problem, UserError

DEFAULTS = ("origin/main", "main")


@dataclass(frozen=True)
class Revision:
    """A commit, with which the working tree is compared."""

    folder: Path
    commit: str

    def file(self, path: str) -> str | None:
        """Return a file's text; None if it did not exist."""
        done = _git(self.folder, "show", f"{self.commit}:{path}")
        return done.stdout if done.returncode == 0 else None

    def files(self, folder: str) -> list[str]:
        """Return the paths of all files below a folder."""
        return _git(self.folder, "ls-tree", "-r", "--name-only", "--full-tree", self.commit, "--", folder).stdout.splitlines()

    def changed_files(self) -> list[str]:
        """Return the files that differ now, including untracked ones."""
        done = _git(self.folder, "diff", "--name-only", self.commit, "--")
        if done.returncode != 0:
            text = f"git does not know the revision '{self.commit}'"
            raise UserError([Problem("DW407", text, value=self.commit, details=done.stderr.strip())])
        unknown = _git(self.folder, "ls-files", "--others", "--exclude-standard").stdout.splitlines()
        return sorted({*done.stdout.splitlines(), *unknown})


def base_of(folder: Path, name: str | None) -> Revision:
    """Return the merge base with `name` or the main branch, without later commits there.

    `name` may be a tree, such as the empty one for a first deployment.
    """
    if name and _git(folder, "cat-file", "-t", name).stdout.strip() == "tree":
        return Revision(folder, name)
    for one in [name] if name else DEFAULTS:
        done = _git(folder, "merge-base", "HEAD", one)
        if done.returncode == 0:
            return Revision(folder, done.stdout.strip())
    tried = name or " or ".join(DEFAULTS)
    text, fix = f"git knows no common ancestor with {tried}", "name a revision to compare with, BASE=<revision>"
    raise UserError([Problem("DW407", text, value=tried, fix=fix)])


def _git(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["git", *arguments], cwd=folder, capture_output=True, text=True, check=False)
