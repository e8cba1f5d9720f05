"""IAM questions of each API operation, as rows of data: one file per service.

    situation = Situation(call=call, principal=session, account="111111111111", state=state)
    requests_of(situation)   # all that must be allowed; a MissingRowError where no row says anything

A row's first ask is the operation's own action; the others are what AWS asks besides: tags on creation, iam:PassRole, service-linked
roles, KMS calls that a service makes in the caller's name.
"""
