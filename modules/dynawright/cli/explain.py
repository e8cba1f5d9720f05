"""`dynawright explain`."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from dynawright.cli.options import JsonOption, SystemOption, environments
from dynawright.cli.output import print_json


def explain(
    text: Annotated[
        str | None,
        typer.Argument(metavar="[TEXT]", help="The error, or a file with it; `-` or nothing reads standard input."),
    ] = None,
    environment: Annotated[
        str | None, typer.Option("--environment", "-e", help="Only this environment, not all.", autocompletion=environments)
    ] = None,
    system: SystemOption = None,
    json: JsonOption = False,
) -> int:
    """Explain why a request was refused: consumer, pattern, statement, and the line that allows it.

    Reads the text of an error (access denied, a failed condition, throttling) or a CloudTrail event. Makes no calls to AWS.
    """
    from dynawright.ops.explain.explain import explain as explained
    from dynawright.ops.explain.explain import given_text

    explanations = explained(given_text(text, sys.stdin.read), environment=environment, system=system)
    if json:
        print_json([explanation.document for explanation in explanations])
    else:
        print("\n\n".join(explanation.text for explanation in explanations))
    return 0
