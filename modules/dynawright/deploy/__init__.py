"""Real deployments: Terraform, bootstrap, plans, reviews, applies."""
