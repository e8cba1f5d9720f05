"""Sentences of several problems."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from dynawright.errors.problem import NOWHERE, Place, Problem
from dynawright.errors.suggestion import did_you_mean


def must_be(code: str, allowed: str, got: Any, *, place: Place = NOWHERE, fix: str = "") -> Problem:
    """Return the problem of a value that is not allowed: "must be <allowed>, got <value>"."""
    return Problem(code, f"must be {allowed}, got {shown(got)}", place, got, allowed, fix)


def unknown(
    code: str, what: str, name: str, names: Iterable[str], *, within: str = "", place: Place = NOWHERE, fix: str = ""
) -> Problem:
    """Return the problem of a name that does not exist: "index 'GSI9' does not exist. Use one of: GSI1."

    `within` is the place without the name. `fix` replaces the list of names if none is similar.
    """
    allowed = ", ".join(names := list(names))
    fix = did_you_mean(name, names) or fix or (f"use one of: {allowed}" if names else "there is none")
    return Problem(code, f"{what} '{name}' does not exist{within and f' in {within}'}", place, name, allowed, fix)


def shown(value: Any) -> str:
    """Return a value as in YAML: null, true and false; unprintable characters are escaped."""
    return shortened(json.dumps(value) if value is None or isinstance(value, bool) else repr(value))


def shortened(text: str) -> str:
    return text if len(text) <= 80 else text[:77] + "..."
