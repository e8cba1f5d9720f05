"""Helpers for applications' tests: rules on stacks, and access patterns on an emulator."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

__all__ = ["findings", "wrong_patterns"]


def findings(environment: str, *, system: str | None = None) -> list[str]:
    """Synthesize an environment, or one system, and return findings that no reason accepts."""
    from dynawright.bindings.engine.node import choose_node
    from dynawright.settings import load_named

    choose_node(os.environ)  # before cdktf is imported
    import json

    from dynawright.judging import judged_stack
    from dynawright.rules.rule import Finding
    from dynawright.synthesis import synthesize

    settings = load_named(environment)
    with tempfile.TemporaryDirectory() as folder:
        stacks = synthesize(settings, system=system, outdir=Path(folder))
        results: list[Finding] = []
        for name in (stack.stack_name for stack in stacks):
            content = json.loads((Path(folder) / "stacks" / f"{name}-{environment}" / "cdk.tf.json").read_text())
            results += judged_stack(content, name, settings).findings
    return [str(finding) for finding in results]


def wrong_patterns(system: str) -> list[str]:
    """Run every access pattern of a system on moto in this process; return wrong answers."""
    import time

    import boto3
    from moto import mock_aws

    from dynawright.emulator.engines.recording import Recorder
    from dynawright.emulator.engines.run import run_table
    from dynawright.systems import part

    model = part(system, "model", "SYSTEM")
    with mock_aws():
        client = boto3.client("dynamodb", region_name="us-east-1", aws_access_key_id="test", aws_secret_access_key="test")  # noqa: S106
        recorder, now = Recorder(client), int(time.time())
        runs = [run for table in model.tables for run in run_table(recorder, system, table, now=now)]
    return [f"{run.outcome.pattern.id}: {problem}" for run in runs for problem in run.outcome.problems]
