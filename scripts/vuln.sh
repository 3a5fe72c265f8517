#!/usr/bin/env bash
# Looks for known vulnerabilities in what is linked, with govulncheck. Exit status 0 when there are none, or when it could not look, which it
# says; VULN=required makes that a failure, for machines that reach the database. 3 when there are some.
set -uo pipefail
cd "$(dirname "$0")/.."
could_not() {
  tail -3 "$log" >&2
  echo "NOT CHECKED for known vulnerabilities: $1; above is why." >&2
  echo "Where https://vuln.go.dev can be reached:  VULN=required make vuln" >&2
  [ "${VULN:-}" = required ] && exit 1
  exit 0
}
tool=$(mktemp -d) && log=$tool/log
trap 'rm -rf "$tool"' EXIT
# A tool of its own version, not one of this module's dependencies.
GOBIN=$tool GOFLAGS=-mod=mod go install golang.org/x/vuln/cmd/govulncheck@v1.1.4 >"$log" 2>&1 || could_not "govulncheck could not be installed"
timeout "${VULN_LIMIT:-300}" "$tool/govulncheck" ./cmd/holdfast >"$log" 2>&1
status=$?
case $status in
0) tail -2 "$log" ;;
3) cat "$log"; exit 3 ;;
*) could_not "govulncheck ended with status $status" ;;
esac
