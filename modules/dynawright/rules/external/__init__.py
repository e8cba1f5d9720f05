"""Our rules as checks of checkov, for any Terraform: `checkov -d <folder> --external-checks-dir <here>`."""
