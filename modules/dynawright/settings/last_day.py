"""The last day of approvals and exceptions."""

from datetime import UTC, date, datetime
from typing import Annotated

from pydantic import AfterValidator, Field

MOST_DAYS = 366
DAY = f"a day as YYYY-MM-DD, at most {MOST_DAYS} days from now"


def _is_near(text: str) -> str:
    """The longest term of an exception: after a year, a person must look at it again."""
    if (date.fromisoformat(text) - datetime.now(UTC).date()).days > MOST_DAYS:
        raise ValueError("too far away")
    return text


LastDay = Annotated[str, Field(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$"), AfterValidator(_is_near)]
