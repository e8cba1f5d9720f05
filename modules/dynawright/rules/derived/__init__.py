"""What each policy of a stack must say, derived independently of the code that writes policies.

`roles` and `resource_policies` derive the grants of a role or of a resource's own policy; `difference` compares them
with what is written.
"""
