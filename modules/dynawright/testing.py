"""What an application's own tests call: rules on its stacks, access patterns on an emulator in this process."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

__all__ = ["findings", "wrong_patterns"]


def findings(environment: str, *, system: str | None = None) -> list[str]:
    """Synthesize an environment, or one system of it, and return what the rules find that is not accepted with a reason."""
    from dynawright.bindings.engine.node import choose_node
    from dynawright.settings import load_named

    choose_node(os.environ)  # before cdktf is imported
    import json

    from dynawright.rules.catalogue import all_rules
    from dynawright.rules.judgement import findings_of, judged
    from dynawright.rules.resources import document
    from dynawright.synthesis import synthesize

    with tempfile.TemporaryDirectory() as folder:
        synthesize(load_named(environment), system=system, outdir=Path(folder))
        files = sorted(Path(folder).glob("stacks/*/cdk.tf.json"))
        documents = [document(json.loads(file.read_text()), file.parent.name) for file in files]
    rules = all_rules()
    judgement = judged(documents, list(findings_of(rules, documents)), {rule.name for rule in rules}, with_checkov=False)
    return [str(finding) for finding in judgement.findings]


def wrong_patterns(system: str) -> list[str]:
    """Run every access pattern of a system on moto in this process; return the wrong answers."""
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
