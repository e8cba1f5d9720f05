"""Differences of two synthesized stacks by attribute; they label mutants before any rule runs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from dynawright.rules.blocks import as_blocks, as_list, named
from dynawright.rules.values import boolean, number

Json = Mapping[str, Any]
AROUND = ("provider", "terraform", "output")
"""Blocks that count as resources here."""
NOTES = "//"
LIGHT = "light"
DEPLOY_ROLES, DEPLOY_POLICY = "DeployRoles_", "deploy_policy"


@dataclass(frozen=True)
class Difference:
    """A changed attribute; the path is empty if a whole resource was added or removed."""

    address: str
    path: str
    kind: str
    """`gone`, `new`, `on`, `off`, `lower`, `higher` (by half or more), `slightly`, `fewer`, `more`, …

    Also `other`, `order`, `form`; of policies `narrower` and `statements`.
    """

    @property
    def type(self) -> str:
        """The resource's type, with `data.` before that of a data source."""
        return self.address.rpartition(".")[0] or self.address

    def __str__(self) -> str:
        return f"{self.address} {self.path or 'itself'}: {self.kind}"


def differences(before: Json, after: Json) -> Iterator[Difference]:
    """Yield the differences of two cdk.tf.json contents."""
    old, new = dict(_bodies(before)), dict(_bodies(after))
    renamed = set(_renamed(old, new))
    for address in sorted(old.keys() | new.keys()):
        if address in renamed:
            yield Difference(address, "", "renamed")
        elif address not in new:
            yield Difference(address, "", "gone")
        elif address not in old:
            yield Difference(address, "", "new")
        elif old[address] != new[address]:
            yield from (Difference(address, path, kind) for path, kind in _block(old[address], new[address], ""))


def _renamed(old: Mapping[str, Json], new: Mapping[str, Json]) -> Iterator[str]:
    """Yield added and removed policies and attachments if a role keeps their number."""
    for type in ("aws_iam_policy", "aws_iam_role_policy_attachment"):
        gone, come = (
            [key for key in some.keys() - other.keys() if key.startswith(f"{type}.")] for some, other in ((old, new), (new, old))
        )
        texts, says = ([_said(some[address]) for address in those] for some, those in ((old, gone), (new, come)))
        if gone and sorted(texts) == sorted(says):
            yield from (*gone, *come)


def _said(body: Json) -> str:
    """Return the content of a policy or an attachment, without its name."""
    return _canonical({name: value for name, value in body.items() if name in ("policy", "role", "path")})


def _bodies(content: Json) -> Iterator[tuple[str, Json]]:
    for section, prefix in (("resource", ""), ("data", "data.")):
        for type, group in named(content.get(section)):
            for name, bodies in named(group):
                yield from (
                    (f"{prefix}{_kind(type, body)}.{name}", body) for body in as_blocks(bodies) if not _deploys(type, name)
                )
    yield from _deploy_policies(content)
    for section in AROUND:
        yield section, {section: content.get(section)}
    rest = {name: value for name, value in content.items() if name not in ("resource", "data", NOTES, *AROUND)}
    yield "block", rest


def _deploys(type: str, name: str) -> bool:
    return type == "aws_iam_policy" and name.startswith(DEPLOY_ROLES)


def _deploy_policies(content: Json) -> Iterator[tuple[str, Json]]:
    """Yield the rights of each workflow role as one policy: they are only split for length."""
    statements: dict[str, list[Any]] = {}
    for type, group in named(content.get("resource")):
        for name, body in named(group):
            if _deploys(type, name) and isinstance(body, Mapping):
                role = name.removeprefix(DEPLOY_ROLES).split("_")[0]
                statements.setdefault(role, []).extend(_read(str(body.get("policy"))))
    for role, statements_of_role in statements.items():
        yield f"{DEPLOY_POLICY}.{role}", {"policy": json.dumps({"Statement": statements_of_role})}


def _kind(type: str, body: Json) -> str:
    """Return the type; a composite alarm without receivers is a display, not an alarm."""
    return LIGHT if type == "aws_cloudwatch_composite_alarm" and not body.get("alarm_actions") else type


def _block(old: Json, new: Json, prefix: str) -> Iterator[tuple[str, str]]:
    for name in sorted((old.keys() | new.keys()) - {NOTES}):
        if old.get(name) != new.get(name):
            yield from _value(old.get(name), new.get(name), f"{prefix}{name}")


def _value(old: Any, new: Any, path: str) -> Iterator[tuple[str, str]]:
    if _is_nothing(old) or _is_nothing(new):
        if _is_nothing(old) != _is_nothing(new):
            yield path, "gone" if _is_nothing(new) else "new"
        return
    olds, news = _as_blocks(old), _as_blocks(new)
    if olds is not None and news is not None:
        yield from _all_blocks(olds, news, path)
    elif isinstance(old, list) and isinstance(new, list):
        yield path, _of_lists(old, new)
    else:
        yield path, _of_scalars(old, new)


