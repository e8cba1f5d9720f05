"""`dynawright guard`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dynawright.cli.options import JsonOption, environments, systems
from dynawright.cli.output import print_json


def guard(
    plans: Annotated[list[Path], typer.Argument(metavar="PLAN", help="A saved plan, or its `terraform show -json`.")],
    environment: Annotated[
        str | None,
        typer.Option("--environment", "-e", help="Count the approvals of this environment.", autocompletion=environments),
    ] = None,
    system: Annotated[
        str | None, typer.Option("--system", "-s", help="Only the approvals of this system.", autocompletion=systems)
    ] = None,
    markdown: Annotated[Path | None, typer.Option(help="Also write the verdict as Markdown to this file.")] = None,
    json: JsonOption = False,
) -> int:
    """Judge any Terraform plan; changes that destroy data or interrupt service are refused.

    Ends with 0 if nothing is refused, with 1 if something is, with 2 if a file is not a plan.
    """
    from dynawright.deploy.plan_files import judge_plans
    from dynawright.guard import report

    judged = judge_plans(plans, environment=environment, system=system)
    if json:
        print_json([file_verdict.document for file_verdict in judged])
    else:
        for file_verdict in judged:
            print(
                f"{file_verdict.file}:" if len(judged) > 1 else "",
                report.text(file_verdict.verdict),
                sep="\n" if len(judged) > 1 else "",
            )
    if markdown:
        markdown.parent.mkdir(parents=True, exist_ok=True)
        pages = [report.markdown(file_verdict.verdict, system or "<system>") for file_verdict in judged]
        markdown.write_text("\n".join(pages), encoding="utf-8")
    return 1 if any(file_verdict.verdict.refused for file_verdict in judged) else 0
