"""All commands, in the order of `dynawright --help`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer
from typer.core import TyperGroup

from dynawright.cli.adopt import adopt
from dynawright.cli.advise import advise
from dynawright.cli.bootstrap import bootstrap
from dynawright.cli.clients import clients
from dynawright.cli.cost import cost
from dynawright.cli.demo import demo
from dynawright.cli.deploy import apply, deploy, destroy, plan
from dynawright.cli.docs import baselines, docs, schema
from dynawright.cli.emulator import emulator
from dynawright.cli.explain import explain
from dynawright.cli.gate import gate, mutate
from dynawright.cli.guard import guard
from dynawright.cli.invoke import invoke
from dynawright.cli.load import load
from dynawright.cli.migrate import migrate
from dynawright.cli.new import new
from dynawright.cli.pages import pages
from dynawright.cli.patterns import patterns
from dynawright.cli.replay import replay
from dynawright.cli.restore import restore
from dynawright.cli.review import affected, review
from dynawright.cli.rules import rules
from dynawright.cli.simulate import simulate
from dynawright.cli.synth import synth

START, DAILY, MAINTAIN = "Start here", "Every day", "Maintainers"

COMMANDS: dict[str, dict[Callable[..., int], str]] = {
    START: {
        demo: "dynawright demo --system orders",
        synth: "dynawright synth --environment production",
        emulator: "dynawright emulator --port 5560",
        patterns: "dynawright patterns orders --endpoint http://127.0.0.1:5560",
        clients: "dynawright clients orders --out clients/orders",
    },
    DAILY: {
        plan: "dynawright plan --environment production --system orders",
        apply: "dynawright apply --environment production",
        destroy: "dynawright destroy --environment production --system orders",
        rules: "dynawright rules plan.json --environment production",
        guard: "dynawright guard plan.json --json",
        invoke: "dynawright invoke orders order_log --event orders.json",
        adopt: "dynawright adopt orders invoices --environment production --system sales",
        migrate: "dynawright migrate plan --from orders-production --to orders-by-day-production",
        restore: "dynawright restore orders-production-restored orders-production --put-back",
        cost: "dynawright cost --system orders --reads 5000000 --writes 400000",
        load: "dynawright load orders --rate 50 --seconds 5 --html load.html",
        simulate: "dynawright simulate orders --html orders.html",
        explain: "dynawright explain --environment production denied.txt",
        pages: "dynawright pages --system orders --environment production",
        advise: "dynawright advise --system orders --environment production --days 14",
    },
    MAINTAIN: {
        review: "dynawright review --environment production --base HEAD~1",
        deploy: "dynawright deploy --environment production",
        affected: "dynawright affected HEAD~1",
        bootstrap: "dynawright bootstrap --environment production",
        gate: "dynawright gate",
        mutate: "dynawright mutate",
        docs: "dynawright docs --check",
        schema: "dynawright schema --check",
        baselines: "dynawright baselines --check",
    },
}
GROUPS = {"new": (new, START), "replay": (replay, DAILY)}
FIRST = ("new", "demo", "synth")


class Ordered(TyperGroup):
    """Lists commands for newcomers first; typer would list groups last."""

    def list_commands(self, ctx: typer.Context) -> list[str]:  # type: ignore[override]
        return sorted(super().list_commands(ctx), key=lambda name: FIRST.index(name) if name in FIRST else len(FIRST))


app = typer.Typer(
    cls=Ordered,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Production DynamoDB for Python teams, from one declaration.",
    epilog="Each command's --help has an example.",
)


def _print_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        print(f"dynawright {version('dynawright')}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Handle the options without a command."""


for name, (group, panel) in GROUPS.items():
    app.add_typer(group, name=name, rich_help_panel=panel)
for panel, commands in COMMANDS.items():
    for command, example in commands.items():
        app.command(rich_help_panel=panel, epilog=f"Example: {example}")(command)
