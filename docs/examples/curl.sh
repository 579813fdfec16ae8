#!/usr/bin/env bash
# Calls dnstools from a shell, with curl and jq: curl.sh URL DOMAIN [KEY]
set -euo pipefail
url=${1:-http://127.0.0.1:8080} domain=${2:-example.com} key=${3:-}

# ask TOOL PARAMETER=VALUE...  prints the answer; if the API refuses the call, prints the API's reason and fails.
ask() {
  local tool=$1 parameter answer status given=()
  shift
  for parameter; do given+=(--data-urlencode "$parameter"); done
  answer=$(curl -sS -G -w '\n%{http_code}' ${key:+-H "X-API-Key: $key"} "${given[@]}" "$url/api/v1/$tool")
  status=${answer##*$'\n'} answer=${answer%$'\n'*}
  if [ "$status" != 200 ]; then
    jq -r '"\(.title): \(.detail)"' <<<"$answer" >&2
    return 1
  fi
  printf '%s\n' "$answer"
}

ask mail "domain=$domain" view=summary | jq -r '"\(.tool): \(.summary.status). \(.summary.text)",
  (.findings[:3][] | "  \(.severity) \(.code): \(.message)")'
# null if the mail servers could not be determined, [] if the domain has none.
ask dns "domain=$domain" evidence=none | jq -r '.data.records.MX |
  if . == null then "  The mail servers could not be determined." else .[] | "  MX \(.value) (\(.ttl) s)" end'
