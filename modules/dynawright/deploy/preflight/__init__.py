"""What a first apply needs of an account, looked at before Terraform runs."""
