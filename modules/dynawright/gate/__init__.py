"""The gate: rules, checkov and the plan guard over every stack in every environment."""
