"""The app: an environment's file in, one folder of Terraform JSON per system out.

TABLESTAKES_ENV chooses the environment (local unless said otherwise), TABLESTAKES_SYSTEM one system (all of them).
"""

import gc
import os
import sys
from pathlib import Path
from types import ModuleType

from errors import run
from imports.node import choose_node

# Nobody's pydantic plugin has a say in settings, and looking for one in all that is installed takes longer than loading them.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")


gc.disable()  # a second is too short for garbage to matter, and collections while cdktf is imported take a tenth of it


def main() -> None:
    from environments import load_named

    environment = load_named(os.environ.get("TABLESTAKES_ENV") or "local")
    choose_node(os.environ)
    _import_typeguard()
    from stacks.app import synthesize

    synthesize(
        environment,
        system=os.environ.get("TABLESTAKES_SYSTEM"),
        outdir=Path(os.environ.get("CDKTF_OUTDIR") or "cdktf.out"),
    )


def _import_typeguard() -> None:
    """cdktf needs it, and it needs `Mock`, just to let mocks pass: the real one brings asyncio and ssl, a twentieth of cdktf's start."""
    if "unittest.mock" in sys.modules:
        return
    stand_in = ModuleType("unittest.mock")
    stand_in.Mock = type("Mock", (), {})  # type: ignore[attr-defined]
    sys.modules["unittest.mock"] = stand_in
    import typeguard  # noqa: F401

    del sys.modules["unittest.mock"]


if __name__ == "__main__":
    run(main)
