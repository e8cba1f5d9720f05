"""Single YAML values: the meaning of unquoted ones, and values that a settings file rejects."""

import re
from typing import Any

import yaml

from dynawright.errors import Problem, shown

WORDS = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
"""`yes`, `no`, `on` and `off` stay text, so that a country code does not become a boolean."""

INTEGER = re.compile(r"[-+]?[0-9]+")
FRACTION = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")

MISREAD = {
    re.compile(r"[-+]?0o?[0-9_]+"): ("a leading zero means octal to some readers", "put text in quotes, else drop the zero"),
    re.compile(r"[-+]?[0-9]{19,}"): ("a number has at most 18 digits", "put text in quotes"),
    re.compile(r"[-+]?\.(inf|nan)", re.IGNORECASE): ("no setting takes such a number", "put text in quotes"),
}
"""Unquoted values that readers disagree on, with the reason and the fix."""


def meaning(event: yaml.ScalarEvent) -> Any:
    """Return the value: text if it is quoted, else as in YAML 1.2."""
    text: str = event.value
    if not _is_plain(event):
        return text
    if text in WORDS:
        return WORDS[text]
    if INTEGER.fullmatch(text):
        return int(text)
    return float(text) if FRACTION.fullmatch(text) else text


def complaint(event: yaml.NodeEvent) -> Problem | None:
    """Return why a settings file rejects the event, or None."""
    if isinstance(event, yaml.AliasEvent):
        return _refused(f"*{event.anchor}", "an alias makes one line mean another", "write the value out")
    if event.anchor:
        return _refused(f"&{event.anchor}", "an anchor serves aliases only", "remove it")
    if isinstance(event, yaml.ScalarEvent | yaml.CollectionStartEvent) and event.tag:
        tag = event.tag.replace("tag:yaml.org,2002:", "!!")
        return _refused(tag, "a value's type is how it is written", "remove the tag")
    return _text_complaint(event) if isinstance(event, yaml.ScalarEvent) else None


def _text_complaint(event: yaml.ScalarEvent) -> Problem | None:
    text: str = event.value
    if _is_plain(event):
        for pattern, (reason, fix) in MISREAD.items():
            if pattern.fullmatch(text):
                return _refused(text, reason, fix)
    if "${" in text or "%{" in text:
        return _refused(text, "Terraform would run what follows '${' or '%{'", "remove it", "DW109")
    if not text.isprintable():
        return _refused(text, "a value is one line of printable characters", "remove the others")
    return None


def _refused(value: str, reason: str, fix: str, code: str = "DW108") -> Problem:
    return Problem(code, f"{shown(value)} is refused: {reason}", value=value, fix=fix)


def _is_plain(event: yaml.ScalarEvent) -> bool:
    return bool(event.implicit[0])
