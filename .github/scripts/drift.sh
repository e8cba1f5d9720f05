#!/bin/bash
# Opens an issue on what differs from main in an environment, brings it up to date, or closes it when nothing differs any more.
# Usage: drift.sh <environment> <page> <differs: true|false>; needs GH_TOKEN and REPOSITORY.
set -euo pipefail

environment=$1 page=$2 differs=$3
title="Drift in $environment"
longest=65000 # GitHub takes 65,536 characters

text=$(cat "$page")
if [ "${#text}" -gt "$longest" ]; then
  printf '%s\n\n… cut: the summary of the job holds the rest.\n' "${text:0:$longest}" > "$page"
fi

number=$(gh issue list --repo "$REPOSITORY" --state open --label drift --search "in:title \"$title\"" \
  --json number,title --jq ".[] | select(.title == \"$title\") | .number" | head -n 1)
if [ "$differs" = true ] && [ -n "$number" ]; then
  gh issue edit "$number" --repo "$REPOSITORY" --body-file "$page"
elif [ "$differs" = true ]; then
  gh label create drift --repo "$REPOSITORY" --description "An environment is not what main says" --force
  gh issue create --repo "$REPOSITORY" --title "$title" --label drift --body-file "$page"
elif [ -n "$number" ]; then
  gh issue close "$number" --repo "$REPOSITORY" --comment "Nothing differs any more."
fi
