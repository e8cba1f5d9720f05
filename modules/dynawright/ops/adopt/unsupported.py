"""Features of a table that a model can't declare, or that Terraform would remove."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dynawright.errors import Place, Problem, UserError
from dynawright.ops.adopt.entity import indexes_of
from dynawright.ops.adopt.facts import TableFacts


def check_supported(facts: Sequence[TableFacts]) -> None:
    """Raise with every feature that can't be declared: a model without it would replace an index."""
    if problems := [problem for table in facts for problem in _problems(table)]:
        raise UserError(problems)


def _problems(facts: TableFacts) -> Iterator[Problem]:
    for index in indexes_of(facts):
        kinds = [key["KeyType"] for key in index["KeySchema"]]
        if len(kinds) > len(set(kinds)):
            names = ", ".join(str(key["AttributeName"]) for key in index["KeySchema"])
            text = f"the key of its index {index['IndexName']} has several attributes of one kind ({names}), which a model can't declare"
            fix = "leave the table out, or index it by one attribute that holds all of them"
            yield Problem("DW741", text, Place(path=f"table {facts.name}"), str(index["IndexName"]), fix=fix)
