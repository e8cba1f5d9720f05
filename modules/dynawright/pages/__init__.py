"""HTML pages for people: systems, reviews of changes, and the demo's report."""
