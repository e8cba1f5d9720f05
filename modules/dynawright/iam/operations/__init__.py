"""The IAM requests of each API operation as rows of data: one file per service.

    situation = Situation(call=call, principal=session, account="111111111111", state=state)
    requests_of(situation)   # all of them must be allowed; MissingRowError without a row

The first `Ask` of a row is the operation's own action; the others are further rights that AWS requires: tags on creation,
iam:PassRole, service-linked roles, KMS calls that a service makes in the caller's name.
"""
