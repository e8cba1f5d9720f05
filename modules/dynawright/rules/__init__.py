"""What is checked on every change: rules on synthesized Terraform, and checkov.

Imports no cdktf and nothing that must be installed.
"""
