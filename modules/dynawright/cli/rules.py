"""`dynawright rules`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dynawright.cli.options import JsonOption, environments
from dynawright.cli.output import print_json


def rules(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE", help="A cdk.tf.json, `terraform show -json` of a plan or a state, or a .terraform.lock.hcl."
        ),
    ],
    environment: Annotated[
        str,
        typer.Option("--environment", "-e", help="Judge as this environment, whatever tags say.", autocompletion=environments),
    ] = "",
    ours: Annotated[
        bool,
        typer.Option("--ours", help="Judge as a stack of this package: whatever constructs never write is a finding, too."),
    ] = False,
    rule: Annotated[list[str] | None, typer.Option(help="Only this rule; may be given several times.")] = None,
    json: JsonOption = False,
) -> int:
    """Judge any Terraform configuration by the rules.

    Ends with 0 if there are no findings, with 1 if there are, with 2 if a file can't be judged.
    """
    from dynawright.rules import report
    from dynawright.rules.files import judge_files

    judged = judge_files(files, only=rule or (), environment=environment, ours=ours)
    if json:
        print_json(judged.document)
    else:
        print(report.text(judged.judgement))
        print(f"{len(judged.judgement.findings)} findings of {judged.rules} rules on {judged.resources} resources.")
    return 0 if judged.judgement.passes else 1
