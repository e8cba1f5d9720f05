"""A small stack that a test writes, applies and changes, on its own emulator."""

import json
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from dynawright.deploy.terraform import Terraform
from dynawright.emulator.emulator import Emulator
from dynawright.framework import cdktf
from dynawright.stack import SystemStack
from tests.constructs.conftest import plain_stack

ACCOUNT_ID = "111111111111"
REGION = "ap-northeast-1"
Build = Callable[[SystemStack], object]


class SmallStack:
    """`write` synthesizes the stack again, with other settings or parts; the rest is Terraform."""

    def __init__(self, folder: Path, emulator: Emulator) -> None:
        self.emulator = emulator
        self.terraform = Terraform(folder, emulator.environ)
        self.terraform.use_emulator()

    def write(self, build: Build, *, left_out: Collection[str] = (), **settings: Any) -> None:
        stack = plain_stack(**settings)
        build(stack)
        document = json.loads(cdktf.Testing.synth(stack))
        for type in left_out:
            del document["resource"][type]
        (self.terraform.folder / "main.tf.json").write_text(json.dumps(document))

    def client(self, service: str, region: str = REGION) -> Any:
        return self.emulator.client(service, region)


@contextmanager
def applied(folder: Path, build: Build, **settings: Any) -> Iterator[SmallStack]:
    """Apply at the beginning, destroy at the end; fail if the destroy leaves resources."""
    with Emulator(ACCOUNT_ID) as emulator:
        small = SmallStack(folder, emulator)
        small.write(build, **settings)
        small.terraform.init()
        small.terraform.apply()
        yield small
        small.terraform.destroy(refresh=False)
        assert small.terraform.addresses() == []
