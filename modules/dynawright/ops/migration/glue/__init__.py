"""A migration as a job of AWS Glue: its Terraform, its script, what it costs."""
