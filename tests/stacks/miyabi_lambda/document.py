"""Lines of the team's document decided otherwise, each with the README's decision."""

DECIDED = {
    "migration from PostgreSQL": "Migration from PostgreSQL",
    "load test at 1,000 requests a second": "Load test",
    "change data capture to analytics and ML": "Analytics and machine learning",
    "large items in S3 instead of chunks": "Large values are chunks",
    "DAX for hot reads, S3 export": "Exports and a cache",
    "VPC endpoint, no public internet": "The VPC endpoint admits the system's tables only",
    "access tokens, one secret per user": "A secret for each user's token",
    "client-side encryption of personal data": "No client-side encryption",
    "throttle alarm > 10 in 2 x 5 minutes": "Throttle alarms ring earlier",
    "cost with two indexes": "Cost",
    "maxConcurrentExecutions": "Limits of an organization",
    "what Data holds": "What Data holds",
}
