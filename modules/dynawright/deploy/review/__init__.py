"""A pull request's changes as one Markdown page: plans, guard findings, access, rules."""
