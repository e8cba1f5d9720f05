"""Say which resources of a policy are patterns, and which spell a name out."""

import re

MADE_LATER = (":recovery-point:*", ":scalable-target/*")
"""Resources whose names AWS makes up only when they are created."""
REFERENCE = re.compile(r"\$\{[^}]*\}")
BELOW = re.compile(r"named[:/]")
MADE_UP = re.compile(r":table/awsbackup-restore-test-\*$|:secret:[^*?]+-\?{6}$")
"""Names whose end AWS makes up: of restore tests, and of secrets."""


def is_name_pattern(resource: str) -> bool:
    """Return whether a wildcard is in the resource's name, Region or account; below a name it may be."""
    if resource == "*":
        return False
    resource = REFERENCE.sub("named", resource)
    if BELOW.match(resource):
        return False
    parts = resource.split(":", 5)
    *place, name = parts if parts[0] == "arn" and len(parts) == 6 else ["", "", "", "", "", resource]
    if any("*" in part or "?" in part for part in place):
        return True
    made_later = (*MADE_LATER, *(ending.replace("/", ":", 1) for ending in MADE_LATER))
    if f":{name}".endswith(made_later) or MADE_UP.search(f":{name}"):
        return False
    shown = _name(place[2], name)
    return "*" in shown or "?" in shown


def _name(service: str, resource: str) -> str:
    """Return kind and name without what is below it; names in IAM and log groups contain slashes."""
    if service == "iam":
        return resource
    if service == "logs":
        return ":".join(resource.split(":")[:2])
    return "/".join(re.split("[:/]", resource)[: 1 if service == "s3" else 2])
