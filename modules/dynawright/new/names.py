"""Names of projects, systems, tables and functions."""

from __future__ import annotations

import re

from dynawright.errors import Place, UserError, must_be

SYSTEM = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
PROJECT = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def check_name(kind: str, name: str, *, longest: int = 30) -> None:
    """Raise unless `name` is lower_snake_case: it becomes a folder, a module and part of AWS names."""
    if not SYSTEM.fullmatch(name) or len(name) > longest:
        allowed = f"1 to {longest} lower-case letters, digits and single underscores, beginning with a letter"
        raise UserError([must_be("DW802", allowed, name, place=Place(path=f"name of the {kind}"))])


def check_project(name: str) -> None:
    """Raise unless `name` can begin the names of buckets, roles and topics."""
    if not PROJECT.fullmatch(name) or not 2 <= len(name) <= 20:
        allowed = "2 to 20 lower-case letters, digits and single hyphens, beginning with a letter"
        raise UserError([must_be("DW802", allowed, name, place=Place(path="name of the project"), fix="give one with --project")])


def project_name(folder: str) -> str:
    """Return a project's name from its folder's name."""
    return re.sub(r"[^a-z0-9]+", "-", folder.lower()).strip("-")[:20].rstrip("-")


def class_name(name: str) -> str:
    """Return `OrderItems` for `order_items`."""
    return "".join(part.capitalize() for part in name.split("_"))


def physical(name: str) -> str:
    """Return `order-items` for `order_items`, since names in AWS have hyphens."""
    return name.replace("_", "-")
