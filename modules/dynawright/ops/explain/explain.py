"""Explain an error that AWS, or the emulator, returned to an application.

The text of an error or a CloudTrail event is compared with the models, the settings and the policies that the stacks
would write today. AWS is not contacted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from dynawright import given_files
from dynawright.errors import Problem, UserError
from dynawright.given_files import GivenFileError
from dynawright.ops.explain.case import Case
from dynawright.ops.explain.conditional import canceled, conditional
from dynawright.ops.explain.denied import denied
from dynawright.ops.explain.events import read_events, refusal_of
from dynawright.ops.explain.explanation import Explanation
from dynawright.ops.explain.others import other
from dynawright.ops.explain.place import names
from dynawright.ops.explain.refusal import Kind, Refusal
from dynawright.ops.explain.texts import read_text
from dynawright.ops.explain.throttled import throttled
from dynawright.ops.systems import chosen

EXPLAINED: Mapping[Kind, Callable[[Case], Explanation]] = {
    Kind.DENIED: denied,
    Kind.CONDITION: conditional,
    Kind.CANCELED: canceled,
    Kind.THROTTLED: throttled,
    Kind.OTHER: other,
}
LONGEST = 1_000_000
"""Characters: a trail's file has hundreds of events; pasted text is shorter."""
FIX = "give the whole text of the error, as boto3 or the AWS CLI prints it, or an event of CloudTrail as JSON"


def explain(text: str, *, environment: str | None = None, system: str | None = None) -> list[Explanation]:
    """Return an explanation of each refusal in a text."""
    if system is not None:
        chosen(system)  # fails for an unknown system
    refusals = _refusals(text)
    known = names(environment, system)
    return [_explained(Case(refusal, known)) for refusal in refusals]


def given_text(given: str | None, standard_input: Callable[[], str]) -> str:
    """Return the given text, the content of the file of that name, or standard input."""
    if given in (None, "-"):
        return standard_input()
    if not given:
        raise UserError([Problem("DW731", "the text is empty", value=given, fix=FIX)])
    path = Path(str(given))
    try:
        if len(str(given)) < 1024 and path.exists():
            return given_files.read_text(path)
    except (OSError, GivenFileError) as error:
        raise UserError([Problem("DW731", f"{given}: {error}", value=given, fix=FIX)]) from None
    return str(given)


def _refusals(text: str) -> list[Refusal]:
    if len(text) > LONGEST:
        raise UserError(
            [Problem("DW731", f"must have at most {LONGEST:,} characters, got {len(text):,}", value=len(text), fix=FIX)]
        )
    events = read_events(text)
    if events is not None:
        refused = [refusal for event in events if (refusal := refusal_of(event))]
        if not refused:
            raise UserError([Problem("DW732", "no event has an errorCode: these requests were answered", value=len(events))])
        return refused
    read = read_text(text)
    if read is None:
        raise UserError([Problem("DW731", "is no refusal that AWS writes", value=text[:80], fix=FIX)])
    return [read]


def _explained(case: Case) -> Explanation:
    return EXPLAINED[case.refusal.kind](case)