def _is_nothing(value: Any) -> bool:
    return value in (None, "", [], {})


def _as_blocks(value: Any) -> list[Json] | None:
    """Return blocks, written as an object or a list; None for anything else."""
    blocks = value if isinstance(value, list) else [value]
    return blocks if all(isinstance(block, Mapping) for block in blocks) else None


def _all_blocks(olds: list[Json], news: list[Json], path: str) -> Iterator[tuple[str, str]]:
    if sorted(map(_canonical, olds)) == sorted(map(_canonical, news)):
        yield path, "order"
        return
    if len(olds) != len(news):
        yield path, "fewer" if len(news) < len(olds) else "more"
    for old, new in zip(*_paired(olds, news), strict=True):
        yield from _block(old, new, f"{path}.")


def _paired(olds: list[Json], news: list[Json]) -> tuple[list[Json], list[Json]]:
    """Return blocks in pairs; after an addition or removal, without the equal ones."""
    return (olds, news) if len(olds) == len(news) else ([], [])


def _of_lists(old: list[Any], new: list[Any]) -> str:
    before, after = set(map(_canonical, old)), set(map(_canonical, new))
    if before == after:
        return "order"
    return "fewer" if after < before else "more" if before < after else "other"


def _of_scalars(old: Any, new: Any) -> str:
    if _is_policy(old) and _is_policy(new):
        return _of_policies(old, new)
    before, after = number(old), number(new)
    if before is not None and after is not None:
        return _of_numbers(before, after)
    if (switched := boolean(new)) is not None and boolean(old) is not None:
        return "form" if switched is boolean(old) else "on" if switched else "off"
    if isinstance(old, list) and len(old) == 1 and isinstance(new, str):
        return "form" if old[0] == new else "other"
    return "other"


def _of_numbers(before: float, after: float) -> str:
    if before == after:
        return "form"
    least, most = sorted((abs(before), abs(after)))
    if before * after > 0 and most <= 1.5 * least:
        return "slightly"
    return "lower" if after < before else "higher"


def _is_policy(value: Any) -> bool:
    return isinstance(value, str) and '"Statement"' in value


def _of_policies(old: str, new: str) -> str:
    """Return whether they are equivalent, the new one is narrower, or anything else."""
    before, after = _grants(old), _grants(new)
    if before == after or (before <= after and all(_is_implied(grant, before) for grant in after - before)):
        return "order"
    is_narrower = all((grant in before) if grant[0] == "Allow" else True for grant in after) and all(
        grant in after for grant in before if grant[0] != "Allow"
    )
    return "narrower" if is_narrower and after else "statements"


def _grants(policy: str) -> set[tuple[str, ...]]:
    """Return each action on each resource with conditions; Sids, order and grouping don't count."""
    grants: set[tuple[str, ...]] = set()
    for demand in _read(policy):
        rest = {name: value for name, value in demand.items() if name not in ("Sid", "Effect", "Action", "Resource")}
        for action in as_list(demand.get("Action")) or [demand.get("Action")]:
            for resource in as_list(demand.get("Resource")) or [demand.get("Resource")]:
                grants.add((str(demand.get("Effect")), str(action), str(resource), _canonical(_sorted(rest))))
    return grants


def _is_implied(grant: tuple[str, ...], others: set[tuple[str, ...]]) -> bool:
    """Whether another grant already allows the same, under the same or fewer conditions."""
    mine = json.loads(grant[-1])
    return grant[0] == "Allow" and any(grant[:-1] == other[:-1] and _is_looser(json.loads(other[-1]), mine) for other in others)


def _is_looser(other: Json, mine: Json) -> bool:
    theirs, own = ({name: value for name, value in each.items() if name != "Condition"} for each in (other, mine))
    conditions = mine.get("Condition", {})
    return theirs == own and all(
        key in conditions.get(operator, {}) and _fewer(conditions[operator][key], values, "Not" not in operator)
        for operator, keys in other.get("Condition", {}).items()
        for key, values in keys.items()
    )


def _fewer(mine: Any, others: Any, may_be_fewer: bool) -> bool:
    some, all_of_them = ({*(values if isinstance(values, list) else [values])} for values in (mine, others))
    return some <= all_of_them if may_be_fewer else some == all_of_them


def _read(policy: str) -> list[Mapping[str, Any]]:
    try:
        statements = json.loads(policy)["Statement"]
    except (ValueError, KeyError, TypeError):
        return [{"Effect": policy}]
    return [
        statement
        for statement in (statements if isinstance(statements, list) else [statements])
        if isinstance(statement, Mapping)
    ]


def _sorted(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _sorted(inner) for name, inner in value.items()}
    if isinstance(value, Iterable) and not isinstance(value, str):
        items = sorted((_sorted(element) for element in value), key=_canonical)
        return items[0] if len(items) == 1 else items
    return value


def _canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True)
