"""Distinguishes patterns from exact names in a policy's resources."""

import re

MADE_LATER = (":recovery-point:*", ":scalable-target/*")
"""Resources whose names AWS generates when they are created."""
REFERENCE = re.compile(r"\$\{[^}]*\}")
BELOW = re.compile(r"named[:/]")
MADE_UP = re.compile(r":table/awsbackup-restore-test-\*$|:secret:[^*?]+-\?{6}$")
"""Names with an ending that AWS generates: of restore tests and secrets."""


def is_name_pattern(resource: str) -> bool:
    """Return whether a wildcard is in the resource's name, Region or account; after the name it is fine."""
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
    """Return kind and name without the rest of the path; names in IAM and of log groups contain slashes."""
    if service == "iam":
        return resource
    if service == "logs":
        return ":".join(resource.split(":")[:2])
    return "/".join(re.split("[:/]", resource)[: 1 if service == "s3" else 2])
