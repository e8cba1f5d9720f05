"""A new project: a repository of the same shape as the reference application, with one small system."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path

from dynawright.errors import Place, Problem, UserError
from dynawright.new.names import check_name, check_project, project_name

TEMPLATE = Path(__file__).parent / "templates" / "project"


@dataclass(frozen=True)
class Answers:
    """What the template asks; None asks the user, or takes the default."""

    project: str | None = None
    system: str | None = None
    account_id: str | None = None
    region: str | None = None
    ci: str | None = None

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
    given = answers.given | ({"project": project} if defaults or answers.project else {})
    copier.run_copy(
        str(TEMPLATE),
        folder,
        data=given | {"version": version("dynawright")},
        user_defaults={"project": project},
        defaults=defaults,
        quiet=True,
    )
