"""Whether the emulator enforces IAM."""

from typing import Literal

Mode = Literal["enforce", "observe", "off"]
"""`enforce` refuses what IAM denies, `observe` only records it, `off` evaluates nothing."""
