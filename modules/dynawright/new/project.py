"""Creates a project: a repository like the reference application, with one small system."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass, fields
from importlib.metadata import distribution, version
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from dynawright.errors import Place, Problem, UserError
from dynawright.new.names import check_name, check_project, project_name

TEMPLATE = Path(__file__).parent / "templates" / "project"


@dataclass(frozen=True)
class Answers:
    """Answers for the template; None asks the user, or uses the default."""

    project: str | None = None
    system: str | None = None
    account_id: str | None = None
    region: str | None = None
    ci: str | None = None
    framework: str | None = None

    @property
    def given(self) -> dict[str, str]:
        return {name: value for name, value in asdict(self).items() if value is not None}


def create_project(folder: Path, answers: Answers, *, defaults: bool) -> None:
    """Write a project into the folder, which must not exist or be empty."""
    import copier

    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UserError([Problem("DW809", "the folder is not empty", Place(str(folder)), fix="name a new folder")])
    project = answers.project or project_name(folder.resolve().name)
    check_project(project)
    check_name("system", answers.system or "orders")
    if not defaults and len(answers.given) < len(fields(Answers)) and not sys.stdin.isatty():
        text, fix = "the input is not a terminal, so that no question can be asked", "add --defaults, which asks nothing"
        raise UserError([Problem("DW803", text, fix=fix)])
    given = answers.given | ({"project": project} if defaults or answers.project else {})
    copier.run_copy(
        str(TEMPLATE),
        folder,
        data=given | {"version": version("dynawright")},
        user_defaults={"project": project},
        defaults=defaults,
        quiet=True,
    )


def installed_wheel() -> Path | None:
    """Return the wheel this package was installed from; None if it came from an index or a folder."""
    origin = json.loads(distribution("dynawright").read_text("direct_url.json") or "{}")
    address = urlsplit(origin.get("url", ""))
    path = Path(url2pathname(address.path))
    return path if address.scheme == "file" and path.suffix == ".whl" else None
