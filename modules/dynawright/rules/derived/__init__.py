"""What each policy of a stack must say, derived independently of the code that writes policies.

`roles` and `resource_policies` say what follows for a role or a resource's own policy; `difference` compares it with what is written.
"""
