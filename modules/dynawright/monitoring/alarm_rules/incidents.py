"""Incidents: one composite alarm, and one message, for several alarms."""

FAILING, LOSING, SLOW, BUSY, UNUSUAL = "Failing", "Losing", "Slow", "Busy", "Unusual"

INCIDENTS = {
    FAILING: "requests or runs fail, or wait too long",
    LOSING: "records are given up or lost",
    SLOW: "requests take longer than they should",
    BUSY: "most of the provisioned capacity is used",
    UNUSUAL: "the load is not what was usual",
}
"""Name → meaning.

The name is part of the composite alarm's address and name: renaming it replaces alarms.
"""
