#!/bin/bash
# Writes one comment on the pull request from what the jobs left, or brings it up to date.
# Usage: comment.sh <folder with one folder per artifact>; needs GH_TOKEN, REPOSITORY, PULL_REQUEST and RUN, the address of this run.
set -euo pipefail

pages=$1
mark="<!-- dynawright review -->"
longest=65000 # GitHub takes 65,536 characters

body=$(
  echo "$mark"
  for environment in production staging dev; do
    page="$pages/review-$environment/comment.md"
    if [ -f "$page" ]; then cat "$page"; else printf '## %s\n\nNo page: the job did not get that far; see its log.\n' "$environment"; fi
    echo
  done
  printf '[review.html of each environment](%s) has diagrams, every change and the plan.\n\n' "$RUN"
  if [ -f "$pages/scan/gate.md" ]; then printf '## Scan\n\n'; cat "$pages/scan/gate.md"; fi
)
if [ "${#body}" -gt "$longest" ]; then
  body="${body:0:$longest}"$'\n\n'"… cut: the jobs' summaries hold the rest."
fi

comments="repos/$REPOSITORY/issues/$PULL_REQUEST/comments"
# Only a comment of our own is overwritten: anybody may write the mark.
ours=$(gh api --paginate "$comments" \
  --jq ".[] | select(.user.login == \"github-actions[bot]\" and (.body | startswith(\"$mark\"))) | .id" | head -n 1)
if [ -n "$ours" ]; then
  gh api --method PATCH "repos/$REPOSITORY/issues/comments/$ours" --field body="$body" --silent
else
  gh api --method POST "$comments" --field body="$body" --silent
fi
