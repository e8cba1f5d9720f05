"""The rules as checkov checks for any Terraform: `checkov -d <folder> --external-checks-dir <here>`."""
