"""`dynawright review` and `dynawright affected`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from dynawright.cli.options import BundledOption, EnvironmentOption, SystemOption

COMMENT = "comment.md"


def review(
    environment: EnvironmentOption = "local",
    system: SystemOption = None,
    base: Annotated[str | None, typer.Option(help="The revision to compare with. Default: where this branch left main.")] = None,
    out: Annotated[Path, typer.Option(help="The file to write.")] = Path("review.md"),
    scan: Annotated[Path | None, typer.Option(help="A Markdown file with the gate's result, to be part of the page.")] = None,
    no_plan: Annotated[bool, typer.Option("--no-plan", help="Access and scan only, for forks without credentials.")] = False,
    bundled_terraform: BundledOption = False,
) -> int:
    """Plan with read-only rights and write the review: plans, findings, access, cost before and after.

    Writes review.md, review.html for a browser, and comment.md, which fits into a pull request. Saves a plan per stack
    for `dynawright deploy`. If a rule or the guard refuses a plan, it saves none and ends with 1.
    """
    from dynawright.deploy.review import review as package
    from dynawright.pages import review_page
    from dynawright.pages.review_comment import comment

    reviewed = package.review(
        environment_name=environment,
        system=system,
        base=base,
        scan=scan,
        with_plan=not no_plan,
        allow_bundled=bundled_terraform,
    )
    view = review_page.view_of(reviewed)
    files = {out: reviewed.markdown, out.with_suffix(".html"): review_page.html(view), out.with_name(COMMENT): comment(view)}
    for path, text in files.items():
        path.write_text(text, encoding="utf-8")
        print(f"written to {path}")
    return reviewed.status


def affected(base: Annotated[str, typer.Argument(help="The revision to compare with.")]) -> int:
    """Print the stacks that differ from a revision as JSON, for pipelines that deploy just those."""
    from dynawright.deploy.review.affected import affected_since

    print(json.dumps(affected_since(base)))
    return 0
