"""docs/rules.md, which `dynawright docs` writes from the rules."""

from __future__ import annotations

from dynawright import project
from dynawright.rules.catalogue import all_rules
from dynawright.rules.exemptions import EXEMPTIONS
from dynawright.rules.rule import EVERY_TYPE, Rule

PAGE = project.root() / "docs" / "rules.md"
HEAD = """# Rules

Written by `dynawright docs` from the rules. Do not edit. `dynawright gate` applies them to every system in every environment, together with checkov;
[CONTRIBUTING](../CONTRIBUTING.md#the-gate) says how to read a finding and how to accept one.

FSBP is AWS Foundational Security Best Practices, Security Hub means its other controls, CIS is the CIS AWS Foundations Benchmark 3.0.0, WA the Well-Architected Framework. Anything that is not known to be another
environment, by its `Environment` tag or by the stack's name (the stricter of the two), is judged as production; local, dev, development, test and sandbox are disposable.

| rule | checkov id | severity | standards |
| --- | --- | --- | --- |
"""


def page() -> str:
    rules = all_rules()
    rows = [
        f"| [{one.name}](#{one.name}) | {one.id} | {one.severity} | {', '.join(one.standards) or 'none applies'} |"
        for one in rules
    ]
    exempt = ["## Checks of checkov that don't fit", "", "| check | where | because |", "| --- | --- | --- |"]
    exempt += [f"| {one.check} | {one.where} | {one.because} |" for one in EXEMPTIONS]
    return HEAD + "\n".join([*rows, "", *(section(one) for one in rules), *exempt]) + "\n"


def section(rule: Rule) -> str:
    _, _, reason = rule.reason.partition("\n\n")
    types = "every resource" if rule.types == EVERY_TYPE else ", ".join(f"`{type}`" for type in rule.types)
    return f"## {rule.name}\n\n**{rule.title}.** {reason}\n\nLooks at {types}.\n"
