"""Whether the emulator asks IAM."""

from typing import Literal

Mode = Literal["enforce", "observe", "off"]
"""`enforce` refuses what IAM denies, `observe` records it and goes on, `off` asks nothing."""
