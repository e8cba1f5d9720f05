"""Lines of the team's document decided otherwise, each with the README's decision."""

DECIDED = {
    "repository class": "The repository class",
    "DAX first, fallback on a miss and on an error": "A miss is read by the cluster",
    "tenantId and tenantOverrides on flags": "A tenant's override is an item of its own",
    "evaluation key order": "The tenant comes first in the key of an evaluation",
    "autoscaling events in the report": "Autoscaling is not counted",
    "auto-tuner: urgency, impact": "Advice is never applied by itself",
    "access log of cached reads": "Who read what",
}
