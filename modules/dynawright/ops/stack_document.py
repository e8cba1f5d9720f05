"""A system's stack as it would be synthesized, as a document; nothing is written."""

from __future__ import annotations

import tempfile
from collections.abc import Container
from dataclasses import replace

from dynawright.bindings.engine.attributes import attributes_of
from dynawright.framework import CONTEXT, cdktf
from dynawright.intents import with_intent
from dynawright.rules.resources import Document, document
from dynawright.settings import Environment
from dynawright.synthesis import stack_of
from dynawright.systems import seen_by_stack


def stack_document(environment: Environment, system: str, types: Container[str]) -> Document:
    """Return the resources of these types; `environment` is the whole environment."""
    with tempfile.TemporaryDirectory(prefix="dynawright-") as folder:
        stack = stack_of(system)(cdktf.App(outdir=folder, context=CONTEXT), seen_by_stack(environment, system))
        content = {"resource": {}, **attributes_of(stack).document(types)}
    read = replace(document(content, f"{system}-{environment.name}", ours=True), given_environment=environment.name)
    return with_intent(read, environment)
