"""`dynawright adopt`: which tables to take over, and from where to read them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from dynawright.aws import client, refusals_in_words, use_emulator
from dynawright.deploy import account
from dynawright.errors import Place, Problem, UserError
from dynawright.ops.adopt.facts import TableFacts, read_file
from dynawright.ops.adopt.old_state import held_in, tables_of
from dynawright.ops.adopt.read import TableReader
from dynawright.ops.adopt.suggestion import Suggestion, suggestion
from dynawright.ops.adopt.trail import told_of
from dynawright.settings import load_named


@dataclass(frozen=True)
class Wanted:
    """How the tables are chosen: exactly one way."""

    names: Sequence[str] = ()
    every: bool = False
    prefix: str = ""
    tag: str = ""
    file: Path | None = None
    state: Path | None = None
    """The state of another Terraform stack: all its tables."""

    def check(self) -> None:
        """Reject no choice, and several; a prefix and a tag go together."""
        ways = [bool(self.names), self.every, bool(self.prefix or self.tag), self.file is not None, self.state is not None]
        if sum(ways) != 1:
            text = "must be chosen in one way" if any(ways) else "no table is named"
            fix = "name tables, or use one of --all, --prefix and --tag, --from-describe, --from-state"
            raise UserError([Problem("DW803", text, fix=fix)])


def facts_of(wanted: Wanted, *, environment_name: str, endpoint: str | None) -> list[TableFacts]:
    """Return the facts of the chosen tables; without a file, from AWS or an emulator."""
    wanted.check()
    environment = load_named(environment_name)
    if wanted.file is not None:
        return read_file(wanted.file)
    names_in_state = tables_of(held_in(wanted.state)) if wanted.state is not None else []
    if wanted.state is not None and not names_in_state:
        raise UserError(
            [Problem("DW742", "the state has no table", Place(str(wanted.state)), fix="name the state that has them")]
        )
    with refusals_in_words():
        if endpoint is not None:
            os.environ["AWS_ENDPOINT_URL"] = endpoint
        if endpoint is not None or environment.name == "local":
            use_emulator(environment)
        else:
            account.refuse_another(environment, client("sts", environment.region))
        reader = TableReader(environment.region)
        names = names_in_state or list(wanted.names) or reader.names(prefix=wanted.prefix, tag=wanted.tag)
        if not names:
            text = f"no table of {environment.region} fits"
            raise UserError(
                [Problem("DW741", text, value=wanted.prefix or wanted.tag or "--all", fix="see `aws dynamodb list-tables`")]
            )
        return reader.facts(list(dict.fromkeys(names)))


def suggested(
    facts: Sequence[TableFacts], wanted: Wanted, *, environment_name: str, items: int, figures: bool, trail: Path | None = None
) -> dict[str, Suggestion]:
    """Return what items, figures and a trail's files suggest for each table, by table name."""
    if not items and not figures and trail is None:
        return {}
    if wanted.file is not None and (items or figures):
        text = "--sample and --figures ask AWS, and --from-describe does not"
        raise UserError([Problem("DW803", text, fix="leave one of them out")])
    region = load_named(environment_name).region
    calls = told_of(trail, region) if trail is not None else {}
    with refusals_in_words():
        return {fact.name: suggestion(fact, region, items=items, figures=figures, trail=calls) for fact in facts}
