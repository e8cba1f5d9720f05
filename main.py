"""The app: an environment's file in, one folder of Terraform JSON per system out.

TABLESTAKES_ENV chooses the environment (local unless said otherwise), TABLESTAKES_SYSTEM one system (all of them).
"""

import gc
import os
from pathlib import Path

from errors import run
from imports.node import choose_node
from imports.stand_ins import stand_ins

# Nobody's pydantic plugin has a say in settings, and looking for one in all that is installed takes longer than loading them.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")


gc.disable()  # a second is too short for garbage to matter, and collections while cdktf is imported take a tenth of it


def main() -> None:
    with stand_ins():
        from environments import load_named

        environment = load_named(os.environ.get("TABLESTAKES_ENV") or "local")
        choose_node(os.environ)
        from stacks.app import synthesize

    synthesize(
        environment,
        system=os.environ.get("TABLESTAKES_SYSTEM"),
        outdir=Path(os.environ.get("CDKTF_OUTDIR") or "cdktf.out"),
    )
    gc.freeze()  # or else Python, as it ends, collects everything that the system is about to take back at once


if __name__ == "__main__":
    run(main)
