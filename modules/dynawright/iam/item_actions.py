"""The actions that read or write items, from the Service Authorization Reference."""

from __future__ import annotations

from functools import cache

from dynawright.iam.reference import Action, service


@cache
def item_actions(prefix: str) -> tuple[str, ...]:
    """Return the item actions of `dynamodb` or `dax`; both use the same names."""
    return tuple(sorted(action.name for action in _actions(prefix)))


@cache
def storing_actions() -> frozenset[str]:
    """Return the DynamoDB actions that can store an attribute."""
    return frozenset(action.name for action in _actions("dynamodb") if action.level == "Write" and "Delete" not in action.name)


def _actions(prefix: str) -> list[Action]:
    owner = service(prefix)
    actions = list(owner.actions.values()) if owner else []
    if prefix == "dynamodb":
        return [action for action in actions if _touches_items(action)]
    names = {name.partition(":")[2] for name in item_actions("dynamodb")}
    return [action for action in actions if action.name.partition(":")[2] in names]


def _touches_items(action: Action) -> bool:
    """Return whether its requests name attributes; a vector search names none and needs an index."""
    needs_index = any(resource.required and resource.type.name == "index" for resource in action.resources)
    return needs_index or "dynamodb:Attributes" in action.condition_keys
