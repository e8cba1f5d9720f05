"""Judges one stack of an environment by the rules, for plans, applies and synthesis."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from dynawright.intents import with_intent
from dynawright.rules.catalogue import all_rules
from dynawright.rules.judgement import Judgement, findings_of, judged
from dynawright.rules.resources import document
from dynawright.settings import Environment


def judged_stack(content: Mapping[str, Any], name: str, environment: Environment) -> Judgement:
    """Judge a stack's Terraform JSON with this environment's exceptions, whatever its tags.

    Only the gate reports unused suppressions, since it sees all environments.
    """
    read = replace(document(content, f"{name}-{environment.name}", ours=True), given_environment=environment.name)
    seen, rules = with_intent(read, environment), all_rules()
    exceptions = {seen.name: environment.exceptions_of(name)}
    known = {rule.name for rule in rules}
    return judged([seen], findings_of(rules, [seen]), known, with_checkov=False, exceptions=exceptions, everywhere=False)
