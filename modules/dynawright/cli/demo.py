"""`dynawright demo`."""

from __future__ import annotations

from typing import Annotated

import typer

from dynawright.cli.options import IamOption, SystemOption


def demo(
    system: SystemOption = None,
    keep: Annotated[bool, typer.Option("--keep", help="Leave everything up until Ctrl-C, and say how to reach it.")] = False,
    iam: IamOption = "enforce",
) -> int:
    """Build every system on an AWS emulator with Terraform and run every access pattern.

    Needs no AWS account. Uses Terraform from PyPI if none is installed. Prints the path of a report page at the end.
    """
    from dynawright.emulator import demo as emulator
    from dynawright.pages import demo_page

    return emulator.demo(system=system, keep=keep, iam=iam, report=demo_page.write)
