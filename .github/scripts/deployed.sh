#!/bin/bash
# Prints the commit of main that was last deployed as a whole. Whatever failed since, or gave way to a newer run, differs from it too
# and so is part of the next deployment. Prints nothing if there is none, or if git no longer knows it.
# Usage: deployed.sh; needs GH_TOKEN and REPOSITORY.
set -euo pipefail

commit=$(gh run list --repo "$REPOSITORY" --workflow deploy.yml --branch main --event push --status success --limit 1 \
  --json headSha --jq '.[0].headSha // empty')
if [ -n "$commit" ] && git cat-file -e "$commit^{commit}" 2> /dev/null; then
  echo "$commit"
fi
