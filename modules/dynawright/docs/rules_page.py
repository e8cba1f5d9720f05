"""docs/rules.md, which `dynawright docs` writes from the rules."""

from __future__ import annotations

from dynawright import project
from dynawright.rules.catalogue import all_rules
from dynawright.rules.exemptions import EXEMPTIONS
from dynawright.rules.rule import EVERY_TYPE, Rule
from dynawright.rules.vocabulary import ROWS

PAGE = project.root() / "docs" / "rules.md"
HEAD = """# Rules

Written by `dynawright docs` from the rules. Do not edit. `dynawright gate` applies them to every system in every environment, together with checkov;
[CONTRIBUTING](../CONTRIBUTING.md#the-gate-and-the-guard) says how to read a finding and how to accept one.

FSBP is AWS Foundational Security Best Practices, Security Hub means its other controls, CIS is the CIS AWS Foundations Benchmark 3.0.0, WA the Well-Architected Framework. Anything that is not known to be another
environment, by its `Environment` tag or by the stack's name (the stricter of the two), is judged as production; local, dev, development, test and sandbox are disposable.

| rule | checkov id | severity | standards |
| --- | --- | --- | --- |
"""


DECLARED = "Says nothing where settings and model are not known: in checkov, and of files given to `dynawright rules`."
ABSOLUTE = "No suppression accepts a finding."


def page() -> str:
    rules = all_rules()
    rows = [
        f"| [{rule.name}](#{rule.name}) | {rule.id} | {rule.severity} | {', '.join(rule.standards) or 'none applies'} |"
        for rule in rules
    ]
    exempt = ["## Checks of checkov that don't fit", "", "| check | where | because |", "| --- | --- | --- |"]
    exempt += [f"| {exemption.check} | {exemption.where} | {exemption.because} |" for exemption in EXEMPTIONS]
    return HEAD + "\n".join([*rows, "", *(section(rule) for rule in rules), *exempt]) + "\n"


def section(rule: Rule) -> str:
    _, _, reason = rule.reason.partition("\n\n")
    named = ", ".join(f"`{type}`" for type in rule.types)
    known = "every type of [the vocabulary](vocabulary.md)" if rule.types == tuple(ROWS) else named
    types = "every resource" if rule.types == EVERY_TYPE else known
    notes = [note for applies, note in ((rule.needs_intent, DECLARED), (rule.is_absolute, ABSOLUTE)) if applies]
    return f"## {rule.name}\n\n**{rule.title}.** {reason}\n\n{' '.join([f'Looks at {types}.', *notes])}\n"
