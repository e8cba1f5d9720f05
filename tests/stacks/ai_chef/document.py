"""Lines of the team's document decided otherwise, each with the README's decision."""

DECIDED = {
    "recovery of a stack that failed half-way": "A table that is half made",
    "Region us-east-1": "The Region",
    "log retention 7 days": "Logs are kept for 365 days in production",
    "camelCase names, reserved words, one name per meaning": "Names of attributes",
    "adding and removing an attribute": "Adding an attribute",
}
