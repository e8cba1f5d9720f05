"""`python -m ops`: one command per module."""

import argparse

from dynawright.errors import run


def main() -> int:
    from dynawright.ops import advise, cost, invoke, migrate, replay, restore  # a model that is not sound says so here

    modules = {"replay": replay, "invoke": invoke, "migrate": migrate, "restore": restore, "cost": cost, "advise": advise}
    parser = argparse.ArgumentParser(prog="python -m ops", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")
    for name, module in modules.items():
        summary = (module.__doc__ or "").splitlines()[0]
        module.add_arguments(commands.add_parser(name, help=summary, description=module.__doc__))
    arguments = parser.parse_args()
    status: int = modules[arguments.command].main(arguments)
    return status


if __name__ == "__main__":
    run(main)
